// How near a rule was to firing for a subject at a moment, from its explanation.
import type { Explanation } from "../../backtest/explainRule.ts"
import { type RuleGroup, ruleGroups, type WhyNot } from "../../contract/schemas/whyNot.ts"
import { distanceOf, nearestOf, onlyFailing } from "../../domain/rule/words/nearest.ts"
import { pending } from "../../domain/rule/words/pending.ts"
import { type PlacedReading, readings } from "../../domain/rule/words/readings.ts"
import { amountWords, type Names, readWords } from "../../domain/rule/words/phrases.ts"
import { formatInstant } from "../../domain/time.ts"
import type { Message } from "../../words/message.ts"

type Explained = WhyNot["rules"][number]
type Wait = Pick<Explained, "waits_until" | "done_share">

const EMPTY_WAIT: Wait = { waits_until: null, done_share: null }

/** `NEAR_SHARE` is the share of a limit within which a value is near it, where it is the only condition. */
const NEAR_SHARE = 0.2

/** `MAX_NAMED_SHARE` is the distance up to which the summary names a rule that did not fire. */
const MAX_NAMED_SHARE = 0.5

const waitOf = (since: number, until: number, at: number): Wait => ({
  waits_until: formatInstant(until),
  done_share: until <= since ? 1 : Math.max(0, Math.min(1, (at - since) / (until - since)))
})

/** Returns the wait for a silence that is not long enough yet, where no other condition fails. */
const silenceOf = (rows: ReadonlyArray<PlacedReading>, at: number): Wait | null => {
  const [failingRow, secondRow] = rows.filter((r) => r.truth !== true)
  if (
    failingRow === undefined ||
    secondRow !== undefined ||
    failingRow.unit !== "s" ||
    failingRow.op !== ">="
  )
    return null
  const { limit, value } = failingRow
  if (typeof value !== "number" || limit === null || value >= limit) return null
  return waitOf(at - value * 1000, at + (limit - value) * 1000, at)
}

const waitOfRule = (
  { at, document, featureOf, firstStop, reply: { after } }: Explanation,
  rows: ReadonlyArray<PlacedReading>
) => {
  switch (firstStop?.code) {
    case "HELD": {
      const { until } = pending(after, document, featureOf)
      return until === null ? EMPTY_WAIT : waitOf(until - document.for_seconds * 1000, until, at)
    }
    case "COOLDOWN":
      return after.lastFiredAt === null
        ? EMPTY_WAIT
        : waitOf(after.lastFiredAt, after.lastFiredAt + document.cooldown_seconds * 1000, at)
    case "ACTIVE":
      return EMPTY_WAIT
    case "CONDITION":
      return silenceOf(rows, at)
    default:
      return null
  }
}

/** Returns whether one condition is missing: one of several, or a number that is near its limit. */
const isShort = (rows: ReadonlyArray<PlacedReading>): boolean => {
  const failing = new Set(rows.filter((r) => r.truth !== true).map((r) => r.path))
  const paths = new Set(rows.map((r) => r.path))
  if (failing.size !== 1) return false
  if (paths.size > 1) return true
  return rows.some(
    ({ limit, truth, value }) =>
      truth === false &&
      typeof value === "number" &&
      limit !== null &&
      Math.abs(value - limit) <= NEAR_SHARE * Math.abs(limit)
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

/** Returns how a rule stands. `nearest` is without the time at which it would have fired, which takes a test. */
export const ruleStandingOf = (explanation: Explanation, enabled: boolean, names: Names): Explained => {
  const { at, events, firstStop, reply, version } = explanation
  const rows =
    reply.evaluated === null ? [] : readings(version.document.conditions, reply.evaluated, names, at)
  const wait = waitOfRule(explanation, rows)
  const group = groupOf(explanation, wait, rows)
  const nearest = group === "near" ? nearestOf(rows) : null
  const waitsUntil = wait?.waits_until ?? null
  return {
    rule: { id: version.id, name: version.name, severity: version.document.event.severity, enabled },
    version: version.version,
    group,
    distance:
      group === "waiting"
        ? waitsUntil === null
          ? null
          : Math.max(0, Date.parse(waitsUntil) - at) / 1000
        : reply.evaluated === null || group === "fired" || group === "not_in_scope"
          ? null
          : distanceOf(reply.evaluated, rows),
    event_ids: events.flatMap((e) => e.stored?.id ?? []),
    first_stop: firstStop,
    conditions: rows,
    ...(group === "waiting" && wait !== null ? wait : EMPTY_WAIT),
    nearest: nearest === null ? null : { ...nearest, would_fire_at: null }
  }
}

/** Orders rules: by group, then the nearest to an alert first. */
export const byNearness = (a: Explained, b: Explained): number =>
  ruleGroups.indexOf(a.group) - ruleGroups.indexOf(b.group) ||
  Math.sign((a.distance ?? Infinity) - (b.distance ?? Infinity)) ||
  0

const strong = (text: string): Message => ({ text, strong: true })

/** Returns the summary of a page of rules, the nearest to an alert first. */
export const summaryOf = (rules: ReadonlyArray<Explained>): Message => {
  const of = (group: RuleGroup) => rules.filter((r) => r.group === group)
  const fired = of("fired")
  if (fired.length > 0)
    return { code: "whyNot.fired", args: { rules: strong(fired.map((r) => r.rule.name).join(", ")) } }
  const near = of("near")
  for (const { conditions, distance, rule } of near) {
    const failingRow = onlyFailing(conditions)
    if (distance === null || distance > MAX_NAMED_SHARE) break // so are all that follow
    if (failingRow === null || failingRow.op === null || failingRow.limit === null) continue
    const { label_message: label, limit, op, unit, value } = failingRow
    return {
      code: "whyNot.short",
      args: {
        rule: strong(rule.name),
        label: { ...label, strong: true },
        ...(typeof value === "number" ? { value: strong(readWords(value, limit, unit)) } : {}),
        op,
        limit: strong(amountWords(limit, unit))
      }
    }
  }
  const [waits] = of("waiting")
  if (waits !== undefined) {
    const code = waits.waits_until === null ? "whyNot.hasFired" : "whyNot.waits"
    return { code, args: { rule: strong(waits.rule.name) } }
  }
  if (near.length > 0) return { code: "whyNot.notMet" }
  return { code: of("not_asked").length > 0 ? "whyNot.notAsked" : "whyNot.noRule" }
}
