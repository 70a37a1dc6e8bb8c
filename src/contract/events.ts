// Events: what happened, told by rules, people, programs and devices.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Alert } from "../domain/event/Alert.ts"
import { Delivery, Event, PostedEvent, sourceKinds } from "../domain/event/Event.ts"
import { ProcessingTrace } from "../domain/event/ProcessingTrace.ts"
import { Uuid } from "../domain/fields.ts"
import { severities } from "../domain/rule/Document.ts"
import { Needs } from "./authorization.ts"
import { Invalid, Malformed, NotFound } from "./errors.ts"
import { BooleanInput, Page, paged, timeRange } from "./paging.ts"

const project = { project_id: Uuid }
const params = { ...project, event_id: Uuid }

const longitude = Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 }))
const latitude = Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 }))

/** `west,south,east,north` in degrees; west > east crosses the antimeridian. */
export const BoundingBox = Schema.String.check(Schema.isPattern(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/, { expected: "west,south,east,north in degrees" })).pipe(
  Schema.decodeTo(
    Schema.Tuple([longitude, latitude, longitude, latitude]).check(Schema.makeFilter(([, south, , north]) => south <= north, { expected: "south not above north" })),
    SchemaTransformation.transform({ decode: (text: string) => text.split(",").map(Number) as unknown as readonly [number, number, number, number], encode: (box: readonly [number, number, number, number]) => box.join(",") })
  )
)

const filter = {
  event_type: Schema.optionalKey(Schema.String),
  severity: Schema.optionalKey(Schema.Literals(severities)),
  entity_id: Schema.optionalKey(Uuid),
  device_id: Schema.optionalKey(Uuid),
  rule_id: Schema.optionalKey(Uuid),
  source: Schema.optionalKey(Schema.Literals(sourceKinds)),
  bbox: Schema.optionalKey(BoundingBox),
  has_alert: Schema.optionalKey(BooleanInput),
  ...timeRange
}

/** An event with all that came of it. */
const EventPage = Schema.Struct({ event: Event, alert: Schema.NullOr(Alert), deliveries: Schema.Array(Delivery), trace: Schema.NullOr(ProcessingTrace) })
  .annotate({ identifier: "EventPage" })

/** The same key and body within a day give the same answer. */
const headers = { "idempotency-key": Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255))) }

export class Events extends HttpApiGroup.make("events").add(
  HttpApiEndpoint.get("list", "/", { params: project, query: { ...paged, ...filter }, success: Page(Event), error: [Malformed, Invalid] }).annotate(Needs, "project:read"),
  HttpApiEndpoint.post("report", "/", { params: project, headers, payload: PostedEvent, success: Event.pipe(HttpApiSchema.status(201)), error: Invalid }).annotate(Needs, "events:write"),
  HttpApiEndpoint.get("get", "/:event_id", { params, success: EventPage, error: NotFound }).annotate(Needs, "project:read")
).prefix("/projects/:project_id/events") {}
