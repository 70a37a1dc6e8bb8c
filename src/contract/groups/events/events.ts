// Events: what happened, reported by rules, people, programs and devices.
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Alert } from "../../../domain/event/Alert.ts"
import { Delivery } from "../../../domain/automation/Delivery.ts"
import { Event, PostedEvent, sourceKinds } from "../../../domain/event/Event.ts"
import { EventEvidence } from "../../../domain/event/EventEvidence.ts"
import { ProcessingTrace } from "../../../domain/event/ProcessingTrace.ts"
import { Uuid } from "../../../domain/schemas.ts"
import { severities } from "../../../domain/rule/Document.ts"
import { Costs, Needs } from "../../http/authorization.ts"
import { Conflict, Invalid, Malformed, NotFound, TooMany } from "../../http/errors.ts"
import { BooleanInput, Page, paged, optionalParameter, timeRange } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, event_id: Uuid }

const longitude = Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 }))
const latitude = Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 }))

/** BoundingBox is `west,south,east,north` in degrees; west > east crosses the antimeridian. */
export const BoundingBox = Schema.String.check(
  Schema.isPattern(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/u, { expected: "west,south,east,north in degrees" })
).pipe(
  Schema.decodeTo(
    Schema.Tuple([longitude, latitude, longitude, latitude]).check(
      Schema.makeFilter(([, south, , north]) => south <= north, { expected: "south not above north" })
    ),
    SchemaTransformation.transform({
      decode: (text: string) =>
        text.split(",").map(Number) as unknown as readonly [number, number, number, number],
      encode: (box: readonly [number, number, number, number]) => box.join(",")
    })
  )
)

const filter = {
  event_type: optionalParameter(Schema.String, "Only events of this type"),
  severity: optionalParameter(Schema.Literals(severities), "Only events of this severity"),
  entity_id: optionalParameter(Uuid, "Only events of this entity"),
  device_id: optionalParameter(Uuid, "Only events of this device"),
  rule_id: optionalParameter(Uuid, "Only events of this rule"),
  source: optionalParameter(Schema.Literals(sourceKinds), "Only events told by these"),
  bbox: optionalParameter(
    BoundingBox,
    "Only events in this box, or whose shape may touch it: west,south,east,north in degrees; west > " +
      "east crosses the antimeridian"
  ),
  has_alert: optionalParameter(BooleanInput, "Only events with an alert, or only those without"),
  ...timeRange
}

/** An event with all that came of it. */
const EventPage = Schema.Struct({
  event: Event,
  alert: Schema.NullOr(Alert),
  deliveries: Schema.Array(Delivery),
  trace: Schema.NullOr(ProcessingTrace)
}).annotate({ identifier: "EventPage" })

/** An event of a rule, judged again. */
const Verification = Schema.Struct({
  result: Schema.Literals(["match", "data_changed", "not_reproducible"]),
  difference: Schema.Array(
    Schema.Struct({ path: Schema.String, was: Schema.Json, now: Schema.Json })
  ).annotate({
    description:
      "What is not as it was: records the event was judged on, records that came later, and members " +
      "of the event itself"
  })
}).annotate({ identifier: "Verification" })

const headers = {
  "idempotency-key": optionalParameter(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255)),
    "The same key and body within a day give the same answer"
  )
}

const wolf = {
  event_type: "WOLF_SEEN",
  severity: "warning",
  title: "A wolf at the lower meadow",
  time: "2026-05-01T04:40:00Z",
  geometry: { type: "Point", coordinates: [10.51, 51.205] },
  create_alert: true
} as const

/** Events is the group of endpoints that list, read, create and verify events. */
export class Events extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: { ...paged, ...filter },
      success: Page(Event),
      error: [Malformed, Invalid]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs("List events", "What happened, as told by rules, people, programs and devices; newest first.")
      ),
    HttpApiEndpoint.post("report", "/", {
      params: project,
      headers,
      payload: withExample(PostedEvent, wolf),
      success: Event.pipe(HttpApiSchema.status(201)),
      error: Invalid
    })
      .annotate(Needs, "events:write")
      .annotateMerge(
        docs(
          "Report an event",
          "For people and programs. The same `Idempotency-Key` and body within a day give the same " +
            "answer. `create_alert: true` makes an alert of it."
        )
      ),
    HttpApiEndpoint.post("verify", "/:event_id/verify", {
      params,
      success: Verification,
      error: [NotFound, Conflict]
    })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Verify an event",
          "Judges an event of a rule again, from its exact version, the features of then, and the " +
            "records as they are stored. `match`: it comes out the same. `data_changed`: what it was " +
            "judged on was corrected, or records came later. `not_reproducible`: neither, and it comes " +
            "out otherwise: a defect. 409 for an event that no rule made."
        )
      ),
    HttpApiEndpoint.get("evidence", "/:event_id/evidence", {
      params,
      success: EventEvidence,
      error: [NotFound, TooMany]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "explanations")
      .annotateMerge(
        docs(
          "Read the evidence of an event",
          "Why it was told: what the conditions read beside their limits, the rule in words, its figures and the " +
            "track of the hours before and after, and who else was near. A part whose data is gone is null, and " +
            "`reasons` says why."
        )
      ),
    HttpApiEndpoint.get("get", "/:event_id", { params, success: EventPage, error: NotFound })
      .annotate(Needs, "project:read")
      .annotateMerge(
        docs(
          "Read an event",
          "An event with all that came of it: its alert, the deliveries of automations, and the trace " +
            "that explains it (null without `traces:read`)."
        )
      )
  )
  .annotate(OpenApi.Title, "Events")
  .annotate(OpenApi.Description, "What happened, told by rules, people, programs and devices.")
  .prefix("/projects/:project_id/events") {}
