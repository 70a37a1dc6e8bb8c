// Every rule of a project about one subject at one moment: which fired, which nearly did, and what stopped the
// others.
import * as Schema from "effect/Schema"
import { ConditionReading } from "../../domain/event/EventEvidence.ts"
import { Message, SENTENCE_MESSAGE_DESCRIPTION, SentencePart } from "../../domain/messageSchemas.ts"
import { Instant, InstantInput, Uuid } from "../../domain/schemas.ts"
import { severities } from "../../domain/rule/Document.ts"
import { paged, optionalParameter } from "../http/paging.ts"
import { FirstStop } from "./firstStop.ts"
import { TestSubject } from "./ruleTestResult.ts"

/** MAX_EXPLAINED_RULES is the largest page of rules. */
export const MAX_EXPLAINED_RULES = 200
/** RULES_PER_EXPLANATION is how many rules count as one explanation of the caller's rate limit. */
export const RULES_PER_EXPLANATION = 20
/** MAX_LANE_RULES is how many rules of a page are evaluated over the day before, to draw their lanes. */
export const MAX_LANE_RULES = 20
/** MAX_NEAREST_RULES is for how many rules of a page a limit is sought with which they would have fired. */
export const MAX_NEAREST_RULES = 3
/** LANE_HOURS is the length of a lane. */
export const LANE_HOURS = 24

/** ruleGroups are the outcomes of a rule at a moment, from fired to out of scope. */
export const ruleGroups = ["fired", "near", "waiting", "not_asked", "not_in_scope"] as const
/** RuleGroup is the outcome of a rule at a moment. */
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
  distance: Schema.NullOr(Schema.Finite).annotate({
    description:
      "How far it is from an alert, to order the rules of a group, also those of several pages: the share of a " +
      "limit that is missing, of all conditions that were not met; where the group is `waiting`, the seconds until " +
      "`waits_until`. null: not known, these come last"
  }),
  event_ids: Schema.Array(Uuid).annotate({
    description: "Of those that fired, as far as they are on record"
  }),
  first_stop: Schema.NullOr(FirstStop),
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
      `The limit with which the one condition that failed had not; of the first ${MAX_NEAREST_RULES} rules of a page ` +
      "that are near. null: not one alone failed, or no limit that makes sense would be met: a speed of 0 is above " +
      "none that is not below zero"
  })
}).annotate({ identifier: "ExplainedRule" })

const Lane = Schema.Struct({
  rule_id: Uuid,
  spans: Schema.Array(Schema.Struct({ from: Instant, to: Instant, value: Schema.NullOr(Schema.Boolean) })),
  fired: Schema.Array(Instant)
}).annotate({ identifier: "RuleLane" })

/** WhyNot is the answer: the subject, its position then, and one page of rules. */
export const WhyNot = Schema.Struct({
  subject: TestSubject,
  at: Instant,
  summary: Schema.Array(SentencePart),
  summary_message: Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION }),
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
    description:
      "Of one page, which is of the newest rules first: by group, and in a group the nearest to an alert first; " +
      `never more than ${MAX_EXPLAINED_RULES}`
  }),
  next_cursor: Schema.NullOr(Schema.String),
  lanes: Schema.optionalKey(
    Schema.Array(Lane).annotate({
      description: `The day before, of the first ${MAX_LANE_RULES} rules of the page that are about the subject`
    })
  )
}).annotate({ identifier: "WhyNot" })
export type WhyNot = typeof WhyNot.Type

/** whyNotQuery are the moment, the parts to include and the page. */
export const whyNotQuery = {
  at: Schema.annotateEncoded<typeof InstantInput>({ description: "The moment" })(InstantInput),
  include: optionalParameter(
    Schema.Literal("lanes"),
    "Also how the rules found the subject in the day before"
  ),
  ...paged
}
