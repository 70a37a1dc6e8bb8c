// Builds the stored form of a firing and a failure: the event's evidence, and the steps of their traces. The
// context is built in the domain.
import type { EvidenceRecord } from "../../backtest/ports.ts"
import { findingsIn, writtenEvaluation } from "../../domain/rule/conditions/Evaluated.ts"
import { evidenceIn } from "../../domain/rule/conditions/registry.ts"
import { withoutBlanks } from "../../domain/rule/RuleState.ts"
import { formatInstant } from "../../domain/time.ts"
import type { Failure, NewEvent } from "../../engine/ports.ts"
import type { StoredFiring } from "../events/firedSteps.ts"
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

/** Returns the records that an event was evaluated on, each once, the one that triggered it first. */
const recordsOf = ({ evaluated, fix, trigger }: NewEvent): ReadonlyArray<EvidenceRecord> => {
  const records: Array<EvidenceRecord> = []
  const add = (record: EvidenceRecord) => {
    const i = records.findIndex(({ id, kind }) => id === record.id && kind === record.kind)
    if (i < 0) records.push(record)
    else records[i] = { ...records[i], ...record }
  }
  if (trigger.record_id !== null)
    add({ kind: trigger.kind, id: trigger.record_id, at: formatInstant(trigger.at) })
  if (fix !== undefined) {
    const { altitudeM: altitude_m, at, lat, lon, recordId: id, speedMps: speed_mps } = fix
    add({ kind: "position", id, at: formatInstant(at), lon, lat, altitude_m, speed_mps })
  }
  for (const finding of findingsIn(evaluated))
    for (const record of evidenceIn(finding).records ?? []) add(record)
  return records
}

/**
 * Returns the receipt of an event with these records as far as it is known here, without the data source; the
 * time of reception only where the record triggered the event and was not imported.
 */
export const receiptOfEvent = (
  { receivedAt, trigger }: NewEvent,
  records: ReadonlyArray<EvidenceRecord>
): StoredReceipt | null => {
  const receipt = receiptOf(records, trigger.record_id)
  return receipt === null || trigger.record_id === null || receivedAt === null
    ? receipt
    : { ...receipt, received_at: formatInstant(receivedAt) }
}

/** Whether an event has a receipt: it was evaluated on a record. */
export const hasReceipt = (e: NewEvent): boolean => receiptOf(recordsOf(e), e.trigger.record_id) !== null

/** Returns the named lists that have members. */
const withoutEmpty = (lists: Readonly<Record<string, ReadonlyArray<unknown>>>) =>
  Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))

/**
 * Returns what the event can be evaluated again from: the records, the feature revisions, and the state
 * before. Members that say nothing are left out: empty lists, blank members of the state, and `now` of a
 * placement that is as it was before.
 */
export const evidenceOf = (e: NewEvent) => {
  const evidence = findingsIn(e.evaluated).map((f) => evidenceIn(f)),
    features = [...evidence.flatMap((f) => f.features ?? []), ...(e.feature === null ? [] : [e.feature])]
  return {
    records: recordsOf(e),
    ...withoutEmpty({
      windows: evidence.flatMap((f) => f.windows ?? []),
      features: [...new Map(features.map(({ id, revision }) => [id, { id, revision }])).values()],
      placements: e.placements.map(({ before, filterKey, now }) => ({
        filter_key: filterKey,
        before,
        ...(now === before ? {} : { now })
      })),
      last_seen: evidence.flatMap((f) => f.last_seen ?? []),
      unheard: evidence.flatMap((f) => f.unheard ?? [])
    }),
    rule_set_version: e.ruleSetVersion,
    state_before: withoutBlanks(e.stateBefore)
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

/** Returns what the trace of a firing keeps of its steps: its event has the rest. */
export const firingOf = (e: StoredEvent): StoredFiring => ({
  evaluated: writtenEvaluation(e.evaluated),
  ...(e.carriesAlert === true ? { carries_alert: true } : {}),
  ...(e.snoozedUntil !== undefined && e.rule.document.event.create_alert
    ? { snoozed_until: formatInstant(e.snoozedUntil) }
    : {})
})

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
        "rule or area is tried at once, and what waited is judged with it."
    }
  }
]
