import { assert, describe, it } from "@effect/vitest"
import { attribute } from "../../../src/domain/intake/attribute.ts"

const assignments = {
  projects: [
    { projectId: "p1", from: 100, to: 200 },
    { projectId: "p2", from: 200, to: Infinity }
  ],
  entities: [
    { projectId: "p1", entityId: "alma", from: 120, to: 150 },
    { projectId: "p1", entityId: "berta", from: 150, to: 300 }
  ]
}
const owner = (at: number) => {
  const { entityId, projectId } = attribute(at, assignments)
  return [projectId, entityId]
}

describe("a record belongs to whom its device was assigned at the record's own time", () => {
  it("intervals are half-open: the first instant is in, the last is not", () => {
    assert.deepStrictEqual([99, 100, 119, 120, 149, 150, 199].map(owner), [
      [null, null],
      ["p1", null],
      ["p1", null],
      ["p1", "alma"],
      ["p1", "alma"],
      ["p1", "berta"],
      ["p1", "berta"]
    ])
  })

  it("an entity counts only inside the project its device was in", () => {
    assert.deepStrictEqual([200, 299, 1e12].map(owner), [
      ["p2", null],
      ["p2", null],
      ["p2", null]
    ])
  })

  it("a device without assignments belongs to nobody", () => {
    assert.deepStrictEqual(attribute(1, { projects: [], entities: assignments.entities }), {
      projectId: null,
      entityId: null
    })
  })
})
