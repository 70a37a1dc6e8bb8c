// Who wore a device, when, while it is being changed: spans whose edges are moved, and the changes that lead
// from what is saved to what is drawn.
import type { Body } from "../api/call.ts"
import { iso } from "../time/iso.ts"

export type Change = Body<"POST", "/projects/:project_id/entity-assignments/batch">["changes"][number]

/** Half-open, epoch ms; Infinity: still. `id` null: not saved yet. */
export interface Span {
  readonly id: string | null
  readonly entityId: string
  readonly from: number
  readonly to: number
}

/** A moment at which one ends, another begins, or both; places in the list of spans. */
export interface Edge {
  /** stays the same while it is moved */
  readonly key: string
  readonly at: number
  readonly left: number | null
  readonly right: number | null
  /** as far as it goes */
  readonly min: number
  readonly max: number
}

/** A span keeps this much, ms. */
const LEAST_MS = 60_000

/** By time. */
export const spansOf = (
  assignments: ReadonlyArray<{
    readonly id: string
    readonly entity_id: string
    readonly valid_from: string
    readonly valid_to: string | null
  }>
): ReadonlyArray<Span> =>
  assignments
    .map(({ entity_id, id, valid_from, valid_to }) => ({
      id,
      entityId: entity_id,
      from: Date.parse(valid_from),
      to: valid_to === null ? Infinity : Date.parse(valid_to)
    }))
    .sort((a, b) => a.from - b.from)

/** `last`: beyond it no edge is moved, epoch ms. */
export const edgesOf = (spans: ReadonlyArray<Span>, last: number): ReadonlyArray<Edge> => {
  const edges: Array<Edge> = []
  const keyOf = (i: number | null) => (i === null ? "" : (spans[i]!.id ?? `new ${i}`))
  const add = (at: number, left: number | null, right: number | null, low: number, high: number) =>
    edges.push({
      key: `${keyOf(left)}|${keyOf(right)}`,
      at,
      left,
      right,
      min: Math.min(at, low),
      max: Math.max(at, Math.min(high, last))
    })
  spans.forEach((span, i) => {
    const before = spans[i - 1],
      next = spans[i + 1]
    if (before === undefined || before.to < span.from)
      add(span.from, null, i, before?.to ?? -Infinity, span.to - LEAST_MS)
    if (!Number.isFinite(span.to)) return
    const isShared = next?.from === span.to
    add(
      span.to,
      i,
      isShared ? i + 1 : null,
      span.from + LEAST_MS,
      isShared ? next.to - LEAST_MS : (next?.from ?? Infinity)
    )
  })
  return edges
}

/** Both neighbours at once. */
export const moveEdge = (spans: ReadonlyArray<Span>, { left, max, min, right }: Edge, to: number) => {
  const at = Math.min(max, Math.max(min, to))
  return spans.map((span, i) =>
    i === left ? { ...span, to: at } : i === right ? { ...span, from: at } : span
  )
}

/** Somebody else from a moment on, as long as who wore it then, or as nobody did. */
export const wearFrom = (spans: ReadonlyArray<Span>, entityId: string, at: number): ReadonlyArray<Span> => {
  const i = spans.findIndex(({ from, to }) => from <= at && at < to),
    worn = spans[i]
  const next = spans.find(({ from }) => from > at)
  const added = { id: null, entityId, from: at, to: worn?.to ?? next?.from ?? Infinity }
  const kept =
    worn === undefined ? spans : worn.from === at ? spans.toSpliced(i, 1) : spans.with(i, { ...worn, to: at })
  return [...kept, added].sort((a, b) => a.from - b.from)
}

/** What was saved before, for what is there now: who was taken away comes as new. */
export const asBefore = (before: ReadonlyArray<Span>, now: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  before.map((span) => (now.some(({ id }) => id === span.id) ? span : { ...span, id: null }))

const edge = (at: number) => (Number.isFinite(at) ? iso(at) : null)

/** None: nothing was changed. */
export const changesOf = (
  deviceId: string,
  saved: ReadonlyArray<Span>,
  drawn: ReadonlyArray<Span>
): ReadonlyArray<Change> => [
  ...saved.flatMap(({ id }): ReadonlyArray<Change> =>
    id === null || drawn.some((one) => one.id === id) ? [] : [{ action: "remove", assignment_id: id }]
  ),
  ...drawn.flatMap(({ entityId, from, id, to }): ReadonlyArray<Change> => {
    if (id === null)
      return [
        {
          action: "create",
          device_id: deviceId,
          entity_id: entityId,
          valid_from: iso(from),
          valid_to: edge(to)
        }
      ]
    const was = saved.find((one) => one.id === id)
    if (was === undefined || (was.from === from && was.to === to)) return []
    return [
      {
        action: "update",
        assignment_id: id,
        ...(was.from === from ? {} : { valid_from: iso(from) }),
        ...(was.to === to ? {} : { valid_to: edge(to) })
      }
    ]
  })
]
