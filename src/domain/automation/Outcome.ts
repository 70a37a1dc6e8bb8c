// The outcome of one attempt to deliver.
import type { FailureCode, SkipCode } from "./DeliveryCode.ts"

/** Sent: the message arrived; `said` is a short excerpt of the receiver's answer. */
interface Sent {
  readonly _tag: "Sent"
  readonly said: string
}

/** Skipped: the message is not to be sent, which is no failure. */
export interface Skipped {
  readonly _tag: "Skipped"
  readonly code: SkipCode
  readonly error: string
}

/**
 * Failed: the message did not arrive. `final`: it never will; `retryAfterMs`: the wait that the receiver
 * asked for.
 */
interface Failed {
  readonly _tag: "Failed"
  readonly code: FailureCode
  readonly error: string
  readonly final: boolean
  readonly retryAfterMs: number
}

/** Outcome is one of the three. */
export type Outcome = Sent | Skipped | Failed

/** Makes the outcome of a message that arrived. */
export const sent = (said: string): Sent => ({ _tag: "Sent", said })
/** Makes the outcome of a message that is not to be sent. */
export const skipped = (code: SkipCode, error: string): Skipped => ({ _tag: "Skipped", code, error })
/** Makes the outcome of a message that did not arrive. */
export const failed = (
  code: FailureCode,
  error: string,
  more: Partial<Pick<Failed, "final" | "retryAfterMs">> = {}
): Failed => ({ _tag: "Failed", code, error, final: false, retryAfterMs: 0, ...more })
