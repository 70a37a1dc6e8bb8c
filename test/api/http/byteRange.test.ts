// What of a file is asked for.
import { assert, describe, it } from "vitest"
import { readRange } from "../../../src/api/http/byteRange.ts"

describe("a range of bytes", () => {
  it("is a piece, the rest from somewhere on, or the end; never more than there is", () => {
    assert.deepStrictEqual(readRange("bytes=0-9", 100), { first: 0, last: 9 })
    assert.deepStrictEqual(readRange("bytes=90-", 100), { first: 90, last: 99 })
    assert.deepStrictEqual(readRange("bytes=90-1000", 100), { first: 90, last: 99 })
    assert.deepStrictEqual(readRange("bytes=-10", 100), { first: 90, last: 99 })
    assert.deepStrictEqual(readRange("bytes=-1000", 100), { first: 0, last: 99 })
    assert.deepStrictEqual(readRange(" Bytes=99-99 ", 100), { first: 99, last: 99 })
  })

  it("is nothing where nothing is", () => {
    for (const header of ["bytes=100-", "bytes=100-200", "bytes=-0"])
      assert.strictEqual(readRange(header, 100), "none", header)
    assert.strictEqual(readRange("bytes=-5", 0), "none")
  })

  it("is the whole where it is none, or several", () => {
    const others = ["", "bytes", "bytes=", "bytes=-", "bytes=9-0", "bytes=0-1,5-6", "bytes=a-b", "lines=0-1"]
    for (const header of [undefined, ...others, `bytes=0-${"9".repeat(30)}`])
      assert.isNull(readRange(header, 100), header)
  })
})
