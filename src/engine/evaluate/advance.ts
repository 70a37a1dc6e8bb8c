// One step of one actor: calls `step`, makes an event of each firing, with title, place, and what its
// evidence is made of, and adds what was decided to the batch.
import { findingsIn } from "../../domain/rule/conditions/Evaluated.ts"
import { type Finding, summarize } from "../../domain/rule/conditions/registry.ts"
import type { Facts } from "../../domain/rule/Facts.ts"
import type { Moment } from "../../domain/rule/Observation.ts"
import type { Fired, Outcome } from "../../domain/rule/Outcome.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import { blank, isBlank, type RuleState } from "../../domain/rule/RuleState.ts"
import { wornDeviceAt } from "../../domain/rule/scope.ts"
import { step } from "../../domain/rule/step.ts"
import { renderTitle } from "../../domain/rule/words/title.ts"
import type { EvaluationContext } from "./EvaluationContext.ts"
import type { NewEvent } from "./NewEvent.ts"
import { rescheduleReplay } from "./lateRecords.ts"
import { errorOf } from "./RuleSet.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import { TRANSITION_BYTES, eventBytes } from "./weigh.ts"

/** Runs one step of one actor; a failure is recorded and affects no other rule. */
export const advance = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  rule: Rule,
  moment: Moment,
  found: Facts
): void => {
  const { decisions } = context,
    { work } = decisions
  const known = subjectActor.actors?.get(rule.id)
  work.evaluations++
  const judgedTo = known?.state.judgedTo ?? subjectActor.judgedDeadlines?.get(rule.id) ?? null
  if (judgedTo !== null && moment._tag !== "Deadline" && moment.at <= judgedTo)
    return decisions.lateFrom(subjectActor.subject, moment.at)
  try {
    const facts = context.factsOf?.(rule, found, subjectActor) ?? found
    const before = known?.state ?? blank
    const { state: after, outcomes } = step(rule, before, moment, facts)
    if (
      context.ruleSet.failing.size > 0 &&
      context.ruleSet.failing.get(rule.id) === subjectActor.subject.id
    ) {
      context.ruleSet.failing.delete(rule.id)
      decisions.cleared.add(rule.id)
    }
    if (after === before) return
    const events = eventsOf(outcomes, subjectActor, rule, moment, facts, before, context)
    rescheduleReplay(context, subjectActor, moment.at)
    // nothing below throws: state and events change together or not at all
    const actor = known ?? subjectActor.actor(rule)
    actor.state = isBlank(after) ? blank : after
    for (const outcome of outcomes) {
      if (outcome._tag !== "Ended" || actor.episode === null) continue
      decisions.ended.push({
        eventId: actor.episode,
        at: outcome.at,
        projectId: subjectActor.subject.projectId,
        subject: subjectActor.subject
      })
      actor.episode = null
    }
    decisions.events.push(...events)
    work.events += events.length
    work.bytes += TRANSITION_BYTES + events.reduce((sum, e) => sum + eventBytes(e), 0)
    actor.episode = events.find((e) => e.kind === "rise")?.id ?? actor.episode
    decisions.states.set(actor, subjectActor.subject)
    // inside a span under replay the replay writes the transitions
    if (moment.at <= subjectActor.replayedTo) return
    decisions.transitions.push({
      rule,
      subjectId: subjectActor.subject.id,
      at: moment.at,
      state: actor.state,
      eventId: events[events.length - 1]?.id ?? null,
      episode: actor.episode
    })
  } catch (e) {
    fail(context, subjectActor, rule, moment.at, e)
  }
}

// Apart from `advance`, which runs for every rule and record: V8 makes room for what a closure sees at each
// call, whether the closure is made or not.
const eventsOf = (
  outcomes: ReadonlyArray<Outcome>,
  subjectActor: SubjectActor,
  rule: Rule,
  moment: Moment,
  facts: Facts,
  before: RuleState,
  context: EvaluationContext
): ReadonlyArray<NewEvent> =>
  outcomes.flatMap((o) =>
    o._tag === "Fired" ? [makeEvent(subjectActor, rule, o, moment, facts, before, context)] : []
  )

const fail = (
  context: EvaluationContext,
  subjectActor: SubjectActor,
  rule: Rule,
  at: number,
  e: unknown
): void => {
  const { code, detail } = errorOf(e)
  context.ruleSet.failing.set(rule.id, subjectActor.subject.id)
  context.decisions.cleared.delete(rule.id)
  context.decisions.fail(
    { rule, subject: subjectActor.subject, who: subjectActor.who, at, code, detail },
    context.nextId
  )
}

