// How a firing and a failure are written down: the event's context and evidence, and the steps of their traces.
import { type Evaluated, leavesOf } from "../domain/rule/conditions/Condition.ts"
import { derivedMetrics } from "../domain/rule/conditions/threshold.ts"
import type { Failure, NewEvent } from "../engine/ports.ts"

const iso = (ms: number) => new Date(ms).toISOString()

/** An evaluation as people and clients read it: moments as RFC 3339. */
const written = (e: Evaluated): object => {
  switch (e.type) {
    case "all":
    case "any":
      return { ...e, parts: e.parts.map(written) }
    case "not":
      return { ...e, part: written(e.part) }
    case "threshold":
      return { ...e, sample_at: e.sample_at === null ? null : iso(e.sample_at) }
    case "spatial":
      return e
  }
}
const writtenTrigger = ({ trigger }: NewEvent) => ({ ...trigger, at: iso(trigger.at) })

/** `context` of an event: what was read and what decided, for people and automations. */
export const contextOf = (e: NewEvent) => {
  const leaves = leavesOf(e.evaluated)
  return {
    values: Object.fromEntries(leaves.flatMap((l) => l.type === "threshold" ? [[l.metric, l.value]] : [])),
    trigger: writtenTrigger(e),
    kind: e.kind,
    metric: e.metric,
    value: e.value,
    feature: e.feature === null ? null : { id: e.feature.id, name: e.feature.name },
    missing: leaves.flatMap((l) => l.missing === undefined ? [] : [l.missing])
  }
}

/** What the event can be judged again from: the records and feature revisions read, and the state before. */
export const evidenceOf = (e: NewEvent) => {
  const leaves = leavesOf(e.evaluated)
  return {
    records: [
      ...(e.trigger.record_id === null ? [] : [{ kind: e.trigger.kind, id: e.trigger.record_id }]),
      ...(e.fix === undefined ? [] : [{ kind: "position", id: e.fix.recordId }]),
      ...leaves.flatMap((l) => l.type === "threshold" && l.record_id !== null ? [{ kind: derivedMetrics.has(l.metric) ? "position" : "measurement", id: l.record_id }] : [])
    ],
    features: [...leaves.flatMap((l) => l.type === "spatial" ? l.features : []), ...(e.feature === null ? [] : [e.feature])].map(({ id, revision }) => ({ id, revision })),
    book_version: e.bookVersion,
    state_before: e.stateBefore
  }
}

const subjectOf = (of: Pick<NewEvent, "who" | "rule">) => ({
  rule: of.rule.name,
  version: of.rule.version,
  subject: of.who.entity === null ? { device: of.who.device.name } : { entity: of.who.entity.name, device: of.who.device.name }
})

export const firedSteps = (e: NewEvent) => [
  { name: "match", status: "ok", at: iso(e.createdAt), detail: subjectOf(e) },
  { name: "evaluate", status: "ok", at: iso(e.createdAt), detail: { moment: iso(e.at), trigger: writtenTrigger(e), kind: e.kind, evaluated: written(e.evaluated) } },
  { name: "event", status: "ok", at: iso(e.createdAt), detail: { id: e.id, title: e.title, severity: e.severity } },
  e.alertId === null
    ? { name: "alert", status: "skipped", at: iso(e.createdAt), detail: { reason: "the rule asks for none" } }
    : { name: "alert", status: "ok", at: iso(e.createdAt), detail: { id: e.alertId } }
]

export const failedSteps = (f: Failure) => [
  { name: "match", status: "ok", at: iso(f.at), detail: subjectOf(f) },
  { name: "evaluate", status: "failed", at: iso(f.at), detail: { code: f.code, error: f.detail, remedy: "Correct the rule's document and save it as a new version; other rules go on meanwhile." } }
]

export const steppedOverSteps = (row: number, now: number) => [
  { name: "commit", status: "failed", at: iso(now), detail: { log_row: row, remedy: "The records are stored, and noted for the late lane. The error names what the database refused; the rule that made it is among those of this project." } }
]
