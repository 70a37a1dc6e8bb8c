// JSON as devices send it: how much a text holds, and what it says twice. A message that says something twice
// says nothing: which of two positions is stored would be an accident of who reads.
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { duplicateMembers, sizeOf } from "../../../../src/domain/intake/decode/json.ts"

const found = (text: string) =>
  duplicateMembers(text, JSON.parse(text)).map(({ item, name, pointer }) => `${item} ${pointer} ${name}`)

describe("duplicate JSON members", () => {
  it("are found wherever they are and however they are written", () => {
    assert.deepStrictEqual(found('{"a":1,"a":2}'), ["0 /a a"])
    assert.deepStrictEqual(found('{"a" : 1, "b":{"c":[{"d":1}, {"e":2,"e"\n:3}]}}'), ["0 /b/c/1/e e"])
    assert.deepStrictEqual(found('[{"a":1},{"lat":1,"lat":1}]'), ["1 /lat lat"])
    assert.deepStrictEqual(found('{"a":1,"\\u0061":2}'), ["0 /a a"])
    // what is counted quickly must not outweigh what is there twice
    assert.deepStrictEqual(found('{"a":1,"a":2,"b\\\\":3}'), ["0 /a a"])
    assert.deepStrictEqual(found('{"a":1,"a":2,"b" :3}'), ["0 /a a"])
    assert.deepStrictEqual(found('{"a":1,"a":2,"b\\"":3}'), ["0 /a a"])
    assert.deepStrictEqual(found('{"__proto__":1,"__proto__":2}'), ["0 /__proto__ __proto__"])
  })

  it("are none where a text, a value or another object says the same", () => {
    for (const text of [
      '{"a":":b","b":"a\\":1"}',
      '{"a":{"a":[{"a":1},{"a":1}]}}',
      '["a","a"]',
      '{"a":"\\"a\\":1","b":":"}',
      '{"__proto__":{"a":1},"a":2}',
      "{}",
      "[]",
      "3",
      '"a\\":"'
    ]) {
      assert.deepStrictEqual(found(text), [], text)
    }
  })
})

const countOf = (value: unknown): number =>
  typeof value !== "object" || value === null
    ? 0
    : Math.max(0, Object.keys(value).length - 1) +
      Object.values(value).reduce((sum: number, each) => sum + countOf(each), 0)

const depthOf = (value: unknown): number =>
  typeof value !== "object" || value === null
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map((each) => depthOf(each)))

describe("what JSON text holds", () => {
  it.prop(
    "is what is in it once parsed, however it is laid out and whatever its texts say",
    { value: Schema.Json },
    ({ value }) => {
      const items = Array.isArray(value) && value.length > 0 ? value.length : Array.isArray(value) ? 1 : 0
      const text = JSON.stringify(value)
      assert.deepStrictEqual(sizeOf(text), { depth: depthOf(value), items, pieces: countOf(value) })
      assert.strictEqual(sizeOf(` \n${JSON.stringify(value, null, 2)}`).items, items)
    },
    { arbitrary: { runs: 200 } }
  )

  it("is found behind texts that end in escapes, or do not end", () => {
    const depths = ['["\\\\",[[1]]]', '["\\\\\\"[[[",[1]]', '["[[[', "[[[", '"\\', '["é\\"[[[","",{}]'].map(
      (text) => sizeOf(text).depth
    )
    assert.deepStrictEqual(depths, [3, 2, 1, 3, 0, 2])
  })

  it("is found in text that is none", () => {
    assert.deepStrictEqual(
      ["", "[", "]]]]", "[1,2,", '{"a\\",', '["a,b",[1,2],{"c":1}]'].map((text) => sizeOf(text).items),
      [0, 1, 0, 3, 0, 3]
    )
  })
})
