// The way in for devices: one route, and the shape of an item. Bodies are read item by item (`readItem`), so
// that one bad item never refuses its neighbours; what the numbers may be is for `domain/intake/accept.ts`.
import { Ajv2020 } from "ajv/dist/2020.js"
import { Context, Result } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { missingMember, unknownMember } from "../../domain/brokenMembers.ts"
import { Uuid } from "../../domain/fields.ts"
import { type Item, refuse, type Refusal } from "../../domain/intake/Report.ts"
import { traceCodes } from "../../domain/intake/TraceCode.ts"
import { severities } from "../../domain/rule/Document.ts"
import type { AdapterKey } from "../../domain/tracking/DataSource.ts"
import type { SourceConfig } from "../../domain/tracking/SourceConfig.ts"
import { Needs } from "../http/authorization.ts"
import {
  Forbidden,
  Invalid,
  Malformed,
  TooLarge,
  Unauthorized,
  Unavailable,
  WrongMediaType
} from "../http/errors.ts"
import { says } from "../http/says.ts"

/** What a body may be. */
export const ingestLimits = {
  bytes: 32 * 1024 * 1024,
  items: 100_000,
  pieces: 4_000_000,
  depth: 32,
  types: ["application/json", "application/x-ndjson"],
  phoneTypes: ["application/json", "application/x-www-form-urlencoded"]
} as const

const Free = Schema.Record(Schema.String, Schema.Json)
const Value = Schema.Union([Schema.Finite, Schema.Boolean, Schema.String])
const name = (what: string) =>
  Schema.optionalKey(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)).annotate({ description: what })
  )
const number = (what: string) => Schema.optionalKey(Schema.Finite.annotate({ description: what }))
const perhaps = (what: string) =>
  Schema.optionalKey(Schema.NullOr(Schema.Finite).annotate({ description: what }))

const DeviceEvent = Schema.Struct({
  type: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]{1,63}$/u)),
  title: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(300)),
  severity: Schema.optionalKey(Schema.Literals(severities)),
  context: Schema.optionalKey(Free)
})

/** One report of a device. A position, measurements, states and events come together or alone. */
export const IngestItem = Schema.StructWithRest(
  Schema.Struct({
    device: name("external id of the device within the data source"),
    device_id: name("the same as device"),
    device_name: Schema.optionalKey(
      Schema.NullOr(Schema.String.check(Schema.isMaxLength(200))).annotate({
        description: "what people call the device: the name of the one that is made of an unknown identity"
      })
    ),
    time: Schema.Union([Schema.String, Schema.Finite]).annotate({
      description: "RFC 3339 with an offset, or unix seconds or milliseconds"
    }),
    lat: number("degrees, WGS 84"),
    latitude: number("the same as lat"),
    lon: number("degrees, WGS 84"),
    lng: number("the same as lon"),
    longitude: number("the same as lon"),
    altitude_m: perhaps("metres"),
    altitude: perhaps("the same as altitude_m"),
    speed_mps: perhaps("metres per second, 0 to 3,000"),
    speed: perhaps("the same as speed_mps"),
    heading_deg: perhaps("degrees from north, clockwise, 0 to 360"),
    heading: perhaps("the same as heading_deg"),
    accuracy_m: perhaps("metres, not negative"),
    accuracy: perhaps("the same as accuracy_m"),
    satellites: Schema.optionalKey(
      Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 32_767 })))
    ),
    record_type: Schema.optionalKey(
      Schema.Literals(["gnss", "network"]).annotate({ description: "gnss unless given" })
    ),
    measurements: Schema.optionalKey(Schema.Record(Schema.String, Value).check(Schema.isMaxProperties(200))),
    metric: Schema.optionalKey(Schema.String.annotate({ description: "one measurement: its metric" })),
    value: Schema.optionalKey(Value),
    unit: name("the unit of value"),
    state: Schema.optionalKey(Free.check(Schema.isMaxProperties(200))),
    events: Schema.optionalKey(Schema.Array(DeviceEvent).check(Schema.isMaxLength(100))),
    attributes: Schema.optionalKey(Free),
    valid: Schema.optionalKey(
      Schema.Json.annotate({
        description:
          "false: the sender marks the position as wrong; it is kept, and no rule or analysis uses " +
          "it. Stays among the attributes too, as anything else that stands here"
      })
    )
  }),
  [Free]
).annotate({
  identifier: "IngestItem",
  description: "Members not named here are kept as attributes of the position.",
  examples: [
    {
      device: "collar-7",
      time: "2026-05-01T04:40:00Z",
      lat: 51.205,
      lon: 10.51,
      speed_mps: 0.4,
      accuracy_m: 6,
      measurements: { battery_voltage: 3.7 }
    }
  ]
})

