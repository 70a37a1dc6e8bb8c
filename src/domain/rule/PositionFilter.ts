// Which fixes a condition counts, and how cautiously it believes where they put a subject. Conditions that look
// alike share one placement of the subject; most rules look through the plain filter.
import type { RecordType } from "../tracking/recordTypes.ts"
import type { Trigger } from "./Trigger.ts"

/** Which positions count: device fixes, network locations, or both. */
export type RecordTypes = RecordType | "both"

export interface PositionFilter {
  /** equal for equal settings; "" is the plain filter */
  readonly key: string
  readonly recordTypes: RecordTypes
  /** fixes known to be worse are ignored, m; null: none is */
  readonly maxAccuracyM: number | null
  /** a subject that was inside is outside only beyond this distance from the feature, m */
  readonly exitBufferM: number
  /** so many consecutive fixes must agree before a side changes */
  readonly confirmSamples: number
}

/** Equal settings make equal filters. */
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

/** Device fixes, each believed at once. */
export const plainFilter: PositionFilter = makeFilter("gnss", null, 0, 1)

/** Positions that count for a rule with this trigger: device fixes unless it names others. */
export const recordTypesOf = (trigger: Trigger): RecordTypes => {
  const types = trigger.kind === "position" ? trigger.record_types : undefined
  return types === undefined ? "gnss" : types.length === 2 ? "both" : (types[0] ?? "gnss")
}

/** Whether positions of this type count. */
export const admits = (recordTypes: RecordTypes, type: RecordType): boolean =>
  recordTypes === "both" || recordTypes === type
