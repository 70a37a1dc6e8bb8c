// How a firing and a failure are written down: the event's context and evidence, and the steps of their
// traces.
import { findingsIn, written } from "../../domain/rule/conditions/Evaluated.ts"
import { evidenceIn } from "../../domain/rule/conditions/registry.ts"
import { shownValue } from "../../domain/rule/shown.ts"
import type { Failure, NewEvent } from "../../engine/ports.ts"

/** An event as it was kept: one that was snoozed has no alert. */
export type KeptEvent = NewEvent & { readonly snoozedUntil?: number }

const iso = (ms: number) => new Date(ms).toISOString()

const writtenTrigger = ({ trigger }: NewEvent) => ({ ...trigger, at: iso(trigger.at) })

/** `context` of an event: what was read and what decided, for people and automations. */
export const contextOf = (e: NewEvent) => {
  const findings = findingsIn(e.evaluated)
  return {
    // by the name of its metric; a window's by what was made of it
    values: Object.fromEntries(findings.flatMap((f) => evidenceIn(f).values ?? [])),
    trigger: writtenTrigger(e),
    kind: e.kind,
    metric: e.metric,
    value: shownValue(e.value),
    feature: e.feature === null ? null : { id: e.feature.id, name: e.feature.name },
    missing: findings.flatMap((f) => f.missing ?? [])
  }
}

/**
 * What the event can be judged again from: the records as they were read, the feature revisions, and the
 * state before.
 */
export const evidenceOf = (e: NewEvent) => {
  const found = findingsIn(e.evaluated).map((f) => evidenceIn(f))
  return {
    records: [
      ...(e.trigger.record_id === null
        ? []
        : [{ kind: e.trigger.kind, id: e.trigger.record_id, at: iso(e.trigger.at) }]),
      ...(e.fix === undefined
        ? []
        : [
            {
              kind: "position",
              id: e.fix.recordId,
              at: iso(e.fix.at),
              lon: e.fix.lon,
              lat: e.fix.lat,
              altitude_m: e.fix.altitudeM,
              speed_mps: e.fix.speedMps
            }
          ]),
      ...found.flatMap((f) => f.records ?? [])
    ],
    windows: found.flatMap((f) => f.windows ?? []),
    features: [...found.flatMap((f) => f.features ?? []), ...(e.feature === null ? [] : [e.feature])].map(
      ({ id, revision }) => ({ id, revision })
    ),
    placements: e.placements,
    last_seen: found.flatMap((f) => f.last_seen ?? []),
    book_version: e.ruleSetVersion,
    state_before: e.stateBefore
  }
}

const subjectOf = (of: Pick<NewEvent, "who" | "rule">) => ({
  rule: of.rule.name,
  version: of.rule.version,
  subject:
    of.who.entity === null
      ? { device: of.who.device.name }
      : { entity: of.who.entity.name, device: of.who.device.name }
})

const alertStep = (e: KeptEvent) => {
  if (e.alertId !== null)
    return { name: "alert", status: "ok", at: iso(e.createdAt), detail: { id: e.alertId } }
  const snoozed = e.rule.document.event.create_alert && e.snoozedUntil !== undefined
  return {
    name: "alert",
    status: "skipped",
    at: iso(e.createdAt),
    detail: { reason: snoozed ? `snoozed until ${iso(e.snoozedUntil)}` : "the rule asks for none" }
  }
}

export const firedSteps = (e: KeptEvent) => [
  { name: "match", status: "ok", at: iso(e.createdAt), detail: subjectOf(e) },
  {
    name: "evaluate",
    status: "ok",
    at: iso(e.createdAt),
    detail: { moment: iso(e.at), trigger: writtenTrigger(e), kind: e.kind, evaluated: written(e.evaluated) }
  },
  {
    name: "event",
    status: "ok",
    at: iso(e.createdAt),
    detail: { id: e.id, title: e.title, severity: e.severity }
  },
  alertStep(e)
]

export const failedSteps = (f: Failure) => [
  { name: "match", status: "ok", at: iso(f.at), detail: subjectOf(f) },
  {
    name: "evaluate",
    status: "failed",
    at: iso(f.at),
    detail: {
      code: f.code,
      error: f.detail,
      remedy: "Correct the rule's document and save it as a new version; other rules go on meanwhile."
    }
  }
]

export const steppedOverSteps = (row: number, now: number) => [
  {
    name: "commit",
    status: "failed",
    at: iso(now),
    detail: {
      log_row: row,
      remedy:
        "The records are stored, and noted for the late lane. The error names what the database " +
        "refused; the rule that made it is among those of this project."
    }
  }
]
