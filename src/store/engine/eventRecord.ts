// Builds the stored form of a firing and a failure: the event's evidence, and the steps of their traces. The
// context is built in the domain.
import { writtenTrigger } from "../../domain/event/context.ts"
import { findingsIn, writtenEvaluation } from "../../domain/rule/conditions/Evaluated.ts"
import { evidenceIn } from "../../domain/rule/conditions/registry.ts"
import { formatInstant } from "../../domain/time.ts"
import type { Failure, NewEvent } from "../../engine/ports.ts"
import { receiptOf, type StoredReceipt } from "../events/receipt.ts"

/**
 * StoredEvent is an event as it is stored: a snoozed one opens no alert, and a reminder has the alert of its
 * episode.
 */
export type StoredEvent = NewEvent & {
  readonly snoozedUntil?: number
  /** of a reminder: `alertId` is the alert of its episode, and not a new one */
  readonly carriesAlert?: true
}

/** Returns the id of the alert that an event opens; null: none. */
export const openedAlert = (e: StoredEvent): string | null => (e.carriesAlert === true ? null : e.alertId)

/** Returns the records that an event was evaluated on, the one that triggered it first. */
const recordsOf = (e: NewEvent) => [
  ...(e.trigger.record_id === null
    ? []
    : [{ kind: e.trigger.kind, id: e.trigger.record_id, at: formatInstant(e.trigger.at) }]),
  ...(e.fix === undefined
    ? []
    : [
        {
          kind: "position",
          id: e.fix.recordId,
          at: formatInstant(e.fix.at),
          lon: e.fix.lon,
          lat: e.fix.lat,
          altitude_m: e.fix.altitudeM,
          speed_mps: e.fix.speedMps
        }
      ]),
  ...findingsIn(e.evaluated).flatMap((f) => evidenceIn(f).records ?? [])
]

/**
 * Returns the receipt as far as it is known here, without the data source; the time of reception only where
 * the record triggered the event and was not imported.
 */
export const receiptOfEvent = (e: NewEvent): StoredReceipt | null => {
  const receipt = receiptOf(recordsOf(e), e.trigger.record_id)
  return receipt === null || e.trigger.record_id === null || e.receivedAt === null
    ? receipt
    : { ...receipt, received_at: formatInstant(e.receivedAt) }
}

/**
 * Returns what the event can be evaluated again from: the records, the feature revisions, and the state
 * before.
 */
export const evidenceOf = (e: NewEvent) => {
  const evidence = findingsIn(e.evaluated).map((f) => evidenceIn(f)),
    unheard = evidence.flatMap((f) => f.unheard ?? [])
  return {
    records: recordsOf(e),
    windows: evidence.flatMap((f) => f.windows ?? []),
    features: [...evidence.flatMap((f) => f.features ?? []), ...(e.feature === null ? [] : [e.feature])].map(
      ({ id, revision }) => ({ id, revision })
    ),
    placements: e.placements.map(({ before, filterKey, now }) => ({ filter_key: filterKey, before, now })),
    last_seen: evidence.flatMap((f) => f.last_seen ?? []),
    ...(unheard.length === 0 ? {} : { unheard }),
    rule_set_version: e.ruleSetVersion,
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

const alertStep = (e: StoredEvent, at: string) => {
  if (e.alertId !== null)
    return {
      name: "alert",
      status: "ok",
      at,
      detail: { id: e.alertId, ...(e.carriesAlert === true ? { reason: "the alert of the episode" } : {}) }
    }
  const snoozed = e.rule.document.event.create_alert && e.snoozedUntil !== undefined
  return {
    name: "alert",
    status: "skipped",
    at,
    detail: { reason: snoozed ? `snoozed until ${formatInstant(e.snoozedUntil)}` : "the rule asks for none" }
  }
}

/** Returns the trace steps of a firing. */
export const firedSteps = (e: StoredEvent) => {
  const at = formatInstant(e.createdAt)
  return [
    { name: "match", status: "ok", at, detail: subjectOf(e) },
    {
      name: "evaluate",
      status: "ok",
      at,
      detail: {
        moment: formatInstant(e.at),
        trigger: writtenTrigger(e),
        kind: e.kind,
        evaluated: writtenEvaluation(e.evaluated)
      }
    },
    { name: "event", status: "ok", at, detail: { id: e.id, title: e.title, severity: e.severity } },
    alertStep(e, at)
  ]
}

/** Returns the trace steps of an evaluation that failed. */
export const failedSteps = (f: Failure) => [
  { name: "match", status: "ok", at: formatInstant(f.at), detail: subjectOf(f) },
  {
    name: "evaluate",
    status: "failed",
    at: formatInstant(f.at),
    detail: {
      code: f.code,
      error: f.detail,
      remedy: "Correct the rule's document and save it as a new version; other rules go on meanwhile."
    }
  }
]

/** Returns the trace steps of a log row that could not be committed. */
export const skippedRowSteps = (row: number, now: number) => [
  {
    name: "commit",
    status: "failed",
    at: formatInstant(now),
    detail: {
      log_row: row,
      remedy:
        "The records are stored, and noted for the late lane. The error names what the database " +
        "refused; the rule that made it is among those of this project."
    }
  }
]

/** Returns the trace steps of a project whose rule set cannot be loaded. */
export const unusableRuleSetSteps = (version: number, error: string, now: number) => [
  {
    name: "load",
    status: "failed",
    at: formatInstant(now),
    detail: {
      edition: version,
      error,
      remedy:
        "Records of the project wait and none is lost; other projects are not affected. The next change of a " +
        "rule or feature is tried at once, and what waited is judged with it."
    }
  }
]
