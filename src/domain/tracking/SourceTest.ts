// What a connection test found.
import * as Schema from "effect/Schema"

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

export const SourceTest = Schema.Struct({
  ok: Schema.Boolean,
  duration_ms: Schema.Int,
  checks: Schema.Array(SourceCheck)
}).annotate({ identifier: "SourceTest" })
export type SourceTest = typeof SourceTest.Type

export const passedCheck = (name: SourceCheck["name"], code: string, detail: string): SourceCheck => ({
  name,
  ok: true,
  code,
  detail,
  remedy: null
})
export const failedCheck = (
  name: SourceCheck["name"],
  code: string,
  detail: string,
  remedy: string
): SourceCheck => ({ name, ok: false, code, detail, remedy })
