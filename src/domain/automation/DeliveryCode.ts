// Why a delivery was not made: the closed set of codes that deliveries and their traces name, each with what
// to do about it.
import { remedies as texts } from "../../words/en/messages/remedies.ts"

/** SkipCode is why a delivery was not sent on purpose. */
export type SkipCode = keyof typeof texts.skipped
/** FailureCode is why a delivery failed. */
export type FailureCode = keyof typeof texts.failed
/** DeliveryCode is why a delivery did not arrive. */
export type DeliveryCode = SkipCode | FailureCode

/** remedies say what to do about a delivery that ended with a code. */
export const remedies: Readonly<Record<DeliveryCode, string>> = {
  ...texts.skipped,
  ...texts.failed
}
