// The result of a connection test.
import * as Schema from "effect/Schema"

/** SourceCheck is one check of a test, passed or failed. */
export const SourceCheck = Schema.Struct({
  name: Schema.Literals(["door", "broker", "topics", "queue", "websocket", "network_server"]),
  ok: Schema.Boolean,
  code: Schema.String,
  detail: Schema.String.annotate({ description: "What was found" }),
  remedy: Schema.NullOr(Schema.String).annotate({
    description: "What to do about it; where nothing stands in the way, what to see to nevertheless"
  })
}).annotate({ identifier: "SourceCheck" })
export type SourceCheck = typeof SourceCheck.Type

/** SourceTest is the result: all checks in order. */
export const SourceTest = Schema.Struct({
  ok: Schema.Boolean,
  duration_ms: Schema.Int,
  checks: Schema.Array(SourceCheck)
}).annotate({ identifier: "SourceTest" })
export type SourceTest = typeof SourceTest.Type

/** Returns a check that passed. */
export const passedCheck = (name: SourceCheck["name"], code: string, detail: string): SourceCheck => ({
  name,
  ok: true,
  code,
  detail,
  remedy: null
})
/** Returns a check that failed, with what to do about it. */
export const failedCheck = (
  name: SourceCheck["name"],
  code: string,
  detail: string,
  remedy: string
): SourceCheck => ({ name, ok: false, code, detail, remedy })