const { definitions, schema } = Schema.toJsonSchemaDocument(IngestItem, { onExcessProperty: "error" })
const fits = new Ajv2020().compile<Item>({ ...schema, $defs: definitions })

/**
 * An item whose members have the right types, or the first that has not. Nothing is converted, and `raw` is
 * not copied.
 */
export const readItem = (raw: unknown): Result.Result<Item, Refusal> => {
  if (fits(raw)) return Result.succeed(raw)
  const [first, ...others] = fits.errors! // there after every failed validation
  const { instancePath, keyword, params } = first!
  const member = (name: unknown) =>
    `${instancePath}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`
  if (keyword === "required")
    return Result.fail(refuse("ITEM_INVALID", member(params["missingProperty"]), missingMember.detail))
  if (keyword === "additionalProperties")
    return Result.fail(refuse("ITEM_INVALID", member(params["additionalProperty"]), unknownMember.detail))
  const ways = [first!, ...others]
    .filter((e) => e.instancePath === instancePath && e.keyword !== "anyOf")
    .map((e) => e.message)
  return Result.fail(refuse("ITEM_INVALID", instancePath, ways.join(", or ")))
}

/** What became of the item at `index` of the body. */
export const IngestOutcome = Schema.Struct({
  index: Schema.Int,
  status: Schema.Literals(["accepted", "duplicate", "rejected", "unassigned"]),
  code: Schema.optionalKey(Schema.Literals(traceCodes)),
  pointer: Schema.optionalKey(Schema.String),
  detail: Schema.optionalKey(Schema.String),
  trace_id: Schema.optionalKey(Schema.String)
})

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

/** The data source a request writes as. */
export class CurrentSource extends Context.Service<
  CurrentSource,
  {
    readonly pass: { readonly sourceId: string; readonly tokenHash: Uint8Array }
    readonly adapterKey: AdapterKey
    readonly config: SourceConfig
  }
>()("contract/CurrentSource") {}

/** Knows the data source of the path by its token. */
export class EnterSource extends HttpApiMiddleware.Service<EnterSource, { provides: CurrentSource }>()(
  "contract/EnterSource",
  {
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
  }
) {}

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
        says(
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
  .middleware(EnterSource)
  .add(
    HttpApiEndpoint.get("phone", "/osmand/:data_source_id/:token", phone)
      .annotate(Needs, "source_token")
      .annotateMerge(
        says(
          "Send a position from a phone",
          `${phones} Everything is in the query: \`id\`, \`lat\`, \`lon\`, \`timestamp\`, \`speed\` ` +
            `(knots), \`bearing\`, \`altitude\`, \`accuracy\`, \`batt\`.`
        )
      ),
    HttpApiEndpoint.post("phonePost", "/osmand/:data_source_id/:token", phone)
      .annotate(Needs, "source_token")
      .annotateMerge(
        says(
          "Send a position from a phone by POST",
          `${phones} The parameters come in the query or as a form, or Traccar Client's own JSON.`
        )
      )
  )
  .annotate(OpenApi.Title, "Ingest")
  .annotate(OpenApi.Description, "The way in for devices.")
  .prefix("/ingest") {}
