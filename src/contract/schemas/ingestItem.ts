// The shape of one report of a device. Bodies are read item by item (`intake/validate.ts`), so that one bad item
// never refuses its neighbours; what the numbers may be is for `domain/intake/accept.ts`.
import * as Schema from "effect/Schema"
import { severities } from "../../domain/rule/Document.ts"

const Free = Schema.Record(Schema.String, Schema.Json)
/** null: not known */
const Value = Schema.Union([Schema.Finite, Schema.Boolean, Schema.String, Schema.Null])
const Name = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))
const name = (what: string) => Schema.optionalKey(Name.annotate({ description: what }))
const identity = (what: string) =>
  Schema.optionalKey(Schema.Union([Name, Schema.Finite]).annotate({ description: what }))
/** Returns a number, its text, or what stands for "not known": how it is read is for `domain/intake/scalars`. */
const scalar = (what: string) =>
  Schema.optionalKey(
    Schema.Union([Schema.Finite, Schema.String, Schema.Null]).annotate({ description: what })
  )

const DeviceEvent = Schema.Struct({
  type: Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9_]{1,63}$/u)),
  title: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(300)),
  severity: Schema.optionalKey(Schema.Literals(severities)),
  context: Schema.optionalKey(Free)
})

/** IngestItem is one report of a device: a position, measurements, states or events, alone or together. */
export const IngestItem = Schema.StructWithRest(
  Schema.Struct({
    device: identity(
      "external id of the device within the data source; a whole number is read as its digits"
    ),
    device_id: identity("the same as device"),
    device_name: Schema.optionalKey(
      Schema.NullOr(Schema.String.check(Schema.isMaxLength(200))).annotate({
        description: "what people call the device: the name of the one that is made of an unknown identity"
      })
    ),
    time: Schema.Union([Schema.String, Schema.Finite]).annotate({
      description:
        "RFC 3339 with an offset (also `+0000`, `+00`), or unix seconds or milliseconds, as a number or its digits"
    }),
    lat: scalar("degrees, WGS 84; null: not known"),
    latitude: scalar("the same as lat"),
    lon: scalar("degrees, WGS 84"),
    lng: scalar("the same as lon"),
    longitude: scalar("the same as lon"),
    altitude_m: scalar("metres"),
    altitude: scalar("the same as altitude_m"),
    speed_mps: scalar("metres per second, 0 to 3,000"),
    speed: scalar("the same as speed_mps"),
    heading_deg: scalar("degrees from north, clockwise, 0 to 360"),
    heading: scalar("the same as heading_deg"),
    accuracy_m: scalar("metres, not negative"),
    accuracy: scalar("the same as accuracy_m"),
    satellites: scalar("how many the fix is made of, a whole number; 0: no fix"),
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
          "it; so are 0 and V. Stays among the attributes too, as anything else that stands here"
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
