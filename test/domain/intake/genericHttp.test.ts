import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { type Message, Unreadable } from "../../../src/domain/intake/decode/Decoder.ts"
import { genericHttp } from "../../../src/domain/intake/decode/genericHttp.ts"
import type { SourceConfig } from "../../../src/domain/tracking/SourceConfig.ts"

const message = (body: string, contentType = "application/json", config: SourceConfig = {}): Message => ({
  body,
  contentType,
  query: "",
  topic: "",
  retained: false,
  receivedAt: 0,
  config
})
const items = (body: string, type = "application/json") =>
  Result.getOrThrow(genericHttp.decode(message(body, type)))

describe("the generic format", () => {
  it("is one object, an array, or one object a line", () => {
    assert.deepStrictEqual(items('{"a":1}'), [{ a: 1 }])
    assert.deepStrictEqual(items('[{"a":1},2]'), [{ a: 1 }, 2])
    assert.deepStrictEqual(items("[]"), [])
    for (const type of ["application/json", "application/x-ndjson"]) {
      assert.deepStrictEqual(
        items('{"a":1}\n{"a":2}\r\n\n{"a":3}\n', type),
        [{ a: 1 }, { a: 2 }, { a: 3 }],
        type
      )
    }
    assert.deepStrictEqual(items("", "application/x-ndjson"), [])
  })

  it("a line that is not JSON stands for itself, and its neighbours go on", () => {
    const [first, bad, last] = items('{"a":1}\n{"a":\n{"a":3}', "application/x-ndjson")
    assert.deepStrictEqual([first, last], [{ a: 1 }, { a: 3 }])
    assert.instanceOf(bad, Unreadable)
    assert.strictEqual(bad.text, '{"a":')
    assert.instanceOf(items('{"a":1}\nnonsense')[1], Unreadable)
  })

  it("an item that says a member twice is refused by its name, and its neighbours go on", () => {
    const told = (body: string, type?: string) =>
      items(body, type).map((item) => (item instanceof Unreadable ? [item.pointer, item.detail] : item))
    assert.deepStrictEqual(told(`[{"lat":1},{"lat":1,"lon":2,"lat":3},{"lat":5}]`), [
      { lat: 1 },
      ["/lat", 'the member "lat" is there twice'],
      { lat: 5 }
    ])
    assert.deepStrictEqual(
      told(`{"a":{"b":[{"c":1},{"c/d":1,"c\\u002fd":2}]}}`),
      [["/a/b/1/c~1d", 'the member "c/d" is there twice']],
      "however it is written, and however deep"
    )
    assert.deepStrictEqual(told(`{"a":1}\n{"a":1,"a":1}\n{"a":3}`, "application/x-ndjson"), [
      { a: 1 },
      ["/a", 'the member "a" is there twice'],
      { a: 3 }
    ])
    assert.deepStrictEqual(told(`[[{"a":1},{"a":1}],{"a":{"a":{"a":"a\\"a"}},"b":["a","a"]}]`).length, 2)
    for (const body of [
      `[{"a":1},{"a":1}]`,
      `{"a":{"a":1},"b":{"a":1}}`,
      `{"a":"a","b":"a","c":[{"a":1},{"a":2}]}`,
      `{"a\\"":1,"a":2}`,
      `{"":1,"a":{"":2}}`,
      "[]",
      "3",
      `"a"`
    ]) {
      assert.isFalse(
        items(body).some((item) => item instanceof Unreadable),
        body
      )
    }
  })

  it("a body that is not JSON at all is refused whole", () => {
    for (const body of ["", "nonsense", '{"a":1', '[{"a":1}', '{\n"a": 1,\n}', "\ufeff{}"]) {
      const refused = genericHttp.decode(message(body))
      assert.isTrue(Result.isFailure(refused) && refused.failure.code === "PAYLOAD_DECODE_FAILED", body)
    }
  })
})
