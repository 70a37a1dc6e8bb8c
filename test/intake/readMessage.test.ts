// Floods of requests: what a body holds is counted before it is parsed, so that nine million empty objects
// are refused as text.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { sizeOf } from "../../src/intake/readMessage.ts"
import { serve, TestServer } from "../support/http/server.ts"
import { makeSource } from "../support/http/tracking.ts"

const countOf = (value: unknown): number =>
  typeof value !== "object" || value === null
    ? 0
    : Math.max(0, Object.keys(value).length - 1) +
      Object.values(value).reduce((sum: number, each) => sum + countOf(each), 0)

describe("what JSON text holds", () => {
  it.prop(
    "is what is in it once parsed, however it is laid out and whatever its texts say",
    { value: Schema.Json },
    ({ value }) => {
      const items = Array.isArray(value) && value.length > 0 ? value.length : Array.isArray(value) ? 1 : 0
      const text = JSON.stringify(value)
      assert.deepStrictEqual(sizeOf(text), { items, pieces: countOf(value) })
      assert.strictEqual(sizeOf(` \n${JSON.stringify(value, null, 2)}`).items, items)
    },
    { arbitrary: { runs: 200 } }
  )

  it("is found in text that is none", () => {
    assert.deepStrictEqual(
      ["", "[", "]]]]", "[1,2,", '{"a\\",', '["a,b",[1,2],{"c":1}]'].map((text) => sizeOf(text).items),
      [0, 1, 0, 3, 0, 3]
    )
  })
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a request of many small values",
  (it) => {
    it.effect("is refused with 413 before it is parsed, whether they are items or one item's", () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const source = yield* makeSource()
        const post = (text: string) =>
          Effect.map(
            send("POST", `/ingest/http/${source.id}`, { token: source.token, text }),
            ({ body, status }) => [status, body.code]
          )
        assert.deepStrictEqual(
          yield* post(`[${"{},".repeat(3_000_000)}`),
          [413, "TOO_MANY_ITEMS"],
          "which is not even JSON"
        )
        assert.deepStrictEqual(yield* post(`{"device":"a","x":[${"1,".repeat(4_100_000)}1]}`), [
          413,
          "TOO_MANY_VALUES"
        ])
        assert.deepStrictEqual(yield* post("\n".repeat(4_100_000)), [413, "TOO_MANY_VALUES"])
      })
    )
  }
)
