// Through which fixes, and how cautiously, a condition looks at where a subject is. Conditions that look
// alike share one placement of the subject; most rules look through the plain lens.
import type { RecordType } from "../tracking/recordTypes.ts"
import type { Trigger } from "./Trigger.ts"

/** Which positions count: device fixes, network locations, or both. */
export type Sight = RecordType | "both"

export interface Lens {
  /** equal for equal settings; "" is the plain lens */
  readonly key: string
  readonly sight: Sight
  /** fixes known to be worse are ignored, m; null: none is */
  readonly maxAccuracyM: number | null
  /** a subject that was inside is outside only beyond this distance from the feature, m */
  readonly exitBufferM: number
  /** so many consecutive fixes must agree before a side changes */
  readonly confirmSamples: number
}

/** Equal settings make equal lenses. */
export const makeLens = (
  sight: Sight,
  maxAccuracyM: number | null,
  exitBufferM: number,
  confirmSamples: number
): Lens => ({
  key: [
    ...(sight === "gnss" ? [] : [sight]),
    ...(maxAccuracyM === null ? [] : [`accuracy ${maxAccuracyM}`]),
    ...(exitBufferM === 0 ? [] : [`buffer ${exitBufferM}`]),
    ...(confirmSamples === 1 ? [] : [`confirm ${confirmSamples}`])
  ].join(", "),
  sight,
  maxAccuracyM,
  exitBufferM,
  confirmSamples
})

/** Device fixes, each believed at once. */
export const plainLens: Lens = makeLens("gnss", null, 0, 1)

/** Positions that count for a rule with this trigger: device fixes unless it names others. */
export const sightOf = (trigger: Trigger): Sight => {
  const types = trigger.kind === "position" ? trigger.record_types : undefined
  return types === undefined ? "gnss" : types.length === 2 ? "both" : (types[0] ?? "gnss")
}

/** Whether positions of this type count. */
export const sees = (sight: Sight, type: RecordType): boolean => sight === "both" || sight === type
