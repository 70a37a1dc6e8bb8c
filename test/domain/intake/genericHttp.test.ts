import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { type Message, Unreadable } from "../../../src/domain/intake/decode/Decoder.ts"
import { genericHttp } from "../../../src/domain/intake/decode/genericHttp.ts"
import type { SourceConfig } from "../../../src/domain/tracking/SourceConfig.ts"

const message = (body: string, contentType = "application/json", config: SourceConfig = {}): Message => ({ body, contentType, query: "", topic: "", retained: false, receivedAt: 0, config })
const items = (body: string, type = "application/json") => Result.getOrThrow(genericHttp.decode(message(body, type)))

describe("the generic format", () => {
  it("is one object, an array, or one object a line", () => {
    assert.deepStrictEqual(items("{\"a\":1}"), [{ a: 1 }])
    assert.deepStrictEqual(items("[{\"a\":1},2]"), [{ a: 1 }, 2])
    assert.deepStrictEqual(items("[]"), [])
    for (const type of ["application/json", "application/x-ndjson"]) {
      assert.deepStrictEqual(items("{\"a\":1}\n{\"a\":2}\r\n\n{\"a\":3}\n", type), [{ a: 1 }, { a: 2 }, { a: 3 }], type)
    }
    assert.deepStrictEqual(items("", "application/x-ndjson"), [])
  })

  it("a line that is not JSON stands for itself, and its neighbours go on", () => {
    const [first, bad, last] = items("{\"a\":1}\n{\"a\":\n{\"a\":3}", "application/x-ndjson")
    assert.deepStrictEqual([first, last], [{ a: 1 }, { a: 3 }])
    assert.instanceOf(bad, Unreadable)
    assert.strictEqual(bad.text, "{\"a\":")
    assert.instanceOf(items("{\"a\":1}\nnonsense")[1], Unreadable)
  })

  it("a body that is not JSON at all is refused whole", () => {
    for (const body of ["", "nonsense", "{\"a\":1", "[{\"a\":1}", "{\n\"a\": 1,\n}", "\ufeff{}"]) {
      const refused = genericHttp.decode(message(body))
      assert.isTrue(Result.isFailure(refused) && refused.failure.code === "PAYLOAD_DECODE_FAILED", body)
    }
  })
})
