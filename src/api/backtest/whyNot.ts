// Where a rule stands about a subject at a moment, of what its explanation found.
import type { Explanation } from "../../backtest/explainRule.ts"
import type { RuleGroup, WhyNot } from "../../contract/schemas/whyNot.ts"
import { nearestOf, onlyFailing } from "../../domain/rule/words/nearest.ts"
import { pending } from "../../domain/rule/words/pending.ts"
import { type PlacedReading, readings } from "../../domain/rule/words/readings.ts"
import {
  amountWords,
  bold,
  comparisonWords,
  type Names,
  plain,
  readWords
} from "../../domain/rule/words/phrases.ts"
import { formatInstant } from "../../domain/time.ts"

type Explained = WhyNot["rules"][number]
type Wait = Pick<Explained, "waits_until" | "done_share">

const noWait: Wait = { waits_until: null, done_share: null }

/** A value this near to its limit, as a share of it, is near though it is the only condition. */
const NEARLY = 0.2

const waitOf = (since: number, until: number, at: number): Wait => ({
  waits_until: formatInstant(until),
  done_share: until <= since ? 1 : Math.max(0, Math.min(1, (at - since) / (until - since)))
})

/** A silence that is not long enough yet, where nothing else is missing. */
const silenceOf = (rows: ReadonlyArray<PlacedReading>, at: number): Wait | null => {
  const [short, more] = rows.filter((r) => r.truth !== true)
  if (short === undefined || more !== undefined || short.unit !== "s" || short.op !== ">=") return null
  const { limit, value } = short
  if (typeof value !== "number" || limit === null || value >= limit) return null
  return waitOf(at - value * 1000, at + (limit - value) * 1000, at)
}

const waiting = (
  { at, document, featureOf, firstStop, reply: { after } }: Explanation,
  rows: ReadonlyArray<PlacedReading>
) => {
  switch (firstStop?.code) {
    case "HELD": {
      const { until } = pending(after, document, featureOf)
      return until === null ? noWait : waitOf(until - document.for_seconds * 1000, until, at)
    }
    case "COOLDOWN":
      return after.lastFiredAt === null
        ? noWait
        : waitOf(after.lastFiredAt, after.lastFiredAt + document.cooldown_seconds * 1000, at)
    case "ACTIVE":
      return noWait
    case "CONDITION":
      return silenceOf(rows, at)
    default:
      return null
  }
}

/** One condition short: of several the only one, or a number nearly at its limit. */
const isShort = (rows: ReadonlyArray<PlacedReading>): boolean => {
  const failing = new Set(rows.filter((r) => r.truth !== true).map((r) => r.path))
  const all = new Set(rows.map((r) => r.path))
  if (failing.size !== 1) return false
  if (all.size > 1) return true
  return rows.some(
    ({ limit, truth, value }) =>
      truth === false &&
      typeof value === "number" &&
      limit !== null &&
      Math.abs(value - limit) <= NEARLY * Math.abs(limit)
  )
}

const groupOf = (
  { firstStop, isFired, reply }: Explanation,
  wait: Wait | null,
  rows: ReadonlyArray<PlacedReading>
): RuleGroup => {
  if (isFired) return "fired"
  if (firstStop?.code === "NOT_IN_SCOPE" || firstStop?.code === "NOT_IN_FORCE") return "not_in_scope"
  if (wait !== null) return "waiting"
  return firstStop?.code === "CONDITION" && (reply.askedBy !== null || isShort(rows)) ? "near" : "not_asked"
}

/** `nearest` without when it had fired: that takes a test. */
export const explained = (explanation: Explanation, enabled: boolean, names: Names): Explained => {
  const { at, events, firstStop, reply, version } = explanation
  const rows =
    reply.evaluated === null ? [] : readings(version.document.conditions, reply.evaluated, names, at)
  const wait = waiting(explanation, rows)
  const group = groupOf(explanation, wait, rows)
  const nearest = group === "near" ? nearestOf(rows) : null
  return {
    rule: { id: version.id, name: version.name, severity: version.document.event.severity, enabled },
    version: version.version,
    group,
    event_ids: events.flatMap((e) => e.stored?.id ?? []),
    first_stop: firstStop,
    conditions: rows,
    ...(group === "waiting" && wait !== null ? wait : noWait),
    nearest: nearest === null ? null : { ...nearest, would_fire_at: null }
  }
}

/** What is to be said first about a page of rules. */
export const summaryOf = (rules: ReadonlyArray<Explained>): WhyNot["summary"] => {
  const of = (group: RuleGroup) => rules.filter((r) => r.group === group)
  const fired = of("fired")
  if (fired.length > 0)
    return [bold(fired.map((r) => r.rule.name).join(", ")), plain(" fired at this moment.")]
  const near = of("near").map(({ conditions, rule }) => ({ rule, short: onlyFailing(conditions) }))
  for (const { rule, short } of near) {
    if (short === null || short.op === null || short.limit === null) continue
    return [
      bold(short.label),
      plain(" kept "),
      bold(rule.name),
      plain(" silent: it read "),
      bold(typeof short.value === "number" ? readWords(short.value, short.limit, short.unit) : "nothing"),
      plain(` and must be ${comparisonWords[short.op]} `),
      bold(amountWords(short.limit, short.unit)),
      plain(".")
    ]
  }
  const [waits] = of("waiting")
  if (waits !== undefined)
    return [
      bold(waits.rule.name),
      plain(waits.waits_until === null ? " has said so already." : " waits for time to pass.")
    ]
  if (near.length > 0) return [plain("The rules that were asked did not find what they look for.")]
  return of("not_asked").length > 0
    ? [plain("No rule about it was asked at this moment.")]
    : [plain("No rule is about it.")]
}
