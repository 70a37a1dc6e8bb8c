// no_data: true when nothing of the subject was received for so long. It reads times of receipt, which never
// change, so its past never does either. Time in which the subject could not be heard does not count, and a
// record sent then counts at the time it was sent, though it came later. A subject that was never seen does
// not count (specification 2.1): false.
import * as Schema from "effect/Schema"
import type { Message } from "../../../words/message.ts"
import { lengthOf, type Stretch } from "../../hearing/Hearing.ts"
import { kindTag, wholeNumber } from "../documentFields.ts"
import type { Facts, Truth } from "../Facts.ts"
import { formatInstant } from "../../time.ts"
import { displayInstant } from "../words/displayValue.ts"
import { shortNumber } from "../words/title.ts"
import { data, durationWords } from "../words/phrases.ts"
import type { Level } from "./Condition.ts"
import type { ConditionKind } from "./ConditionKind.ts"

/** NoData is a condition about silence. */
const NoData = Schema.Struct({
  type: kindTag("no_data"),
  for_seconds: wholeNumber(1, 31_536_000).annotate({
    title: "Silence (s)",
    description:
      "Nothing of the subject was received for so long; a subject that never reported does not count, nor " +
      "does time in which the service, or the data source that the subject reports by, could not hear",
    examples: [43_200]
  })
}).annotate({
  identifier: "NoData",
  title: "No data",
  description: "Nothing of the subject was received for so long; needs a schedule"
})

/** NoData is a condition about silence. */
type NoData = typeof NoData.Type

/** NoDataFinding is that condition, evaluated. */
export interface NoDataFinding {
  readonly type: "no_data"
  readonly truth: Truth
  readonly for_seconds: number
  readonly last_seen_at: number | null
  /** stretches since then in which the subject could not be heard; absent: there were none */
  readonly unheard?: ReadonlyArray<Stretch>
  readonly missing?: Message
}

/** Returns the seconds in which the subject could not be heard. */
const unheardSeconds = ({ unheard = [] }: NoDataFinding): number => lengthOf(unheard) / 1000

const level = (c: NoData): Level<NoDataFinding> => {
  const silence = c.for_seconds * 1000
  const truth = (facts: Facts) => {
    const seen = facts.lastSeen()
    // the cheap test first: silence by the clock
    return (
      seen !== null &&
      facts.at - seen >= silence &&
      facts.at - seen - lengthOf(facts.unheard(seen)) >= silence
    )
  }
  return {
    spatialOnly: false,
    truth,
    evaluate: (facts) => {
      const seen = facts.lastSeen(),
        unheard = seen === null ? [] : facts.unheard(seen)
      return {
        type: "no_data",
        truth: truth(facts),
        for_seconds: c.for_seconds,
        last_seen_at: seen,
        ...(unheard.length === 0 ? {} : { unheard })
      }
    }
  }
}

/** The kind no_data. */
export const noData: ConditionKind<NoData, NoDataFinding> = {
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
  explain: (found, wanted, at) => {
    const { for_seconds, last_seen_at } = found,
      unheard = unheardSeconds(found)
    return last_seen_at === null
      ? { code: "unmet.neverSeen" }
      : {
          code: "unmet.silence",
          args: {
            seconds: shortNumber((at - last_seen_at) / 1000),
            ...(unheard === 0 ? {} : { unheard: shortNumber(unheard) }),
            wanted: wanted ? "must" : "mustNot",
            limit: for_seconds
          }
        }
  },
  message: ({ for_seconds }, _, path) => ({
    code: "condition.noData",
    args: { duration: data(durationWords(for_seconds), `${path}/for_seconds`) }
  }),
  figure: ({ for_seconds }) => ({
    metric: null,
    label: { code: "reading.nothingReceived" },
    op: ">=",
    limit: for_seconds,
    unit: "s",
    value: ({ last_seen_at: seen, unheard_seconds: unheard }, at) =>
      typeof seen === "string" && !Number.isNaN(Date.parse(seen))
        ? (at - Date.parse(seen)) / 1000 - (typeof unheard === "number" ? unheard : 0)
        : null,
    absent: { code: "missing.neverSeen" }
  }),
  readings: () => [],
  write: (found) => {
    const { unheard, ...read } = found
    return {
      ...read,
      last_seen_at: displayInstant(found.last_seen_at),
      ...(unheard === undefined ? {} : { unheard_seconds: unheardSeconds(found) })
    }
  },
  summarize: () => ({}),
  evidence: (found) => {
    const seen = displayInstant(found.last_seen_at),
      { unheard } = found
    return {
      values: [
        ["last_seen_at", seen],
        ...(unheard === undefined ? [] : [["unheard_seconds", unheardSeconds(found)] as const])
      ],
      last_seen: [seen],
      ...(unheard === undefined
        ? {}
        : { unheard: unheard.map(({ from, to }) => ({ from: formatInstant(from), to: formatInstant(to) })) })
    }
  },
  example: (c) => ({ silenceSeconds: c.for_seconds })
}
