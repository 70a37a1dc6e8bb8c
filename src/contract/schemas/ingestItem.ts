// The shape of one report of a device. Bodies are read item by item (`intake/validate.ts`), so that one bad item
// never refuses its neighbours; what the numbers may be is for `domain/intake/accept.ts`.
import * as Schema from "effect/Schema"
import { severities } from "../../domain/rule/Document.ts"

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