/** PLACE_MAX_AGE_MS is the age up to which the last position is attached to an event. */
const PLACE_MAX_AGE_MS = 86_400_000

/** Returns the figure that decided: of the first true condition that has one, else the first. */
const deciding = (findings: ReadonlyArray<Finding>) => {
  const figures = findings.flatMap((f) => {
    const { figure } = summarize(f)
    return figure === undefined ? [] : [{ ...figure, truth: f.truth }]
  })
  return figures.find((t) => t.truth === true) ?? figures[0] ?? null
}

const kinds = {
  Position: "position",
  Measurement: "measurement",
  DeviceState: "state",
  Tick: "schedule",
  Deadline: "deadline"
} as const

/** Returns what started the evaluation, as evidence says it. */
const triggerOf = (moment: Moment) => ({
  kind: kinds[moment._tag],
  record_id: moment._tag === "Tick" || moment._tag === "Deadline" ? null : moment.recordId,
  at: moment.at
})

/** Returns when the record was received; null: there is none, or it was imported (received at its own time). */
const receiptOf = (moment: Moment): number | null =>
  moment._tag === "Tick" || moment._tag === "Deadline" || moment.receivedAt === moment.at
    ? null
    : moment.receivedAt

const featureOf = (fired: Fired, findings: ReadonlyArray<Finding>) =>
  fired.feature ?? findings.flatMap((f) => summarize(f).feature ?? [])[0] ?? null

/**
 * Returns the subject of the event. A schedule under `device_ids` asks for a device that the subject wears,
 * which need not be the one that reported last.
 */
const aboutWhom = (
  { subject, who }: SubjectActor,
  { devices, everyMs }: Rule,
  at: number
): Pick<NewEvent, "subject" | "who"> => {
  const device = devices === null || everyMs === null ? null : wornDeviceAt(devices, who, at)
  return device === null || device.id === subject.deviceId
    ? { subject, who }
    : { subject: { ...subject, deviceId: device.id }, who: { ...who, device } }
}

/** Makes the event of a firing. */
const makeEvent = (
  subjectActor: SubjectActor,
  rule: Rule,
  fired: Fired,
  moment: Moment,
  facts: Facts,
  before: RuleState,
  context: EvaluationContext
): NewEvent => {
  const findings = findingsIn(fired.evaluated)
  const figure = deciding(findings)
  const feature = featureOf(fired, findings)
  const { event } = rule.document
  const episode = subjectActor.actors?.get(rule.id)?.episode ?? null
  const about = aboutWhom(subjectActor, rule, fired.at)
  const latest = facts.fix(rule.recordTypes)
  const fix = latest !== undefined && fired.at - latest.at <= PLACE_MAX_AGE_MS ? latest : undefined
  return {
    id: context.nextId(),
    key: [rule.id, rule.version, subjectActor.subject.id, fired.kind, feature?.id ?? "", fired.at].join("|"),
    ...about,
    rule,
    fix,
    kind: fired.kind,
    at: fired.at,
    createdAt: context.decisions.now,
    severity: event.severity,
    title: renderTitle(event.title, {
      entity: (subjectActor.who.entity ?? subjectActor.who.device).name,
      device: about.who.device.name,
      feature: feature?.name ?? null,
      metric: figure?.metric ?? null,
      value: figure?.value ?? null,
      rule: rule.name
    }),
    feature: feature === null ? null : { id: feature.id, name: feature.name, revision: feature.revision },
    // a deadline is evaluated on the last known fix, a record on itself
    sampleAt: moment._tag === "Deadline" ? (latest?.at ?? moment.at) : moment.at,
    receivedAt: receiptOf(moment),
    trigger: triggerOf(moment),
    metric: figure?.metric ?? null,
    value: figure?.value ?? null,
    evaluated: fired.evaluated,
    stateBefore: before,
    placements: rule.positionFilters.map(({ key }) => ({
      filterKey: key,
      before: facts.before(key),
      now: facts.now(key)
    })),
    ruleSetVersion: context.ruleSet.version,
    ...(fired.kind === "reminder" && episode !== null ? { episodeId: episode } : {}),
    alertId: event.create_alert ? context.nextId() : null,
    traceId: context.nextId(),
    late: context.isLate(moment)
  }
}
