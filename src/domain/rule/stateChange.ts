// What a device said last of each of its states: only another value is a change, and a change is what starts
// rules (specification 2.1).
import { canonicalText } from "./Document.ts"
import { LOOKBACK_MS } from "./Facts.ts"
import type { DeviceState } from "./Observation.ts"

/** The newest value of a state. */
export interface StateValue {
  readonly at: number
  /** as text, equal for equal values */
  readonly value: string
}

/** Each device of an entity has states of its own: two collars that take turns change nothing. */
export const stateValueKey = (deviceId: string, stateKey: string): string => `${deviceId} ${stateKey}`

export const stateValueOf = ({ at, value }: Pick<DeviceState, "at" | "value">): StateValue => ({
  at,
  value: canonicalText(value)
})

/**
 * Whether a report says what its device had said before. What was said too long ago is not known any more, as
 * with metrics.
 */
export const isRepeated = (seen: DeviceState, before: StateValue | undefined): boolean =>
  before !== undefined && seen.at - before.at <= LOOKBACK_MS && before.value === stateValueOf(seen).value
