// Verifies a stored event: evaluates its moment again and compares.
import { Effect, Struct } from "effect"
import { contextOf } from "../domain/event/context.ts"
import { findingsIn } from "../domain/rule/conditions/Evaluated.ts"
import { evidenceIn } from "../domain/rule/conditions/registry.ts"
import { readsOf } from "../domain/rule/Reads.ts"
import type { RuleQuestion, RuleAnswer } from "./askRule.ts"
import { type Difference, findDifferences, classify } from "./differences.ts"
import { reevaluateEvent } from "./reevaluateEvent.ts"
import type { Claim, Evidence, Ports } from "./ports.ts"

/** Returns a value as it reads in the database. */
const written = (value: object): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(value)) as Readonly<Record<string, unknown>>

/**
 * Returns since when something was held or counted for the event, or a border was about to be crossed:
 * records in between make a difference.
 */
const spanOf = (
  {
    evidence: {
      state_before: { holds, since },
      windows = []
    },
    time
  }: Claim,
  {
    asked: {
      rule: { branches }
    },
    memory: { fix, networkFix }
  }: RuleQuestion
): number =>
  Math.min(
    time,
    ...(since === null ? [] : [since]),
    ...holds.map((h) => h.since),
    ...windows.map((w) => Date.parse(w.from) + 1),
    ...(branches.length === 0 ? [] : [fix, networkFix].flatMap((f) => (f === undefined ? [] : [f.at])))
  )

/** Returns the time of the oldest record that was read: a newer one would have been read in its place. */
const reachOf = ({ evidence: { records }, time }: Claim): number =>
  Math.min(time, ...records.flatMap((r) => (r.at === undefined ? [] : [Date.parse(r.at)])))

const windowsOf = (evaluated: RuleAnswer["evaluated"]) =>
  evaluated === null
    ? []
    : findingsIn(evaluated)
        .flatMap((finding) => evidenceIn(finding).windows ?? [])
        .map((window) => Struct.omit(window, ["from", "to"]))

const unheardOf = (evaluated: RuleAnswer["evaluated"]) =>
  evaluated === null ? [] : findingsIn(evaluated).flatMap((finding) => evidenceIn(finding).unheard ?? [])

/** Tells whether a rule derives the same event today, and what differs. */
export const verifyEvent = Effect.fn("verifyEvent")(function* (
  ports: Pick<Ports, "history" | "rules">,
  evidence: Evidence["Service"],
  claim: Claim
) {
  const { context } = claim
  const { records: read, unheard = [], windows = [] } = claim.evidence
  const { asked, event, question, reply } = yield* reevaluateEvent(ports, claim)

  const told = { title: claim.title, severity: claim.severity, context }
  const derived =
    event === undefined
      ? null
      : written({ title: event.title, severity: event.severity, context: contextOf(event) })
  const changed = derived === null ? [{ path: "", was: told, now: null }] : findDifferences(told, derived, "")

  const today = yield* evidence.today(claim)
  const span = spanOf(claim, question)
  const later = yield* evidence.later(
    claim,
    readsOf([asked.rule]),
    changed.length === 0 ? span : Math.min(span, reachOf(claim))
  )
  const now = windowsOf(reply.evaluated)
  const data: ReadonlyArray<Difference> = [
    ...(claim.superseded ? [{ path: "/superseded", was: false, now: true }] : []),
    ...read.flatMap((record, i) => findDifferences(record, today[i], `/evidence/records/${i}`)),
    ...windows.flatMap((window, i) =>
      findDifferences(Struct.omit(window, ["from", "to"]), now[i], `/evidence/windows/${i}`)
    ),
    ...findDifferences(unheard, unheardOf(reply.evaluated), "/evidence/unheard"),
    ...later.map((record) => ({ path: "/records", was: null, now: record }))
  ]
  return classify(data, changed)
})
