// Outages of ways in, and who could not be heard in them.
import { assert, describe, it } from "@effect/vitest"
import {
  Hearing,
  lengthOf,
  type Outage,
  type Reporter,
  type Route
} from "../../../src/domain/hearing/Hearing.ts"

const north = "north",
  south = "south"
const outages = (...list: ReadonlyArray<readonly [sourceId: string | null, from: number, to: number]>) =>
  new Hearing(list.map(([sourceId, from, to], i): Outage => ({ id: i + 1, sourceId, from, to })))
const dialled = (sourceId: string, since = 0): Route => ({ sourceId, pushed: false, since })
const pushedTo = (sourceId: string, since = 0): Route => ({ sourceId, pushed: true, since })
const worn = (routes: ReadonlyArray<Route>, from = -Infinity, to = Infinity): Reporter => ({
  routes,
  from,
  to
})
const shown = (hearing: Hearing, reporters: ReadonlyArray<Reporter>, from = 0, to = 1000) =>
  hearing.deafTo(reporters, from, to).map((s) => [s.from, s.to])

describe("hearing", () => {
  const cases: ReadonlyArray<
    readonly [title: string, Hearing, ReadonlyArray<Reporter>, ReadonlyArray<readonly [number, number]>]
  > = [
    ["without outages everything is heard", outages(), [worn([])], []],
    ["an outage of the API concerns who pushes", outages([null, 100, 200]), [worn([])], [[100, 200]]],
    ["and not who reports by a broker", outages([null, 100, 200]), [worn([dialled(north)])], []],
    [
      "an outage of a broker concerns who reports by it",
      outages([north, 100, 200]),
      [worn([dialled(north)])],
      [[100, 200]]
    ],
    ["and nobody else", outages([north, 100, 200]), [worn([dialled(south)])], []],
    [
      "who reports by two is heard while one of them is",
      outages([north, 100, 200]),
      [worn([dialled(north), dialled(south)])],
      []
    ],
    [
      "and not where both are out",
      outages([north, 100, 200], [south, 150, 300]),
      [worn([dialled(north), dialled(south)])],
      [[150, 200]]
    ],
    [
      "one that pushes to a source that is switched off is not heard",
      outages([north, 100, 200], [null, 150, 250]),
      [worn([pushedTo(north)])],
      [[100, 250]]
    ],
    [
      "an outage that goes on reaches to the moment asked about",
      outages([null, 900, Infinity]),
      [worn([])],
      [[900, 1000]]
    ],
    ["one that began before it counts from there on", outages([null, -100, 50]), [worn([])], [[0, 50]]],
    [
      "outages that overlap count once",
      outages([null, 100, 200], [null, 150, 300]),
      [worn([])],
      [[100, 300]]
    ],
    [
      "an animal of two collars is heard by either",
      outages([north, 100, 200]),
      [worn([dialled(north)]), worn([dialled(south)])],
      []
    ],
    [
      "by the one that it wears then",
      outages([north, 100, 400]),
      [worn([dialled(north)], 0, 200), worn([dialled(south)], 200, 1000)],
      [[100, 200]]
    ],
    [
      "one that wears nothing is heard by whatever it wore",
      outages([north, 100, 400]),
      [worn([dialled(north)], 0, 200)],
      [[100, 400]]
    ],
    [
      "a device that is registered later pushed until then",
      outages([null, 100, 200], [north, 300, 500]),
      [worn([dialled(north, 400)])],
      [
        [100, 200],
        [400, 500]
      ]
    ]
  ]
  it.each(cases)("%s", (_, hearing, reporters, expected) => {
    assert.deepStrictEqual(
      shown(hearing, reporters),
      expected.map(([from, to]) => [from, to])
    )
    for (let at = 0; at < 1000; at += 25)
      assert.strictEqual(
        hearing.isDeafTo(reporters, at),
        expected.some(([from, to]) => from <= at && at < to),
        String(at)
      )
  })

  it("an outage that is over ends where it ended, and one that was none is forgotten", () => {
    const hearing = outages([null, 100, Infinity])
    assert.strictEqual(lengthOf(hearing.deafTo([worn([])], 0, 1000)), 900)
    hearing.learn([{ id: 1, sourceId: null, from: 100, to: 300 }])
    assert.strictEqual(lengthOf(hearing.deafTo([worn([])], 0, 1000)), 200)
    assert.deepStrictEqual([hearing.newest, hearing.open], [1, []])
    hearing.forget(1)
    assert.isTrue(hearing.isWhole)
    assert.deepStrictEqual(shown(hearing, [worn([])]), [])
  })
})
