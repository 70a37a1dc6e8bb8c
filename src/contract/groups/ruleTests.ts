// Rules asked about the past: what a version or a draft would have made of it, and why a rule did or did not
// fire. Nothing is created.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Instant, InstantInput, Uuid } from "../../domain/fields.ts"
import { Warning } from "../../domain/rule/SavedRule.ts"
import { BodyLimits, Costs, Needs } from "../http/authorization.ts"
import { Invalid, NotFound, TooMany, Unavailable } from "../http/errors.ts"
import { IntegerInput, perhaps } from "../http/paging.ts"
import { says, withExample } from "../http/says.ts"

const project = { project_id: Uuid }
const params = { ...project, rule_id: Uuid }
const Version = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

const range = {
  from: InstantInput,
  to: InstantInput,
  entity_ids: Schema.optionalKey(
    Schema.Array(Uuid)
      .check(Schema.isMinLength(1), Schema.isMaxLength(1000))
      .annotate({ description: "These entities alone" })
  ),
  trace: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "With each event, the evaluation that made it" })
  ),
  include: Schema.optionalKey(
    Schema.Array(Schema.Literal("evaluation")).annotate({ description: "What to add for drawing" })
  )
}

const SavedTest = Schema.Struct({
  ...range,
  version: Schema.optionalKey(Version.annotate({ description: "The current version where left out" }))
})
const DraftTest = Schema.Struct({
  ...range,
  document: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "A rule document; its schema is GET …/rules/schema"
  }),
  baseline: Schema.optionalKey(
    Schema.Struct({ rule_id: Uuid, version: Version }).annotate({
      description: "A saved version to compare with; both begin blank"
    })
  )
})

/** Conditions as they were found: a tree like the document's, each leaf with what it read. */
const Evaluated = Schema.Record(Schema.String, Schema.Json).annotate({
  description:
    "The conditions as they were found: a tree like the document's, with truth (true, false or null " +
    "for unknown), values, record ids, and what was missing"
})

const TestSubject = Schema.Struct({
  entity_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid).annotate({
    description: "The subject is this device: it carries no entity"
  }),
  name: Schema.String
}).annotate({ identifier: "TestSubject" })

const Named = Schema.Struct({ id: Uuid, name: Schema.String })

/** An event that would have been made. */
const TestEvent = Schema.Struct({
  time: Instant,
  subject: TestSubject,
  title: Schema.String,
  reason: Schema.Literals(["fired", "reminder"]),
  feature: Schema.optionalKey(Named),
  would_create_alert: Schema.Boolean,
  context: Schema.Record(Schema.String, Schema.Json),
  trace: Schema.optionalKey(Evaluated)
}).annotate({ identifier: "TestEvent", description: "An event that would have been made" })

const Span = Schema.Struct({
  from: Instant,
  to: Instant,
  value: Schema.NullOr(Schema.Boolean).annotate({ description: "null: unknown" })
})
const Point = Schema.Struct({ time: Instant, value: Schema.Finite })

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const TestResult = Schema.Struct({
  events: Schema.Array(TestEvent).annotate({ description: "The first 500, oldest first" }),
  total: count.annotate({ description: "All events that would have been made before covered_to" }),
  rows_read: count,
  steps: count.annotate({ description: "Ticks of the schedule that were judged" }),
  truncated: Schema.Boolean.annotate({
    description: "A limit was reached: 50,000 rows, 500 events or 5,000 schedule steps"
  }),
  truncated_by: Schema.NullOr(Schema.Literals(["rows", "events", "steps"])),
  covered_to: Instant.annotate({
    description: "Everything before this moment was judged, for every subject; at most now"
  }),
  warnings: Schema.Array(Warning),
  baseline: Schema.optionalKey(
    Schema.Struct({
      added: Schema.Array(TestEvent),
      removed: Schema.Array(TestEvent),
      unchanged: Schema.Array(TestEvent),
      totals: Schema.Struct({ added: count, removed: count, unchanged: count })
    }).annotate({
      description:
        "The first 500 events of each kind: those of the draft alone, of the baseline alone, and of both"
    })
  ),
  evaluation: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        subject: TestSubject,
        spans: Schema.Array(Span).annotate({
          description:
            "When the conditions were true, false or unknown, from one evaluation to the next that " +
            "found otherwise"
        }),
        series: Schema.Array(Schema.Struct({ metric: Schema.String, points: Schema.Array(Point) })).annotate({
          description: "The figures as the conditions read them; thinned out, highs and lows kept"
        })
      })
    ).annotate({ description: "At most 50 subjects, 500 spans and 500 points of a series each" })
  )
}).annotate({ identifier: "RuleTestResult" })

