// The intake of devices: its routes, the check of a data source's token, and the outcome of each item.
import { Context } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Uuid } from "../../../domain/schemas.ts"
import { ingestLimits } from "../../../domain/intake/ingestLimits.ts"
import { traceCodes } from "../../../domain/intake/TraceCode.ts"
import type { AdapterKey } from "../../../domain/tracking/DataSource.ts"
import type { SourceConfig } from "../../../domain/tracking/SourceConfig.ts"
import { Needs } from "../../http/authorization.ts"
import {
  Forbidden,
  Invalid,
  Malformed,
  TooLarge,
  Unauthorized,
  Unavailable,
  WrongMediaType
} from "../../http/errors.ts"
import { docs } from "../../http/docs.ts"
import { IngestItem } from "../../schemas/ingestItem.ts"

/** ingestTypes are the media types of a body of reports. */
export const ingestTypes = ["application/json", "application/x-ndjson"]
/** formTypes are these and forms, for the adapters that read forms. */
export const formTypes = [...ingestTypes, "application/x-www-form-urlencoded"]
/** formAdapters are the adapters that read forms. */
export const formAdapters: ReadonlyArray<AdapterKey> = ["generic_http", "osmand"]
/** phoneTypes are the media types of a body that a phone sends. */
export const phoneTypes = ["application/json", "application/x-www-form-urlencoded"]

/** IngestOutcome is the outcome of the item at `index` of the body. */
export const IngestOutcome = Schema.Struct({
  index: Schema.Int,
  status: Schema.Literals(["accepted", "duplicate", "rejected", "unassigned"]),
  code: Schema.optionalKey(Schema.Literals(traceCodes)),
  pointer: Schema.optionalKey(Schema.String),
  detail: Schema.optionalKey(Schema.String),
  trace_id: Schema.optionalKey(Schema.String)
})

/** IngestAnswer counts the outcomes of a body and lists them item by item. */
export const IngestAnswer = Schema.Struct({
  accepted: Schema.Int,
  duplicates: Schema.Int,
  rejected: Schema.Int,
  unassigned: Schema.Int,
  items: Schema.Array(IngestOutcome)
}).annotate({
  identifier: "IngestAnswer",
  examples: [
    { accepted: 1, duplicates: 0, rejected: 0, unassigned: 0, items: [{ index: 0, status: "accepted" }] }
  ]
})

/** CurrentSource is the data source whose token the request carries. */
export class CurrentSource extends Context.Service<
  CurrentSource,
  {
    readonly credential: { readonly sourceId: string; readonly tokenHash: Uint8Array }
    readonly adapterKey: AdapterKey
    readonly config: SourceConfig
  }
>()("contract/CurrentSource") {}

/** AuthenticateSource identifies the data source of the path by its token. */
export class AuthenticateSource extends HttpApiMiddleware.Service<
  AuthenticateSource,
  { provides: CurrentSource }
>()("contract/AuthenticateSource", {
  security: {
    sourceToken: HttpApiSecurity.http({ scheme: "bearer" }).pipe(
      HttpApiSecurity.annotate(
        OpenApi.Description,
        "The token of the data source, shown once when the source is made: `Authorization: Bearer " +
          "src_…`. Senders that only know Basic (OwnTracks) give it as the password, under any user " +
          "name."
      )
    )
  },
  error: [Unauthorized, Forbidden, Unavailable]
}) {}

const phone = {
  params: {
    data_source_id: Schema.String,
    token: Schema.String.annotate({ description: "The token of the data source" })
  },
  success: IngestAnswer,
  error: [Malformed, Invalid, TooLarge, WrongMediaType, Unauthorized, Forbidden, Unavailable]
} as const

const phones =
  "For sources of the adapter `osmand`: OsmAnd's online tracking and Traccar Client can be given an " +
  "address and nothing else, so the token is in it. It opens no other way in."

/** Ingest is the group of endpoints that devices and gateways send reports to. */
export class Ingest extends HttpApiGroup.make("ingest")
  .add(
    HttpApiEndpoint.post("http", "/http/:data_source_id", {
      params: { data_source_id: Uuid },
      payload: Schema.Union([Schema.Array(IngestItem), IngestItem]),
      success: IngestAnswer.pipe(HttpApiSchema.status(202)),
      error: [Malformed, Invalid, TooLarge, WrongMediaType]
    })
      .annotate(Needs, "source_token")
      .annotateMerge(
        docs(
          "Send reports",
          `One report, an array of them, or NDJSON, in the format of the source's adapter. Answers ` +
            `when the rows are durable, with the fate of each item: one bad item never refuses its ` +
            `neighbours, and nothing is stored twice. A request holds at most ${ingestLimits.items} ` +
            `items and ${ingestLimits.bytes / 1024 ** 2} MiB: beyond them 413. An item that says a ` +
            `member twice is refused, and the member named. 503 with \`Retry-After\` stands for the ` +
            `whole request, also where only one of its projects is too far behind: send it again. ` +
            `Members that have no meaning here are kept as attributes of the position. Formats of others ` +
            `are answered as their senders expect it, OwnTracks with \`[]\`.`
        )
      )
  )
  .middleware(AuthenticateSource)
  .add(
    HttpApiEndpoint.get("phone", "/osmand/:data_source_id/:token", phone)
      .annotate(Needs, "source_token")
      .annotateMerge(
        docs(
          "Send a position from a phone",
          `${phones} Everything is in the query: \`id\`, \`lat\`, \`lon\`, \`timestamp\`, \`speed\` ` +
            `(knots), \`bearing\`, \`altitude\`, \`accuracy\`, \`batt\`.`
        )
      ),
    HttpApiEndpoint.post("phonePost", "/osmand/:data_source_id/:token", phone)
      .annotate(Needs, "source_token")
      .annotateMerge(
        docs(
          "Send a position from a phone by POST",
          `${phones} The parameters come in the query or as a form, or Traccar Client's own JSON.`
        )
      )
  )
  .add(
    HttpApiEndpoint.post("addressed", "/http/:data_source_id/:token", phone)
      .annotate(Needs, "source_token")
      .annotateMerge(
        docs(
          "Send reports to an address that has the token",
          "For senders that can only be given an address: the same as without the token in it, answered with " +
            "200. The generic format takes a form too (`application/x-www-form-urlencoded`), as one report " +
            "whose parameters are its members. The token is masked in logs and traces."
        )
      )
  )
  .annotate(OpenApi.Title, "Ingest")
  .annotate(OpenApi.Description, "The way in for devices.")
  .prefix("/ingest") {}
