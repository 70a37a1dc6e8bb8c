// Who wore a device, while it is being changed.
import { assert, describe, it } from "vitest"
import {
  asBefore,
  changesOf,
  edgesOf,
  moveEdge,
  type Span,
  wearFrom
} from "../../../../src/console/pages/devices/draft.ts"

const HOUR = 3_600_000
const at = (hour: number) => new Date(hour * HOUR).toISOString()
const span = (id: string | null, entityId: string, from: number, to = Infinity): Span => ({
  id,
  entityId,
  from: from * HOUR,
  to: to * HOUR
})
const saved = [span("a", "alma", 1, 5), span("b", "berta", 5, 8), span("c", "cora", 10)]
const hours = (spans: ReadonlyArray<Span>) =>
  spans.map(({ entityId, from, to }) => [entityId, from / HOUR, to / HOUR])

describe("an edge", () => {
  const edges = edgesOf(saved, 20 * HOUR)

  it("is one moment of two neighbours, or of one where nobody is beside it", () => {
    assert.deepStrictEqual(
      edges.map(({ at: moment, key }) => [key, moment / HOUR]),
      [
        ["|a", 1],
        ["a|b", 5],
        ["b|", 8],
        ["|c", 10]
      ]
    )
  })

  it("moves both, and stops at the next", () => {
    assert.deepStrictEqual(hours(moveEdge(saved, edges[1]!, 3 * HOUR)).slice(0, 2), [
      ["alma", 1, 3],
      ["berta", 3, 8]
    ])
    const far = moveEdge(saved, edges[1]!, 30 * HOUR)
    assert.strictEqual(far[0]!.to, 8 * HOUR - 60_000)
    assert.strictEqual(moveEdge(saved, edges[2]!, 30 * HOUR)[1]!.to, 10 * HOUR)
    assert.strictEqual(moveEdge(saved, edges[3]!, 30 * HOUR)[2]!.from, 20 * HOUR)
  })

  it("is told as one change of each neighbour", () => {
    assert.deepStrictEqual(changesOf("d", saved, saved), [])
    assert.deepStrictEqual(changesOf("d", saved, moveEdge(saved, edges[1]!, 3 * HOUR)), [
      { action: "update", assignment_id: "a", valid_to: at(3) },
      { action: "update", assignment_id: "b", valid_from: at(3) }
    ])
  })
})

describe("somebody else from a moment on", () => {
  it("takes the rest of who wore it then, or of the time that nobody did", () => {
    const drawn = wearFrom(saved, "dora", 3 * HOUR)
    assert.deepStrictEqual(hours(drawn).slice(0, 3), [
      ["alma", 1, 3],
      ["dora", 3, 5],
      ["berta", 5, 8]
    ])
    assert.deepStrictEqual(changesOf("d", saved, drawn), [
      { action: "update", assignment_id: "a", valid_to: at(3) },
      { action: "create", device_id: "d", entity_id: "dora", valid_from: at(3), valid_to: at(5) }
    ])
    assert.deepStrictEqual(hours(wearFrom(saved, "dora", 9 * HOUR))[2], ["dora", 9, 10])
    assert.deepStrictEqual(hours(wearFrom(saved, "dora", 12 * HOUR)).slice(2), [
      ["cora", 10, 12],
      ["dora", 12, Infinity]
    ])
  })

  it("is taken back by what brings the former ones again", () => {
    const now = [saved[0]!, span("d", "dora", 5, 8), saved[2]!]
    assert.deepStrictEqual(changesOf("d", now, asBefore(saved, now)), [
      { action: "remove", assignment_id: "d" },
      { action: "create", device_id: "d", entity_id: "berta", valid_from: at(5), valid_to: at(8) }
    ])
  })

  it("from the beginning of a span takes all of it", () => {
    assert.deepStrictEqual(changesOf("d", saved, wearFrom(saved, "dora", 5 * HOUR)), [
      { action: "remove", assignment_id: "b" },
      { action: "create", device_id: "d", entity_id: "dora", valid_from: at(5), valid_to: at(8) }
    ])
  })
})
