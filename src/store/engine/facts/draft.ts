// What is gathered of a subject's facts, row by row: for who wakes now and for who is looked at as of a moment.
import type { Fix, Sample } from "../../../domain/rule/Facts.ts"
import { type StateValue, stateValueOf, stateValueKey } from "../../../domain/rule/stateChange.ts"
import type { RecordType } from "../../../domain/tracking/recordTypes.ts"
import { fixOf, type FixRow } from "./fixRow.ts"

export interface Draft {
  watermark: number | null
  readonly fixes: Map<RecordType, Fix>
  readonly latest: Map<string, Sample>
  readonly samples: Map<string, ReadonlyArray<Sample>>
  readonly said: Map<string, StateValue>
}

export const emptyDraft = (): Draft => ({
  watermark: null,
  fixes: new Map(),
  latest: new Map(),
  samples: new Map(),
  said: new Map()
})

/** The newest value of a metric; `n`: whose, here and below. */
export interface LatestRow {
  readonly n: number
  readonly metric: string
  readonly record_id: bigint
  readonly at: Date
  readonly value: number
}

/** The samples of a window, the oldest first; times in epoch ms. */
export interface WindowRow {
  readonly n: number
  readonly metric: string
  readonly ids: ReadonlyArray<number>
  readonly times: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
}

/** What a device said last of a state. */
export interface StateRow {
  readonly n: number
  readonly device_id: string
  readonly state_key: string
  readonly at: Date
  readonly value: unknown
}

export const addFix = (draft: Draft, row: FixRow): void => {
  draft.fixes.set(row.record_type, fixOf(row))
}

export const addLatest = (draft: Draft, { at, metric, record_id, value }: LatestRow): void => {
  draft.latest.set(metric, { at: at.getTime(), value, recordId: Number(record_id) })
}

export const addWindow = (draft: Draft, { ids, metric, times, values }: WindowRow): void => {
  draft.samples.set(
    metric,
    ids.map((recordId, i) => ({ recordId, at: times[i]!, value: values[i]! }))
  )
}

export const addState = (draft: Draft, { at, device_id, state_key, value }: StateRow): void => {
  draft.said.set(stateValueKey(device_id, state_key), stateValueOf({ at: at.getTime(), value }))
}
