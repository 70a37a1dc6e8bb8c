// no_data: true when nothing of the subject was received for so long. It looks at the times of receipt, which
// never change, so its past never does either. A subject that was never seen does not count (specification
// 2.1): false.
import * as Schema from "effect/Schema"
import { tag, whole } from "../documentFields.ts"
import type { Facts, Truth } from "../Facts.ts"
import { shownInstant } from "../words/shown.ts"
import { shortNumber } from "../words/title.ts"
import { durationWords, plain, strong } from "../words/words.ts"
import type { Level } from "./Condition.ts"
import type { ConditionKind } from "./ConditionKind.ts"

/** Silence. */
const NoData = Schema.Struct({
  type: tag("no_data"),
  for_seconds: whole(1, 31_536_000).annotate({
    title: "Silence (s)",
    description:
      "Nothing of the subject was received for so long; a subject that never reported does not count",
    examples: [43_200]
  })
}).annotate({
  identifier: "NoData",
  title: "No data",
  description: "Nothing of the subject was received for so long; needs a schedule"
})

export type NoData = typeof NoData.Type

export interface NoDataFound {
  readonly type: "no_data"
  readonly truth: Truth
  readonly for_seconds: number
  readonly last_seen_at: number | null
  readonly missing?: string
}

const level = (c: NoData): Level<NoDataFound> => {
  const silence = c.for_seconds * 1000
  const holds = (facts: Facts) => {
    const seen = facts.lastSeen()
    return seen !== null && facts.at - seen >= silence
  }
  return {
    spatialOnly: false,
    holds,
    evaluate: (facts) => ({
      type: "no_data",
      truth: holds(facts),
      for_seconds: c.for_seconds,
      last_seen_at: facts.lastSeen()
    })
  }
}

export const noData: ConditionKind<NoData, NoDataFound> = {
  schema: NoData,
  check: () => (_, place) =>
    place.isTriggeredBy("schedule")
      ? []
      : [
          {
            member: "type",
            code: "RULE_NO_DATA_TRIGGER",
            detail: "no_data needs a schedule trigger: what does not arrive starts nothing"
          }
        ],
  publish: {
    restrictions: [
      {
        name: "WithoutNoData",
        description: "no_data needs a schedule",
        members: {},
        trigger: "schedule",
        neverNegated: false
      }
    ],
    bound: null
  },
  names: () => [],
  selects: () => null,
  needs: (c) => ({ silenceMs: c.for_seconds * 1000 }),
  compares: () => null,
  compile: level,
  explain: ({ for_seconds, last_seen_at }, wanted, at) =>
    last_seen_at === null
      ? "never seen: a subject that never reported does not count"
      : `last received ${shortNumber((at - last_seen_at) / 1000)} s ` +
        `before, ${wanted ? "must be" : "must be less than"} ${for_seconds} s`,
  say: ({ for_seconds }) => [
    plain("nothing is received for "),
    strong(durationWords(for_seconds), "/for_seconds")
  ],
  figure: ({ for_seconds }) => ({
    metric: null,
    label: "Nothing received",
    op: ">=",
    limit: for_seconds,
    unit: "s",
    value: ({ last_seen_at: seen }, at) =>
      typeof seen === "string" && !Number.isNaN(Date.parse(seen)) ? (at - Date.parse(seen)) / 1000 : null,
    absent: "never seen"
  }),
  readings: () => [],
  write: (found) => ({ ...found, last_seen_at: shownInstant(found.last_seen_at) }),
  tell: () => ({}),
  evidence: (found) => {
    const seen = shownInstant(found.last_seen_at)
    return { values: [["last_seen_at", seen]], last_seen: [seen] }
  },
  example: (c) => ({ silenceSeconds: c.for_seconds })
}
