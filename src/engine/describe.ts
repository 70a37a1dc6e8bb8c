// From a firing to the event it makes: title, place, the values read, and the evidence to judge it again from.
import { type Leaf, leavesOf } from "../domain/rule/conditions/Condition.ts"
import type { Facts } from "../domain/rule/Facts.ts"
import type { Rule } from "../domain/rule/Rule.ts"
import type { RuleState } from "../domain/rule/RuleState.ts"
import type { Fired, Moment } from "../domain/rule/step.ts"
import { renderTitle } from "../domain/rule/title.ts"
import type { Cell } from "./Cell.ts"
import type { NewEvent } from "./Changes.ts"
import type { Bench } from "./judge.ts"

/** A rule event carries the subject's last position if it is not older than this. */
const PLACE_MAX_AGE_MS = 86_400_000

/** The condition that decided: the first true threshold, else the first there is. */
const deciding = (leaves: ReadonlyArray<Leaf>) => {
  const thresholds = leaves.flatMap((l) => l.type === "threshold" ? [l] : [])
  return thresholds.find((t) => t.truth === true) ?? thresholds[0] ?? null
}

const featureOf = (fired: Fired, leaves: ReadonlyArray<Leaf>) =>
  fired.feature ?? leaves.flatMap((l) => l.type === "spatial" && l.truth === true && l.relation === "inside" ? l.features : [])[0] ?? null

export const describe = (cell: Cell, rule: Rule, fired: Fired, moment: Moment, facts: Facts, before: RuleState, bench: Bench): NewEvent => {
  const leaves = leavesOf(fired.evaluated)
  const threshold = deciding(leaves)
  const feature = featureOf(fired, leaves)
  const { event } = rule.document
  const fix = facts.fix !== undefined && fired.at - facts.fix.at <= PLACE_MAX_AGE_MS ? facts.fix : undefined
  return {
    id: bench.nextId(),
    key: [rule.id, rule.version, cell.subject.id, fired.kind, fired.feature?.id ?? "", fired.at].join("|"),
    subject: cell.subject, who: cell.who, rule, fix,
    kind: fired.kind,
    at: fired.at,
    createdAt: bench.changes.now,
    severity: event.severity,
    title: renderTitle(event.title, {
      entity: (cell.who.entity ?? cell.who.device).name,
      device: cell.who.device.name,
      feature: feature?.name ?? null,
      metric: threshold?.metric ?? null,
      value: threshold?.value ?? null,
      rule: rule.name
    }),
    feature: feature === null ? null : { id: feature.id, name: feature.name, revision: feature.revision },
    // a deadline was judged on the last fix known then; a record on itself
    sampleAt: moment._tag === "Deadline" ? facts.fix?.at ?? moment.at : moment.at,
    trigger: moment._tag === "Deadline" ? { kind: "deadline", record_id: null, at: moment.at } : { kind: moment._tag === "Measurement" ? "measurement" : moment._tag === "Position" ? "position" : "state", record_id: moment.recordId, at: moment.at },
    metric: threshold?.metric ?? null,
    value: threshold?.value ?? null,
    evaluated: fired.evaluated,
    stateBefore: before,
    bookVersion: bench.book.version,
    alertId: event.create_alert ? bench.nextId() : null,
    traceId: bench.nextId()
  }
}
