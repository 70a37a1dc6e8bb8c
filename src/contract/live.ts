// The live stream: what happens in a project, as server-sent events that a reader resumes by id.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Uuid } from "../domain/fields.ts"
import { Needs } from "./authorization.ts"

export const liveTypes = ["event.created", "event.updated", "alert.created", "alert.updated", "position.updated", "run.updated"] as const
export type LiveType = typeof liveTypes[number]

/** Types, separated by commas; all of them unless given. */
const Types = Schema.String.pipe(Schema.decodeTo(
  Schema.Array(Schema.Literals(liveTypes)).check(Schema.isMinLength(1)),
  // the target checks the words
  SchemaTransformation.transform({ decode: (text: string) => text.split(",") as unknown as ReadonlyArray<LiveType>, encode: (types: ReadonlyArray<LiveType>) => types.join(",") })
))

/** The id of an entry, as the stream gave it. */
const EntryId = Schema.String.check(Schema.isPattern(/^\d{1,15}$/, { expected: "an id that the stream gave" }))

/**
 * `event.*` and `alert.*` carry the record as its GET gives it. `position.updated` has no id and is not resumed: the latest counts.
 * `reset`: the id named is not of this stream; read again what you show. A comment comes at least every 15 seconds.
 */
const Entry = Schema.Struct({
  id: Schema.UndefinedOr(Schema.String),
  event: Schema.Literals([...liveTypes, "reset"]),
  data: Schema.fromJsonString(Schema.Json)
})

export class Live extends HttpApiGroup.make("live").add(
  HttpApiEndpoint.get("stream", "/projects/:project_id/stream", {
    params: { project_id: Uuid },
    // browsers resume by the header; whoever cannot set one names the id in the address
    query: { types: Schema.optionalKey(Types), last_event_id: Schema.optionalKey(EntryId) },
    headers: { "last-event-id": Schema.optionalKey(EntryId) },
    success: HttpApiSchema.StreamSse({ events: Entry })
  }).annotate(Needs, "project:read")
) {}