const State = Schema.Struct({
  active: Schema.Boolean,
  since: Schema.NullOr(Instant),
  last_fired_at: Schema.NullOr(Instant),
  pending_until: Schema.NullOr(Instant),
  reason: Schema.String
}).annotate({ identifier: "RememberedState" })

const Explanation = Schema.Struct({
  rule_id: Uuid,
  version: Schema.Int,
  subject: TestSubject,
  at: Instant,
  in_force: Schema.Boolean.annotate({ description: "This version ruled the subject then" }),
  asked_by: Schema.NullOr(
    Schema.Literals(["position", "measurement", "state", "schedule", "deadline"])
  ).annotate({
    description:
      "What started an evaluation at that moment; null: nothing did, and the conditions are shown as " +
      "they would have been found"
  }),
  fired: Schema.Boolean,
  events: Schema.Array(
    Schema.Struct({
      event_id: Schema.NullOr(Uuid).annotate({ description: "null: there is none on record" }),
      kind: Schema.Literals(["rise", "reminder", "enter", "exit"]),
      title: Schema.String,
      feature: Schema.NullOr(Named),
      snoozed: Schema.Boolean
    })
  ),
  evaluated: Schema.NullOr(Evaluated),
  position: Schema.NullOr(
    Schema.Struct({
      record_id: Schema.Int,
      time: Instant,
      age_seconds: Schema.Finite,
      lon: Schema.Finite,
      lat: Schema.Finite
    })
  ).annotate({ description: "The fix that told where the subject was" }),
  inside: Schema.Array(Named),
  state: Schema.Struct({ before: State, after: State }),
  first_stop: Schema.NullOr(
    Schema.Struct({ path: Schema.String, code: Schema.String, detail: Schema.String })
  ).annotate({
    description:
      "What kept it from firing, or from making an alert: the place in the document as a JSON " +
      "Pointer, and a sentence for people"
  })
}).annotate({ identifier: "Explanation" })

const moment = {
  entity_id: perhaps(Uuid, "The entity asked about; either this or device_id"),
  device_id: perhaps(Uuid, "The device without an entity asked about"),
  at: Schema.annotateEncoded<typeof InstantInput>({ description: "The moment" })(InstantInput),
  version: perhaps(
    IntegerInput(1, 2_147_483_647),
    "A version; where left out the one in force then, else the current one"
  )
}

const limits = { bytes: 1024 * 1024, depth: 32, nodes: 20_000 }

const may = { from: "2026-04-01T00:00:00Z", to: "2026-05-01T00:00:00Z" } as const
const draft = {
  ...may,
  document: {
    trigger: { kind: "measurement", metric_key: "battery_voltage" },
    conditions: { type: "threshold", metric: "battery_voltage", op: "<", value: 3.3 },
    event: { event_type: "BATTERY_LOW", title: "{entity}: battery at {value} V" }
  }
} as const

const untouched =
  "Nothing is created. Reaching a limit is a result: see `truncated` and `covered_to`. 503 with " +
  "`Retry-After` where too many tests run at once."

export class RuleTests extends HttpApiGroup.make("ruleTests")
  .add(
    HttpApiEndpoint.post("testDocument", "/test-document", {
      params: project,
      payload: withExample(DraftTest, draft),
      success: TestResult,
      error: [NotFound, Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "rule_tests")
      .annotate(BodyLimits, limits)
      .annotateMerge(
        says(
          "Test a draft",
          `What a rule document that is not saved would have made of a stretch of the past, as if it ` +
            `had been enabled at its beginning, with features and groups as they are now. ${untouched}`
        )
      ),
    HttpApiEndpoint.post("test", "/:rule_id/test", {
      params,
      payload: withExample(SavedTest, { ...may, trace: true }),
      success: TestResult,
      error: [NotFound, Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "rule_tests")
      .annotateMerge(
        says(
          "Test a version",
          `What a saved version would have made of a stretch of the past, with features and groups as ` +
            `they are now. Where it was in force at the beginning it starts from what it remembered ` +
            `then. ${untouched}`
        )
      ),
    HttpApiEndpoint.get("explain", "/:rule_id/explain", {
      params,
      query: moment,
      success: Explanation,
      error: [NotFound, Invalid, TooMany]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "explanations")
      .annotateMerge(
        says(
          "Explain a rule",
          "How a rule found a subject at a moment, fired or not: evaluated again from the stored " +
            "records, with the first thing that stopped it."
        )
      )
  )
  .annotate(OpenApi.Title, "Rule tests")
  .annotate(
    OpenApi.Description,
    "Rules asked about the past: what they would have made of it, and why they did or did not fire."
  )
  .prefix("/projects/:project_id/rules") {}
