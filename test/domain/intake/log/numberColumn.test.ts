// A column of numbers as bytes: every double comes back as it was, and what devices send takes few bytes.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ByteReader } from "../../../../src/domain/intake/log/ByteReader.ts"
import { ByteWriter } from "../../../../src/domain/intake/log/ByteWriter.ts"
import { NumberColumn, NumberList, writeColumn } from "../../../../src/domain/intake/log/numberColumn.ts"
import { chance } from "../../../chaos/chance.ts"
import { hostileNumber, pick } from "../../../support/hostileNumbers.ts"

const bytesOf = (values: ReadonlyArray<number | null>): Uint8Array => {
  const list = new NumberList(),
    out = new ByteWriter()
  for (const value of values) list.pushOrNull(value)
  out.begin()
  writeColumn(out, list)
  return out.finish()
}

const readBack = (bytes: Uint8Array, size: number): ReadonlyArray<number | null> => {
  const input = new ByteReader(bytes),
    column = new NumberColumn(input, size)
  assert.isTrue(input.isAtEnd)
  return Array.from({ length: size }, (_, i) => column.atOrNull(i))
}

const assertKept = (values: ReadonlyArray<number | null>) => {
  const read = readBack(bytesOf(values), values.length)
  values.forEach((value, i) => assert.isTrue(Object.is(read[i], value), `${value} came back as ${read[i]}`))
}

describe("a column of numbers", () => {
  it.prop(
    "gives back every double bit for bit, -0 and the smallest among them, and null as null",
    { seed: Schema.Int },
    ({ seed }) => {
      const draw = chance(seed)
      const family = pick(draw, [0, 1, 2, 3, 4])
      const value = (): number => {
        switch (family) {
          case 0:
            return hostileNumber(draw)
          case 1:
            return Math.round(draw() * 3.6e9 - 1.8e9) / 1e7
          case 2:
            return Math.round(draw() * 300) / 10
          case 3:
            return 1_793_000_000_000 + Math.floor(draw() * 2 ** (8 + 28 * draw()))
          default:
            // a few numbers that need more than the others
            return draw() < 0.05 ? hostileNumber(draw) : Math.round(draw() * 1000) / 100
        }
      }
      const nulls = pick(draw, [0, 0.3])
      assertKept(Array.from({ length: Math.floor(draw() * 300) }, () => (draw() < nulls ? null : value())))
    },
    { arbitrary: { runs: 300 } }
  )

  it("takes as many bytes for a number as the distance of the largest from the least asks for", () => {
    for (const [most, width] of [
      [0, 0],
      [254, 1],
      [255, 2],
      [65_534, 2],
      [65_535, 4],
      [4_294_967_294, 4],
      [4_294_967_295, 8]
    ] as const) {
      for (const least of [0, 1, -7, 1_793_000_000_000]) {
        const values = [least, least + most, least],
          header = width === 8 || least === 0 ? 1 : 9
        assert.lengthOf(bytesOf(values), header + 3 * width, `${least} to ${least + most}`)
        assertKept(values)
        if (width !== 0) assertKept([...values, null])
      }
    }
    assert.lengthOf(bytesOf([]), 1)
    assert.lengthOf(bytesOf([null, null]), 1)
    assert.lengthOf(bytesOf([7, null]), 9 + 2)
  })

  it("takes two bytes for tenths and hundredths, and four for a ten-millionth of a degree", () => {
    assert.lengthOf(bytesOf([12.5, 499.9, null, 0.1]), 9 + 4 * 2)
    assert.lengthOf(bytesOf([0, 0.25, 13.99]), 1 + 3 * 2)
    assert.lengthOf(bytesOf([13.1234567, 13.9999999, 14]), 9 + 3 * 4)
    assert.lengthOf(bytesOf([1 / 3, 13]), 1 + 2 * 8)
  })

  it("refuses a code that it does not know", () => {
    assert.throws(() => readBack(Uint8Array.of(66), 1), RangeError, "unknown code 66")
  })
})
