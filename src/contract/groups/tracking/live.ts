// The live stream: changes in a project, as server-sent events that a client resumes by id.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { optionalParameter } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

/** liveTypes are the types of entries of the stream. */
export const liveTypes = [
  "event.created",
  "event.updated",
  "alert.created",
  "alert.updated",
  "position.updated",
  "run.updated",
  "rule.updated"
] as const
/** LiveType is the type of a message of the live stream. */
export type LiveType = (typeof liveTypes)[number]

/** Types are the requested types, separated by commas; all of them unless given. */
const Types = Schema.String.pipe(
  Schema.decodeTo(
    Schema.Array(Schema.Literals(liveTypes)).check(Schema.isMinLength(1)),
    // the target checks the words
    SchemaTransformation.transform({
      decode: (text: string) => text.split(",") as unknown as ReadonlyArray<LiveType>,
      encode: (types: ReadonlyArray<LiveType>) => types.join(",")
    })
  )
)

/** EntryId is the id of an entry of the stream. */
const EntryId = Schema.String.check(
  Schema.isPattern(/^\d{1,15}$/u, { expected: "an id that the stream gave" })
)

/**
 * Entry is one event of the stream. `hello` comes first: `last_id` is the entry after which the stream
 * begins, `at` the time of the server; every later commit is sent. `event.*` and `alert.*` carry the record
 * as its GET gives it, `run.updated` and `rule.updated` as the list does; for a record that is no longer in
 * any list they carry the id. `position.updated` and `position.batch` have no id and are not resumed: the
 * latest counts. `reset`: the id named is not of this stream; the client reloads its data. A comment comes at
 * least every 15 seconds, or an `alive` where positions come in batches.
 */
const Entry = Schema.Struct({
  id: Schema.UndefinedOr(Schema.String),
  event: Schema.Literals(["hello", "alive", ...liveTypes, "position.batch", "reset"]),
  data: Schema.fromJsonString(Schema.Json)
})

/** Live is the group with the one endpoint that streams. */
export class Live extends HttpApiGroup.make("live")
  .add(
    HttpApiEndpoint.get("stream", "/projects/:project_id/stream", {
      params: { project_id: Uuid },
      // browsers resume by the header; a client that cannot set it names the id in the address
      query: {
        types: optionalParameter(Types, `Only these types, separated by commas: ${liveTypes.join(", ")}`),
        last_event_id: optionalParameter(EntryId, "The same as the header Last-Event-ID"),
        positions: optionalParameter(
          Schema.Literals(["each", "batch"]),
          "How positions are told: each in a `position.updated`, as it is unless given, or many in a " +
            "`position.batch`"
        )
      },
      headers: { "last-event-id": optionalParameter(EntryId, "Resume after the entry of this id") },
      success: HttpApiSchema.StreamSse({ events: Entry })
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Follow a project live",
          "Server-sent events. The first is `hello {last_id, at}`: all that is committed after it is " +
            "told, so read the lists you show once it is there. `event.*` and `alert.*` carry the record " +
            "as its GET gives it, `run.updated` and `rule.updated` as the list does (of one that is gone " +
            "`id` alone, of an archived rule `id` and `archived`). They have an id: a reader resumes " +
            "with `Last-Event-ID` and misses nothing. `position.updated` has no id: the latest counts. With " +
            "`positions=batch` there is " +
            "`position.batch` in its place, at most one in 250 ms, with what a map needs of the newest " +
            "position of each subject: `{items: [{entity_id, device_id, time, lon, lat, heading_deg, " +
            "speed_mps, record_type}]}`. `reset` says that the id named is not of this stream: read " +
            "again what you show. A comment comes at least every 15 seconds; with `positions=batch` it is an " +
            "`alive`, which a browser lets its pages hear."
        )
      )
  )
  .annotate(OpenApi.Title, "Live")
  .annotate(OpenApi.Description, "What happens in a project, as it happens.") {}
