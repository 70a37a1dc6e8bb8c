// Every rule about one subject at one moment: which fired, which nearly did, and what stopped the others.
import * as Schema from "effect/Schema"
import { ConditionReading, SentencePart } from "../../domain/event/EventEvidence.ts"
import { Instant, InstantInput, Uuid } from "../../domain/fields.ts"
import { severities } from "../../domain/rule/Document.ts"
import { paged, perhaps } from "../http/paging.ts"
import { TestSubject } from "./ruleTestResult.ts"

/** Rules of a page at most, and of what is asked at once for the price of one explanation. */
export const MAX_EXPLAINED = 200
export const RULES_EACH = 20
/** Rules that are led through a day: for the lanes, and for what another limit had done. */
export const MAX_LANES = 20
export const MAX_NEAREST = 3
export const LANE_HOURS = 24

export const ruleGroups = ["fired", "near", "waiting", "not_asked", "not_in_scope"] as const
export type RuleGroup = (typeof ruleGroups)[number]

const Explained = Schema.Struct({
  rule: Schema.Struct({
    id: Uuid,
    name: Schema.String,
    severity: Schema.Literals(severities),
    enabled: Schema.Boolean
  }),
  version: Schema.Int,
  group: Schema.Literals(ruleGroups).annotate({
    description:
      "`near`: asked, or one condition short; `waiting`: for time to pass; `not_asked`: nothing asked it then; " +
      "`not_in_scope`: not about the subject, or not in force"
  }),
  event_ids: Schema.Array(Uuid).annotate({
    description: "Of those that fired, as far as they are on record"
  }),
  first_stop: Schema.NullOr(
    Schema.Struct({ path: Schema.String, code: Schema.String, detail: Schema.String })
  ),
  conditions: Schema.Array(ConditionReading),
  waits_until: Schema.NullOr(Instant).annotate({
    description: "When it fires, at the earliest, if nothing changes"
  }),
  done_share: Schema.NullOr(Schema.Finite).annotate({ description: "How much of that wait is over, 0 to 1" }),
  nearest: Schema.NullOr(
    Schema.Struct({
      path: Schema.String,
      limit: Schema.Finite,
      would_fire_at: Schema.NullOr(Instant).annotate({
        description: "When it had first fired in the day before, with this limit; null: it had not"
      })
    })
  ).annotate({
    description:
      `The limit with which the one condition that failed had not; of the first ${MAX_NEAREST} rules of a page ` +
      "that are near. null: not one alone failed, or no limit that makes sense would be met: a speed of 0 is above " +
      "none that is not below zero"
  })
}).annotate({ identifier: "ExplainedRule" })

const Lane = Schema.Struct({
  rule_id: Uuid,
  spans: Schema.Array(Schema.Struct({ from: Instant, to: Instant, value: Schema.NullOr(Schema.Boolean) })),
  fired: Schema.Array(Instant)
}).annotate({ identifier: "RuleLane" })

export const WhyNot = Schema.Struct({
  subject: TestSubject,
  at: Instant,
  summary: Schema.Array(SentencePart),
  position: Schema.NullOr(
    Schema.Struct({
      record_id: Schema.Int,
      time: Instant,
      age_seconds: Schema.Finite,
      lon: Schema.Finite,
      lat: Schema.Finite
    })
  ),
  rules: Schema.Array(Explained).annotate({
    description: `Newest rule first; those of one page, never more than ${MAX_EXPLAINED}`
  }),
  next_cursor: Schema.NullOr(Schema.String),
  lanes: Schema.optionalKey(
    Schema.Array(Lane).annotate({
      description: `The day before, of the first ${MAX_LANES} rules of the page that are about the subject`
    })
  )
}).annotate({ identifier: "WhyNot" })
export type WhyNot = typeof WhyNot.Type

/** When, and how much of it. */
export const whyNotQuery = {
  at: Schema.annotateEncoded<typeof InstantInput>({ description: "The moment" })(InstantInput),
  include: perhaps(Schema.Literal("lanes"), "Also how the rules found the subject in the day before"),
  ...paged
}
