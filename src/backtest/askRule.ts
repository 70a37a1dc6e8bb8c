// Evaluates one rule for one subject at one moment of the past. `explainRule` puts the answer into words,
// `verifyEvent` compares it with an event.
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
import type { Failure } from "../engine/evaluate/BatchResult.ts"
import { Decisions } from "../engine/evaluate/Decisions.ts"
import type { NewEvent } from "../engine/evaluate/NewEvent.ts"
import { markRepeated, evaluateInstant } from "../engine/evaluate/evaluate.ts"
import type { EvaluationContext } from "../engine/evaluate/EvaluationContext.ts"
import { evaluateDeadlines } from "../engine/evaluate/evaluateDeadlines.ts"
import { evaluateTicks } from "../engine/evaluate/evaluateTicks.ts"
import type { FeatureRow, Memory } from "../engine/ports.ts"
import { type Candidate, ruleRowOf, memoryForBacktest } from "./memoryForBacktest.ts"

/**
 * PreparedRule is a version with the features of an edition, ready to evaluate any subject: of its scope only
 * the devices are kept.
 */
interface PreparedRule {
  readonly rule: Rule
  readonly ruleSet: RuleSet
}

/** Compiles a version with the features of an edition. */
export const prepareRule = (
  projectId: string,
  candidate: Candidate & { readonly document: CanonicalDocument },
  features: ReadonlyArray<FeatureRow>,
  edition: number
): PreparedRule => {
  const { device_ids } = candidate.document.scope
  const document = { ...candidate.document, scope: device_ids === undefined ? {} : { device_ids } }
  const ruleSet = makeRuleSet(projectId, {
    version: edition,
    features,
    rules: [ruleRowOf({ ...candidate, document })]
  })
  return { ruleSet, rule: ruleSet.rules[0]! }
}

/** RuleQuestion is a rule, a subject, a moment, and what was stored of them. */
export interface RuleQuestion {
  readonly asked: PreparedRule
  readonly subject: Subject
  readonly who: Who
  /** the moment, epoch ms */
  readonly at: number
  /** the memory just before the moment */
  readonly memory: Memory
  /** the edition since which the rule kept states; null: it was not in force then */
  readonly inForceSince: number | null
  /** the state before, if it is known better than from memory */
  readonly state?: RuleState
  readonly receipts: ReadonlyArray<number> | null
  /** the known outages; absent or null: the rule does not read them */
  readonly hearing?: Hearing | null
  /** the devices that report for it; absent: those that `who` wears */
  readonly reporters?: ReadonlyArray<Reporter>
  /** the subject's records of the moment */
  readonly records: ReadonlyArray<Observation>
}

const kinds = { Position: "position", Measurement: "measurement", DeviceState: "state" } as const
/** AskedBy is what started the evaluation. */
type AskedBy = (typeof kinds)[keyof typeof kinds] | "schedule" | "deadline"

/** RuleAnswer is what the rule found. */
export interface RuleAnswer {
  /** what started the evaluation; null: nothing did, and the conditions are as they would have been found */
  readonly askedBy: AskedBy | null
  readonly before: RuleState
  readonly after: RuleState
  readonly events: ReadonlyArray<NewEvent>
  readonly failure: Failure | null
  /** the evaluated conditions; null: they cannot be evaluated */
  readonly evaluated: Evaluated | null
  readonly fix: Fix | undefined
  /** ids of the features that held the subject, through the rule's filters */
  readonly inside: ReadonlyArray<string>
}

const evaluate = (rule: Rule, ...facts: Parameters<Rule["evaluate"]>): Evaluated | null => {
  try {
    return rule.evaluate(...facts)
  } catch {
    return null // the failure says why
  }
}

/** Evaluates a rule for a subject at a moment. */
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
}: RuleQuestion): RuleAnswer => {
  const known = memoryForBacktest(ruleSet, rule.id, memory, inForceSince)
  const states =
    state === undefined
      ? known.states
      : [{ ruleId: rule.id, blankFrom: rule.blankFrom, state, episode: null }]
  const subjectActor = new SubjectActor(subject, who, { ...known, states }, () => rule)
  subjectActor.tickedTo = at - 1
  subjectActor.arrivals = receipts === null ? null : [...receipts]
  if (hearing !== null && hearing !== undefined) subjectActor.hearing = hearing
  if (reporters !== undefined) subjectActor.reporters = reporters
  const decisions = new Decisions(at)
  subjectActor.apply(ruleSet, 0, at)
  let ids = 0
  const context: EvaluationContext = {
    ruleSet,
    decisions,
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

  const events = decisions.events.filter((e) => e.at === at)
  return {
    askedBy: sample !== null ? kinds[sample._tag] : isTick ? "schedule" : due === at ? "deadline" : null,
    before,
    after: stateNow(),
    events,
    failure: decisions.failures[0] ?? null,
    evaluated: events.at(-1)?.evaluated ?? evaluate(rule, facts),
    fix: facts.fix(rule.recordTypes),
    inside: [...new Set(rule.positionFilters.flatMap(({ key }) => facts.now(key)?.inside ?? []))]
  }
}
