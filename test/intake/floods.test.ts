// Floods of requests: what a body holds is counted before it is parsed, so that nine million empty objects
// are refused as text.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serve, TestServer } from "../support/http/server.ts"
import { makeSource } from "../support/http/tracking.ts"

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
