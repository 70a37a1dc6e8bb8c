// A value never stands beside a limit that it contradicts.
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { besideText, limitText, numberText } from "../../../src/console/design/numbers.ts"

it("what was read is told finer where rounded it would be its limit, or beyond it", () => {
  const told = ([value, limit]: readonly [number, number]) =>
    `${besideText(value, limit)} / ${limitText(limit, value)}`
  assert.deepStrictEqual(
    (
      [
        [11.112 * 3.6, 40],
        [3.1999, 3.2],
        [0.5997, 0.6],
        [100.04, 100],
        [1000.4, 1000],
        [38.004, 38],
        [3.2052, 3.2053],
        [0.31, 0.6],
        [3.90712, 3.2],
        [1350, 1204.2],
        [40.0004, 40.0004],
        [1e-9, 0]
      ] as const
    ).map(told),
    [
      "40.003 / 40",
      "3.1999 / 3.2000",
      "0.5997 / 0.6000",
      "100.04 / 100",
      "1,000.4 / 1,000",
      "38.004 / 38",
      "3.205 / 3.2053",
      "0.31 / 0.60",
      "3.91 / 3.20",
      "1,350 / 1,204.2",
      "40.0004 / 40.0004",
      "1e-9 / 0"
    ]
  )
})

const figure = Schema.Int.check(Schema.isBetween({ minimum: -9_000_000, maximum: 9_000_000 }))

it.prop(
  "it is never told on the other side of its limit, and far from it as anywhere",
  [figure, figure],
  ([a, b]) => {
    const value = a / 1000,
      limit = b / 1000
    const text = besideText(value, limit)
    const read = Number(text.replaceAll(",", "").replace("−", "-"))
    assert.strictEqual(Math.sign(read - limit), Math.sign(value - limit))
    if (Math.abs(value - limit) >= 1) assert.strictEqual(text, numberText(value))
  }
)
