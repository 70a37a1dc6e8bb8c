// Tests of rules over the past: which events a version or a draft would have made, and why a rule did or did not
// fire. Nothing is created.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import { BodyLimits, Costs, Needs } from "../../http/authorization.ts"
import { Invalid, NotFound, TooMany, Unavailable } from "../../http/errors.ts"
import { docs, withExample } from "../../http/docs.ts"
import { Explanation, momentQuery } from "../../schemas/explanation.ts"
import { ndjsonDescription } from "../../schemas/progressLine.ts"
import { StressKind, StressResult } from "../../schemas/stressResult.ts"
import { TestResult } from "../../schemas/ruleTestResult.ts"

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
    Schema.Array(Schema.Literal("evaluation")).annotate({
      description: "What to add for drawing: spans of each condition's truth, and series of what they read"
    })
  )
}

const SavedTest = Schema.Struct({
  ...range,
  version: Schema.optionalKey(Version.annotate({ description: "The current version where left out" })),
  baseline: Schema.optionalKey(
    Schema.Struct({
      rule_id: Schema.optionalKey(Uuid.annotate({ description: "The rule itself where left out" })),
      version: Version
    }).annotate({
      description: "Another saved version to compare with; then both begin blank"
    })
  )
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

const StressTest = Schema.Struct({
  from: range.from,
  to: range.to,
  entity_ids: range.entity_ids,
  document: DraftTest.fields.document,
  variants: Schema.optionalKey(
    Schema.Array(StressKind)
      .check(Schema.isMinLength(1), Schema.isMaxLength(5))
      .annotate({ description: "Only these disturbances; all unless given" })
  ),
  seed: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })).annotate({
      description: "1 unless given"
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
  `\`Retry-After\` where too many tests run at once. ${ndjsonDescription}`

/** RuleTests is the group of endpoints that test rules, drafts and their tolerance, and explain them. */
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
            `then; compared with a \`baseline\`, it begins blank like that. ${untouched}`
        )
      ),
    HttpApiEndpoint.post("stressDocument", "/stress-document", {
      params: project,
      payload: withExample(StressTest, { ...draft, seed: 1 }),
      success: StressResult,
      error: [NotFound, Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "project:read")
      .annotate(Costs, "rule_tests")
      .annotate(BodyLimits, limits)
      .annotateMerge(
        docs(
          "Test how much a draft tolerates",
          `Runs a rule document over a stretch of the past, then over the same records late, doubled, out ` +
            `of order, with clocks and places a bit wrong, in several magnitudes, and says whether its ` +
            `events stay the same and from which size on they do not. It begins blank, like the test of a ` +
            `draft. ${untouched}`
        )
      ),
    HttpApiEndpoint.get("explain", "/:rule_id/explain", {
      params,
      query: momentQuery,
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
