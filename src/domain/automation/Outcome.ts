// What came of one attempt to deliver.
import type { FailureCode, SkipCode } from "./DeliveryCode.ts"

/** It arrived; `said` is what the receiver answered, in a few words. */
export interface Sent {
  readonly _tag: "Sent"
  readonly said: string
}

/** It is not to be sent, and nobody failed. */
export interface Skipped {
  readonly _tag: "Skipped"
  readonly code: SkipCode
  readonly error: string
}

/** It did not arrive. `final`: it never will; `notBeforeMs`: the receiver asked for that much time. */
export interface Failed {
  readonly _tag: "Failed"
  readonly code: FailureCode
  readonly error: string
  readonly final: boolean
  readonly notBeforeMs: number
}

export type Outcome = Sent | Skipped | Failed

export const sent = (said: string): Sent => ({ _tag: "Sent", said })
export const skipped = (code: SkipCode, error: string): Skipped => ({ _tag: "Skipped", code, error })
export const failed = (
  code: FailureCode,
  error: string,
  more: Partial<Pick<Failed, "final" | "notBeforeMs">> = {}
): Failed => ({ _tag: "Failed", code, error, final: false, notBeforeMs: 0, ...more })
