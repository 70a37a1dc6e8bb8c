// Which fixes a condition counts, and how cautiously it trusts where they put a subject. Conditions with
// equal filters share one placement of the subject; most rules use the plain filter.
import type { RecordType } from "../tracking/recordTypes.ts"
import type { Trigger } from "./Trigger.ts"

/** RecordTypes tells which positions count: device fixes, network locations, or both. */
export type RecordTypes = RecordType | "both"

/** PositionFilter selects fixes and delays changes of side. */
export interface PositionFilter {
  /** equal for equal settings; "" is the plain filter */
  readonly key: string
  readonly recordTypes: RecordTypes
  /** fixes with a worse accuracy are ignored, m; null: none is */
  readonly maxAccuracyM: number | null
  /** a subject that was inside is outside only beyond this distance from the feature, m */
  readonly exitBufferM: number
  /** so many consecutive fixes must agree before a side changes */
  readonly confirmSamples: number
}

/** Makes a filter; equal settings make equal keys. */
export const makeFilter = (
  recordTypes: RecordTypes,
  maxAccuracyM: number | null,
  exitBufferM: number,
  confirmSamples: number
): PositionFilter => ({
  key: [
    ...(recordTypes === "gnss" ? [] : [recordTypes]),
    ...(maxAccuracyM === null ? [] : [`accuracy ${maxAccuracyM}`]),
    ...(exitBufferM === 0 ? [] : [`buffer ${exitBufferM}`]),
    ...(confirmSamples === 1 ? [] : [`confirm ${confirmSamples}`])
  ].join(", "),
  recordTypes,
  maxAccuracyM,
  exitBufferM,
  confirmSamples
})

/** The filter of device fixes, each trusted at once. */
export const plainFilter: PositionFilter = makeFilter("gnss", null, 0, 1)

/** Returns the positions that count for a rule with this trigger: device fixes unless it names others. */
export const recordTypesOf = (trigger: Trigger): RecordTypes => {
  const types = trigger.kind === "position" ? trigger.record_types : undefined
  return types === undefined ? "gnss" : types.length === 2 ? "both" : (types[0] ?? "gnss")
}

/** Whether positions of this type count. */
export const admits = (recordTypes: RecordTypes, type: RecordType): boolean =>
  recordTypes === "both" || recordTypes === type
