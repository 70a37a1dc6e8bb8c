// What the measuring tool says of its points.
import { assert, it } from "@effect/vitest"
import {
  blank,
  type Measurement,
  measured,
  mayClose,
  stepped
} from "../../../../src/console/pages/areas/measure/measured.ts"

type Places = Measurement["places"]

const measurement = (places: Places, closed = false): Measurement => ({ places, closed })

it("a line is as long as its stretches along the ground", () => {
  const { areaM2, lengthM } = measured(
    measurement([
      [14, 51],
      [14, 51.01],
      [14, 51.03]
    ])
  )
  assert.strictEqual(areaM2, null)
  assert.approximately(lengthM, 0.03 * 111_195, 5)
})

it.each<readonly [string, Places]>([
  [
    "a square of a hundredth of a degree",
    [
      [14, 51],
      [14.01, 51],
      [14.01, 51.01],
      [14, 51.01]
    ]
  ],
  [
    "the same square the other way round",
    [
      [14, 51],
      [14, 51.01],
      [14.01, 51.01],
      [14.01, 51]
    ]
  ],
  [
    "such a square over the antimeridian",
    [
      [179.995, 51],
      [-179.995, 51],
      [-179.995, 51.01],
      [179.995, 51.01]
    ]
  ]
])("a closed shape has an area and the way around it: %s", (_, places) => {
  const { areaM2, lengthM } = measured(measurement(places, true))
  const east = 1112 * Math.cos((51.005 * Math.PI) / 180)
  assert.approximately(areaM2!, 1112 * east, 1000)
  assert.approximately(lengthM, 2 * (1112 + east), 5)
})

it("three points can be closed, the step back opens the shape again, and a point after it begins anew", () => {
  const add = (now: Measurement, place: Places[number]) => stepped(now, { kind: "add", place })
  const two = add(add(blank, [14, 51]), [14.1, 51])
  assert.isFalse(mayClose(two))
  assert.strictEqual(stepped(two, { kind: "close" }), two)
  const three = add(two, [14.1, 51.1])
  assert.isTrue(mayClose(three))
  const closed = stepped(three, { kind: "close" })
  assert.isTrue(closed.closed)
  assert.isFalse(mayClose(closed))
  assert.deepStrictEqual(stepped(closed, { kind: "back" }), three)
  assert.deepStrictEqual(stepped(three, { kind: "back" }), two)
  assert.deepStrictEqual(add(closed, [15, 52]), measurement([[15, 52]]))
  assert.strictEqual(stepped(closed, { kind: "clear" }), blank)
})
