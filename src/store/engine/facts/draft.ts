// Collects the facts of one subject row by row, for a subject that wakes now and for one that is read as of a
// moment.
import type { Fix, Sample } from "../../../domain/rule/Facts.ts"
import { type StateValue, stateValueOf, stateValueKey } from "../../../domain/rule/stateChange.ts"
import type { RecordType } from "../../../domain/tracking/recordTypes.ts"
import { fixOf, type FixRow } from "./fixRow.ts"

/** Draft is the facts of a subject while they are collected. */
interface Draft {
  watermark: number | null
  readonly fixes: Map<RecordType, Fix>
  readonly latest: Map<string, Sample>
  readonly samples: Map<string, ReadonlyArray<Sample>>
  readonly said: Map<string, StateValue>
}

/** Returns a draft without facts. */
export const emptyDraft = (): Draft => ({
  watermark: null,
  fixes: new Map(),
  latest: new Map(),
  samples: new Map(),
  said: new Map()
})

/** LatestRow is the newest value of a metric; `n` is the number of the subject, here and below. */
export interface LatestRow {
  readonly n: number
  readonly metric: string
  readonly record_id: bigint
  readonly at: Date
  readonly value: number
}

/** WindowRow is the samples of a window, the oldest first; times in epoch ms. */
export interface WindowRow {
  readonly n: number
  readonly metric: string
  readonly ids: ReadonlyArray<number>
  readonly times: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
}

/** StateRow is the last value of a device state. */
export interface StateRow {
  readonly n: number
  readonly device_id: string
  readonly state_key: string
  readonly at: Date
  readonly value: unknown
}

/** Adds the last fix of a record type. */
export const addFix = (draft: Draft, row: FixRow): void => {
  draft.fixes.set(row.record_type, fixOf(row))
}

/** Adds the newest value of a metric. */
export const addLatest = (draft: Draft, { at, metric, record_id, value }: LatestRow): void => {
  draft.latest.set(metric, { at: at.getTime(), value, recordId: Number(record_id) })
}

/** Adds the samples of a window. */
export const addWindow = (draft: Draft, { ids, metric, times, values }: WindowRow): void => {
  draft.samples.set(
    metric,
    ids.map((recordId, i) => ({ recordId, at: times[i]!, value: values[i]! }))
  )
}

/** Adds the last value of a device state. */
export const addState = (draft: Draft, { at, device_id, state_key, value }: StateRow): void => {
  draft.said.set(stateValueKey(device_id, state_key), stateValueOf({ at: at.getTime(), value }))
}
