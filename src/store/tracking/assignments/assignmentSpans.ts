// Spans of assignments, which are half-open, and the interval that a change of one concerns.

/** Span is the time of an assignment in RFC 3339; `valid_to` null: open. */
export interface Span {
  readonly valid_from: string
  readonly valid_to: string | null
}

/** Half-open, epoch ms; Infinity: open. */
interface Bounds {
  readonly from: number
  readonly to: number
}

/** Returns the interval whose records a change of an assignment concerns: between the bounds that it moved. */
export const concernedInterval = (
  before: Span,
  after: Span
): { readonly from: number; readonly to: number | null } | null => {
  const from = [before, after].map((s) => Date.parse(s.valid_from)),
    to = [before, after].map((s) => (s.valid_to === null ? Infinity : Date.parse(s.valid_to)))
  const moved = [...(from[0] === from[1] ? [] : from), ...(to[0] === to[1] ? [] : to)]
  if (moved.length === 0) return null
  const last = Math.max(...moved)
  return { from: Math.min(...moved), to: last === Infinity ? null : last }
}

/** Returns the intervals that an assignment has after a change and did not have before. */
export const gainedIntervals = (
  before: Span,
  after: Span
): ReadonlyArray<readonly [number, number | null]> => {
  const [was, is] = [before, after].map((s) => ({
    from: Date.parse(s.valid_from),
    to: s.valid_to === null ? Infinity : Date.parse(s.valid_to)
  })) as [Bounds, Bounds]
  const earlier = is.from < was.from ? [[is.from, Math.min(was.from, is.to)] as const] : []
  const later =
    is.to > was.to ? [[Math.max(was.to, is.from), is.to === Infinity ? null : is.to] as const] : []
  return [...earlier, ...later]
}
