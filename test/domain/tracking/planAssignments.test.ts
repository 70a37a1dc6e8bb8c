// What several changes make of a device's assignments, before anything is written.
import { assert, describe, it } from "vitest"
import {
  type AssignmentPlan,
  planAssignments,
  type CurrentAssignment,
  type InvalidChange
} from "../../../src/domain/tracking/planAssignments.ts"

const wears = (id: string, entityId: string, from: number, to = Infinity): CurrentAssignment => ({
  id,
  projectId: "p",
  entityId,
  from,
  to
})
const standing = [wears("a", "alma", 1, 5), wears("b", "berta", 5)]
const update = (assignment_id: string, edges: { valid_from?: number; valid_to?: number | null }) =>
  ({ action: "update", assignment_id, ...edges }) as const

const spans = (plan: AssignmentPlan | InvalidChange) =>
  "why" in plan ? plan : plan.after.map(({ entityId, from, to }) => [entityId, from, to])

describe("a list of changes", () => {
  it("moves the edge that two share, in whatever order they are named", () => {
    for (const to of [3, 7]) {
      const [left, right] = [update("a", { valid_to: to }), update("b", { valid_from: to })]
      for (const changes of [
        [left, right],
        [right, left]
      ]) {
        const plan = planAssignments(standing, "p", changes)
        assert.deepStrictEqual(spans(plan), [
          ["alma", 1, to],
          ["berta", to, Infinity]
        ])
        assert.deepInclude(plan, { concerned: { from: Math.min(5, to), to: Math.max(5, to) }, removed: [] })
      }
    }
  })

  it("lets two change places, and one be divided", () => {
    const swapped = planAssignments(standing, "p", [
      update("a", { valid_from: 5, valid_to: null }),
      update("b", { valid_from: 1, valid_to: 5 })
    ])
    assert.deepStrictEqual(spans(swapped), [
      ["alma", 5, Infinity],
      ["berta", 1, 5]
    ])
    const divided = planAssignments([wears("a", "alma", 1)], "p", [
      update("a", { valid_to: 4 }),
      { action: "create", device_id: "d", entity_id: "berta", valid_from: 4 }
    ])
    assert.deepStrictEqual(spans(divided), [
      ["berta", 4, Infinity],
      ["alma", 1, 4]
    ])
    assert.deepInclude(divided, { concerned: { from: 4, to: Infinity } })
  })

  it("concerns nothing where nothing changes, and the whole of what goes", () => {
    assert.deepInclude(planAssignments(standing, "p", [update("a", { valid_to: 5 })]), { concerned: null })
    assert.deepInclude(planAssignments(standing, "p", [{ action: "remove", assignment_id: "a" }]), {
      removed: ["a"],
      concerned: { from: 1, to: 5 }
    })
  })

  it("is refused where spans overlap, are empty, or are named twice or by nobody", () => {
    const refused = (...changes: Parameters<typeof planAssignments>[2]) =>
      planAssignments(standing, "p", changes)
    assert.deepInclude(refused(update("a", { valid_to: 6 })), { why: "overlap" })
    assert.deepInclude(refused(update("a", { valid_to: 1 })), {
      why: "empty",
      change: 0,
      member: "/valid_to"
    })
    assert.deepInclude(refused(update("a", {}), update("a", {})), { why: "twice", change: 1 })
    assert.deepInclude(refused(update("c", {})), { why: "unknown", change: 0 })
    assert.deepInclude(planAssignments(standing, "q", [update("a", {})]), { why: "unknown" })
  })
})
