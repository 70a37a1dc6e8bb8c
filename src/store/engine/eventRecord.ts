// How a firing and a failure are written down: the event's context and evidence, and the steps of their
// traces.
import { type Evaluated, type Leaf, leavesOf } from "../../domain/rule/conditions/Condition.ts"
import { derivedMetrics } from "../../domain/rule/conditions/threshold.ts"
import type { Failure, NewEvent } from "../../engine/ports.ts"

/** An event as it was kept: one that was snoozed has no alert. */
export type KeptEvent = NewEvent & { readonly snoozedUntil?: number }

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * A value as people read it, without the noise of binary fractions: 15.5 * 3.6 is 55.8. What is compared is
 * never rounded.
 */
const shown = (value: number | null) => (value === null ? null : Number(value.toPrecision(12)))

/** An evaluation as people and clients read it: moments as RFC 3339, values to 12 significant digits. */
export const written = (e: Evaluated): object => {
  switch (e.type) {
    case "all":
    case "any":
      return { ...e, parts: e.parts.map(written) }
    case "not":
      return { ...e, part: written(e.part) }
    case "threshold":
      return { ...e, value: shown(e.value), sample_at: e.sample_at === null ? null : iso(e.sample_at) }
    case "window":
      return { ...e, value: shown(e.value), from: iso(e.from), to: iso(e.to) }
    case "no_data":
      return { ...e, last_seen_at: e.last_seen_at === null ? null : iso(e.last_seen_at) }
    case "spatial":
      return e
  }
}
const writtenTrigger = ({ trigger }: NewEvent) => ({ ...trigger, at: iso(trigger.at) })

/** Every value read, by the name of its metric; a window's by what was made of it. */
const valuesOf = (leaves: ReadonlyArray<Leaf>) =>
  Object.fromEntries(
    leaves.flatMap((l): ReadonlyArray<readonly [string, number | string | null]> => {
      switch (l.type) {
        case "threshold":
          return [[l.metric, shown(l.value)]]
        case "window":
          return [[`${l.aggregate}(${l.metric}, ${l.seconds} s)`, shown(l.value)]]
        case "no_data":
          return [["last_seen_at", l.last_seen_at === null ? null : iso(l.last_seen_at)]]
        case "spatial":
          return []
      }
    })
  )

/** `context` of an event: what was read and what decided, for people and automations. */
export const contextOf = (e: NewEvent) => {
  const leaves = leavesOf(e.evaluated)
  return {
    values: valuesOf(leaves),
    trigger: writtenTrigger(e),
    kind: e.kind,
    metric: e.metric,
    value: shown(e.value),
    feature: e.feature === null ? null : { id: e.feature.id, name: e.feature.name },
    missing: leaves.flatMap((l) => (l.missing === undefined ? [] : [l.missing]))
  }
}

/**
 * What the event can be judged again from: the records as they were read, the feature revisions, and the
 * state before.
 */
export const evidenceOf = (e: NewEvent) => {
  const leaves = leavesOf(e.evaluated)
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
      ...leaves.flatMap((l) =>
        l.type !== "threshold" || l.record_id === null || l.sample_at === null
          ? []
          : derivedMetrics.has(l.metric)
            ? [{ kind: "position", id: l.record_id, at: iso(l.sample_at) }]
            : [{ kind: "measurement", id: l.record_id, at: iso(l.sample_at), value: l.value }]
      )
    ],
    windows: leaves.flatMap((l) =>
      l.type === "window"
        ? [
            {
              metric: l.metric,
              from: iso(l.from),
              to: iso(l.to),
              count: l.count,
              value: l.value,
              first_id: l.first_id,
              last_id: l.last_id
            }
          ]
        : []
    ),
    features: [
      ...leaves.flatMap((l) => (l.type === "spatial" ? l.features : [])),
      ...(e.feature === null ? [] : [e.feature])
    ].map(({ id, revision }) => ({ id, revision })),
    placements: e.placements,
    last_seen: leaves.flatMap((l) =>
      l.type === "no_data" ? [l.last_seen_at === null ? null : iso(l.last_seen_at)] : []
    ),
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
