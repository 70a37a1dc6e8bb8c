// The last value of each state of a device: only another value is a change, and only a change starts rules
// (specification 2.1).
import { canonicalText } from "./Document.ts"
import { LOOKBACK_MS } from "./Facts.ts"
import type { DeviceState } from "./Observation.ts"

/** StateValue is the newest value of a state. */
export interface StateValue {
  readonly at: number
  /** as text, equal for equal values */
  readonly value: string
}

/**
 * Returns the key of a state. Each device of an entity has its own: two collars that report in turn change
 * nothing.
 */
export const stateValueKey = (deviceId: string, stateKey: string): string => `${deviceId} ${stateKey}`

/** Returns the value of a report. */
export const stateValueOf = ({ at, value }: Pick<DeviceState, "at" | "value">): StateValue => ({
  at,
  value: canonicalText(value)
})

/**
 * Whether a report repeats the device's last value. A value older than LOOKBACK_MS is unknown, as with
 * metrics.
 */
export const isRepeated = (seen: DeviceState, before: StateValue | undefined): boolean =>
  before !== undefined && seen.at - before.at <= LOOKBACK_MS && before.value === stateValueOf(seen).value
