// The assignments of a device while they are edited, and the changes from the saved to the edited ones.
import type { Body } from "../../data/api/call.ts"
import { iso } from "../../time/iso.ts"

/** Change is one change of a batch request. */
export type Change = Body<"POST", "/projects/:project_id/entity-assignments/batch">["changes"][number]

/** Span is an assignment: half-open, epoch ms; `to` Infinity: no end. `id` null: not saved yet. */
export interface Span {
  readonly id: string | null
  readonly entityId: string
  readonly from: number
  readonly to: number
}

/**
 * Edge is a time at which an assignment ends, the next begins, or both; `left` and `right` are indexes of
 * spans.
 */
export interface Edge {
  /** stable while the edge moves */
  readonly key: string
  readonly at: number
  readonly left: number | null
  readonly right: number | null
  /** limits of the edge */
  readonly min: number
  readonly max: number
}

/** Minimum length of an assignment. */
const MIN_SPAN_MS = 60_000

/** spansOf returns the assignments as spans, in order of time. */
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

/** edgesOf returns the edges; `last`: the latest time to which an edge moves, epoch ms. */
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
      add(span.from, null, i, before?.to ?? -Infinity, span.to - MIN_SPAN_MS)
    if (!Number.isFinite(span.to)) return
    const isShared = next?.from === span.to
    add(
      span.to,
      i,
      isShared ? i + 1 : null,
      span.from + MIN_SPAN_MS,
      isShared ? next.to - MIN_SPAN_MS : (next?.from ?? Infinity)
    )
  })
  return edges
}

/** moveEdge moves an edge, which changes both adjacent spans. */
export const moveEdge = (spans: ReadonlyArray<Span>, { left, max, min, right }: Edge, to: number) => {
  const at = Math.min(max, Math.max(min, to))
  return spans.map((span, i) =>
    i === left ? { ...span, to: at } : i === right ? { ...span, from: at } : span
  )
}

/** wearFrom adds an assignment to an animal from a time on, until the replaced assignment or the gap ends. */
export const wearFrom = (spans: ReadonlyArray<Span>, entityId: string, at: number): ReadonlyArray<Span> => {
  const i = spans.findIndex(({ from, to }) => from <= at && at < to),
    worn = spans[i]
  const next = spans.find(({ from }) => from > at)
  const added = { id: null, entityId, from: at, to: worn?.to ?? next?.from ?? Infinity }
  const kept =
    worn === undefined ? spans : worn.from === at ? spans.toSpliced(i, 1) : spans.with(i, { ...worn, to: at })
  return [...kept, added].sort((a, b) => a.from - b.from)
}

/** asBefore returns the former spans for a restore: those deleted since are created again. */
export const asBefore = (before: ReadonlyArray<Span>, now: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  before.map((span) => (now.some(({ id }) => id === span.id) ? span : { ...span, id: null }))

const edge = (at: number) => (Number.isFinite(at) ? iso(at) : null)

/** changesOf returns the changes from saved to edited spans; empty: none. */
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
