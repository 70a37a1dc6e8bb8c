// Computes what several changes make of a device's assignments, before anything is written: preview and batch use
// this one function.
import type { BatchedChange } from "./AssignmentBatch.ts"

/** CurrentAssignment is an assignment as it is; half-open, epoch ms; Infinity: still. */
export interface CurrentAssignment {
  readonly id: string
  readonly projectId: string
  readonly entityId: string
  readonly from: number
  readonly to: number
}

/**
 * PlannedAssignment is an assignment as it would be; `id` null: a new one. `change`: index of the change that
 * made it; null: unchanged.
 */
export interface PlannedAssignment extends Omit<CurrentAssignment, "id"> {
  readonly id: string | null
  readonly change: number | null
}

/** AssignmentPlan is the assignments after all changes, and the span of records that may change hands. */
export interface AssignmentPlan {
  readonly after: ReadonlyArray<PlannedAssignment>
  /** ids of those that go */
  readonly removed: ReadonlyArray<string>
  /** Between these lie the records that may change hands, epoch ms; null: none do. */
  readonly concerned: { readonly from: number; readonly to: number } | null
}

/** InvalidChange is why the list cannot be applied; `change`: its index, `member`: the member of it. */
export interface InvalidChange {
  readonly why: "unknown" | "twice" | "empty" | "overlap"
  readonly change: number
  readonly member: string
}

/** Returns an assignment after a change; null: it is removed. */
const changed = (
  change: Exclude<BatchedChange, { action: "create" }>,
  at: number,
  was: CurrentAssignment
): PlannedAssignment | null =>
  change.action === "remove"
    ? null
    : {
        ...was,
        change: at,
        from: change.valid_from ?? was.from,
        to: change.valid_to === undefined ? was.to : (change.valid_to ?? Infinity)
      }

/** The moments at which one holds and the other does not, as their hull. */
const apart = (
  a: { readonly from: number; readonly to: number },
  b: { readonly from: number; readonly to: number }
): ReadonlyArray<number> => [
  ...(a.from === b.from ? [] : [a.from, b.from]),
  ...(a.to === b.to ? [] : [a.to, b.to])
]

const overlapping = (all: ReadonlyArray<PlannedAssignment>): InvalidChange | null => {
  const sorted = all.toSorted((a, b) => a.from - b.from)
  for (let i = 1; i < sorted.length; i++) {
    const [before, next] = [sorted[i - 1]!, sorted[i]!]
    if (next.from < before.to)
      return { why: "overlap", change: next.change ?? before.change ?? 0, member: "" }
  }
  return null
}

/** Plans the changes; `standing` are all assignments of the device, none of which overlap. */
export const planAssignments = (
  standing: ReadonlyArray<CurrentAssignment>,
  projectId: string,
  changes: ReadonlyArray<BatchedChange>
): AssignmentPlan | InvalidChange => {
  const by = new Map<string, number>(),
    after: Array<PlannedAssignment> = [],
    removed: Array<string> = [],
    moved: Array<number> = []
  for (const [at, change] of changes.entries()) {
    if (change.action === "create") {
      const to = change.valid_to ?? Infinity
      after.push({
        id: null,
        projectId,
        entityId: change.entity_id,
        from: change.valid_from,
        to,
        change: at
      })
      moved.push(change.valid_from, to)
      continue
    }
    if (by.has(change.assignment_id)) return { why: "twice", change: at, member: "/assignment_id" }
    if (!standing.some(({ id, projectId: of }) => id === change.assignment_id && of === projectId))
      return { why: "unknown", change: at, member: "/assignment_id" }
    by.set(change.assignment_id, at)
  }
  for (const was of standing) {
    const at = by.get(was.id),
      change = at === undefined ? undefined : changes[at]
    if (at === undefined || change === undefined || change.action === "create") {
      after.push({ ...was, change: null })
      continue
    }
    const is = changed(change, at, was)
    if (is === null) removed.push(was.id)
    else after.push(is)
    moved.push(...(is === null ? [was.from, was.to] : apart(was, is)))
  }
  const empty = after.find(({ from, to }) => from >= to)
  if (empty !== undefined) return { why: "empty", change: empty.change ?? 0, member: "/valid_to" }
  const unfit = overlapping(after)
  if (unfit !== null) return unfit
  return {
    after,
    removed,
    concerned: moved.length === 0 ? null : { from: Math.min(...moved), to: Math.max(...moved) }
  }
}
