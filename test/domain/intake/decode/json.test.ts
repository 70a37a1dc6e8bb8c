// A message that says something twice says nothing: which of two positions is stored would be an accident of
// who reads.
import { assert, describe, it } from "vitest"
import { duplicateMembers } from "../../../../src/domain/intake/decode/json.ts"

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
