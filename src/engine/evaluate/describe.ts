// From a firing to the event it makes: title, place, the values read, and the evidence to judge it again
// from.
import { findingsIn } from "../../domain/rule/conditions/Evaluated.ts"
import { type Finding, tell } from "../../domain/rule/conditions/registry.ts"
import type { Facts } from "../../domain/rule/Facts.ts"
import type { Moment } from "../../domain/rule/Observation.ts"
import type { Rule } from "../../domain/rule/Rule.ts"
import type { RuleState } from "../../domain/rule/RuleState.ts"
import type { Fired } from "../../domain/rule/Outcome.ts"
import { wornOf } from "../../domain/rule/scope.ts"
import { renderTitle } from "../../domain/rule/words/title.ts"
import type { SubjectActor } from "./SubjectActor.ts"
import type { NewEvent } from "./NewEvent.ts"
import type { EvaluationContext } from "./EvaluationContext.ts"

/** A rule event carries the subject's last position if it is not older than this. */
const PLACE_MAX_AGE_MS = 86_400_000

/** The figure that decided: of the first true condition that has one, else the first there is. */
const deciding = (findings: ReadonlyArray<Finding>) => {
  const figures = findings.flatMap((f) => {
    const { figure } = tell(f)
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

/** What started it, for people. */
const triggerOf = (moment: Moment) => ({
  kind: kinds[moment._tag],
  record_id: moment._tag === "Tick" || moment._tag === "Deadline" ? null : moment.recordId,
  at: moment.at
})

/** An import has its records received at their own times. */
const receiptOf = (moment: Moment): number | null =>
  moment._tag === "Tick" || moment._tag === "Deadline" || moment.receivedAt === moment.at
    ? null
    : moment.receivedAt

const featureOf = (fired: Fired, findings: ReadonlyArray<Finding>) =>
  fired.feature ?? findings.flatMap((f) => tell(f).feature ?? [])[0] ?? null

/**
 * Whom the event is about. A schedule under `device_ids` was asked for a device that the subject wears, which
 * need not be the one seen last.
 */
const aboutWhom = (
  { subject, who }: SubjectActor,
  { devices, everyMs }: Rule,
  at: number
): Pick<NewEvent, "subject" | "who"> => {
  const device = devices === null || everyMs === null ? null : wornOf(devices, who, at)
  return device === null || device.id === subject.deviceId
    ? { subject, who }
    : { subject: { ...subject, deviceId: device.id }, who: { ...who, device } }
}

export const describe = (
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
    createdAt: context.changes.now,
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
    // a deadline was judged on the last fix known then; a record on itself
    sampleAt: moment._tag === "Deadline" ? (latest?.at ?? moment.at) : moment.at,
    receivedAt: receiptOf(moment),
    trigger: triggerOf(moment),
    metric: figure?.metric ?? null,
    value: figure?.value ?? null,
    evaluated: fired.evaluated,
    stateBefore: before,
    placements: rule.positionFilters.map(({ key }) => ({
      lens: key,
      before: facts.before(key),
      now: facts.now(key)
    })),
    ruleSetVersion: context.ruleSet.version,
    alertId: event.create_alert ? context.nextId() : null,
    traceId: context.nextId(),
    late: context.isLate(moment)
  }
}
