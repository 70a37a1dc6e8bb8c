// Rules asked about the past: what a version or a draft would have made of it, and why a rule did or did not
// fire. Nothing is created.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantInput, Uuid } from "../../domain/fields.ts"
import { BodyLimits, Costs, Needs } from "../http/authorization.ts"
import { Invalid, NotFound, TooMany, Unavailable } from "../http/errors.ts"
import { docs, withExample } from "../http/docs.ts"
import { Explanation, moment } from "../schemas/explanation.ts"
import { TestResult } from "../schemas/ruleTestResult.ts"

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
        docs(
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
        docs(
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
        docs(
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
