// The live stream: what happens in a project, as server-sent events that a reader resumes by id.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/fields.ts"
import { Needs } from "../../http/authorization.ts"
import { perhaps } from "../../http/paging.ts"
import { docs } from "../../http/docs.ts"

export const liveTypes = [
  "event.created",
  "event.updated",
  "alert.created",
  "alert.updated",
  "position.updated",
  "run.updated",
  "rule.updated"
] as const
export type LiveType = (typeof liveTypes)[number]

/** Types, separated by commas; all of them unless given. */
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

/** The id of an entry, as the stream gave it. */
const EntryId = Schema.String.check(
  Schema.isPattern(/^\d{1,15}$/u, { expected: "an id that the stream gave" })
)

/**
 * `hello` comes first: `last_id`, the entry after which the stream begins, and `at`, the time of the server;
 * what is committed from then on is told. `event.*` and `alert.*` carry the record as its GET gives it,
 * `run.updated` and `rule.updated` as the list does; of what is in no list any more they carry the id.
 * `position.updated` and `position.batch` have no id and are not resumed: the latest counts. `reset`: the id
 * named is not of this stream; read again what you show. A comment comes at least every 15 seconds, or an
 * `alive` where positions come in batches.
 */
const Entry = Schema.Struct({
  id: Schema.UndefinedOr(Schema.String),
  event: Schema.Literals(["hello", "alive", ...liveTypes, "position.batch", "reset"]),
  data: Schema.fromJsonString(Schema.Json)
})

export class Live extends HttpApiGroup.make("live")
  .add(
    HttpApiEndpoint.get("stream", "/projects/:project_id/stream", {
      params: { project_id: Uuid },
      // browsers resume by the header; whoever cannot set one names the id in the address
      query: {
        types: perhaps(Types, `Only these types, separated by commas: ${liveTypes.join(", ")}`),
        last_event_id: perhaps(EntryId, "The same as the header Last-Event-ID"),
        positions: perhaps(
          Schema.Literals(["each", "batch"]),
          "How positions are told: each in a `position.updated`, as it is unless given, or many in a " +
            "`position.batch`"
        )
      },
      headers: { "last-event-id": perhaps(EntryId, "Resume after the entry of this id") },
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
