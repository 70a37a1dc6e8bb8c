// One rule, one subject, one moment of the past: what the evaluator says there. `explain` tells it to people,
// `verify` holds an event against it.
import type { Evaluated } from "../domain/rule/conditions/Evaluated.ts"
import type { Hearing, Reporter } from "../domain/hearing/Hearing.ts"
import type { CanonicalDocument } from "../domain/rule/Document.ts"
import type { Fix } from "../domain/rule/Facts.ts"
import { inOrder, type Observation, type Subject } from "../domain/rule/Observation.ts"
import { isTriggeredBy, type Rule } from "../domain/rule/Rule.ts"
import { blank, deadline, type RuleState } from "../domain/rule/RuleState.ts"
import type { Who } from "../domain/rule/scope.ts"
import { type RuleSet, makeRuleSet } from "../engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../engine/evaluate/SubjectActor.ts"
import { BatchResult, type Failure } from "../engine/evaluate/BatchResult.ts"
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"
import { markRepeated, evaluateInstant } from "../engine/evaluate/evaluate.ts"
import type { EvaluationContext } from "../engine/evaluate/EvaluationContext.ts"
import { evaluateDeadlines } from "../engine/evaluate/evaluateDeadlines.ts"
import { evaluateTicks } from "../engine/evaluate/evaluateTicks.ts"
import type { FeatureRow, Memory } from "../engine/ports.ts"
import { type Candidate, ruleRowOf, recollect } from "./recollect.ts"

/**
 * A version with the features of an edition, ready to be asked whoever the subject is: of its scope only
 * whose records count is kept.
 */
export interface Asked {
  readonly rule: Rule
  readonly ruleSet: RuleSet
}

export const prepare = (
  projectId: string,
  candidate: Candidate & { readonly document: CanonicalDocument },
  features: ReadonlyArray<FeatureRow>,
  edition: number
): Asked => {
  const { device_ids } = candidate.document.scope
  const document = { ...candidate.document, scope: device_ids === undefined ? {} : { device_ids } }
  const ruleSet = makeRuleSet(projectId, {
    version: edition,
    features,
    rules: [ruleRowOf({ ...candidate, document })]
  })
  return { ruleSet, rule: ruleSet.rules[0]! }
}

export interface Question {
  readonly asked: Asked
  readonly subject: Subject
  readonly who: Who
  /** the moment, epoch ms */
  readonly at: number
  /** as it was just before the moment */
  readonly memory: Memory
  /** since which edition the rule remembered the subject; null: it was not in force then */
  readonly inForceSince: number | null
  /** the state before, where it is known better than from memory */
  readonly state?: RuleState
  readonly receipts: ReadonlyArray<number> | null
  /** the outages that are on record; absent or null: nobody asks about them */
  readonly hearing?: Hearing | null
  /** the devices that report for it; absent: those that `who` wears */
  readonly reporters?: ReadonlyArray<Reporter>
  /** the subject's records of the moment */
  readonly records: ReadonlyArray<Observation>
}

const kinds = { Position: "position", Measurement: "measurement", DeviceState: "state" } as const
export type AskedBy = (typeof kinds)[keyof typeof kinds] | "schedule" | "deadline"

export interface Reply {
  /** what asked the rule; null: nothing did, this is how it would have found the conditions */
  readonly askedBy: AskedBy | null
  readonly before: RuleState
  readonly after: RuleState
  readonly events: ReadonlyArray<NewEvent>
  readonly failure: Failure | null
  /** the conditions as they were found; null: they cannot be evaluated */
  readonly evaluated: Evaluated | null
  readonly fix: Fix | undefined
  /** ids of the features of the rule set that held the subject, seen through the rule's filters */
  readonly inside: ReadonlyArray<string>
}

const evaluate = (rule: Rule, ...facts: Parameters<Rule["evaluate"]>): Evaluated | null => {
  try {
    return rule.evaluate(...facts)
  } catch {
    return null // the failure says why
  }
}

export const askRule = ({
  asked: { ruleSet, rule },
  at,
  hearing,
  inForceSince,
  memory,
  receipts,
  records,
  reporters,
  state,
  subject,
  who
}: Question): Reply => {
  const known = recollect(ruleSet, rule.id, memory, inForceSince)
  const states =
    state === undefined
      ? known.states
      : [{ ruleId: rule.id, blankFrom: rule.blankFrom, state, episode: null }]
  const subjectActor = new SubjectActor(subject, who, { ...known, states }, () => rule)
  subjectActor.tickedTo = at - 1
  subjectActor.arrivals = receipts === null ? null : [...receipts]
  if (hearing !== null && hearing !== undefined) subjectActor.hearing = hearing
  if (reporters !== undefined) subjectActor.reporters = reporters
  const changes = new BatchResult(at)
  subjectActor.apply(ruleSet, 0, changes)
  let ids = 0
  const context: EvaluationContext = {
    ruleSet,
    changes,
    nextId: () => String(++ids),
    isLate: () => false
  }
  const stateNow = () => subjectActor.actors?.get(rule.id)?.state ?? blank

  const places = subjectActor.placements,
    before = stateNow()
  const ordered = markRepeated(subjectActor, [...records].sort(inOrder))
  if (ordered.length > 0) evaluateInstant(context, subjectActor, ordered, 0, ordered.length)
  const sample = ordered.findLast((seen) => isTriggeredBy(rule, seen)) ?? null
  const facts = subjectActor.facts(at, sample, places)
  const isTick = rule.everyMs !== null && at % rule.everyMs === 0
  if (isTick) evaluateTicks(context, subjectActor, at)
  const due = deadline(stateNow(), rule),
    actor = subjectActor.actors?.get(rule.id)
  if (actor !== undefined) evaluateDeadlines(context, subjectActor, actor, (d) => d <= at)

  const events = changes.events.filter((e) => e.at === at)
  return {
    askedBy: sample !== null ? kinds[sample._tag] : isTick ? "schedule" : due === at ? "deadline" : null,
    before,
    after: stateNow(),
    events,
    failure: changes.failures[0] ?? null,
    evaluated: events.at(-1)?.evaluated ?? evaluate(rule, facts),
    fix: facts.fix(rule.recordTypes),
    inside: [...new Set(rule.positionFilters.flatMap(({ key }) => facts.now(key)?.inside ?? []))]
  }
}
