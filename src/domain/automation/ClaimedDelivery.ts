// A delivery that a worker has claimed: its message, its receiver, and the number of the attempt. Automation and
// action are read as they are now, so that a corrected address helps a delivery that waits.
import type { LanguageCode } from "../access/Preferences.ts"
import type { Action, ActionType } from "./Action.ts"
import { alertSkip } from "./alertSkip.ts"
import type { Matter } from "./Message.ts"
import { failed, type Outcome, skipped } from "./Outcome.ts"
import { MAX_DELIVERY_ATTEMPTS } from "./retryDelay.ts"

/** PreviousAttempt is the failure of an earlier attempt. */
export interface PreviousAttempt {
  readonly at: string
  readonly duration_ms: number
  readonly code: string
  readonly error: string
}

/** Sending has the members that the deliveries of events and of tests share. */
interface Sending {
  /** 1 for the first */
  readonly attempt: number
  /** of the claim: only the newest one counts */
  readonly epoch: number
  readonly tries: ReadonlyArray<PreviousAttempt>
  readonly receiverGroup: string
  readonly target: string
  /** a person asked for it again: the automation need not be enabled */
  readonly isAsked: boolean
  /** null: the automation was removed */
  readonly isEnabled: boolean | null
  /** reminders are sent while their alert is acknowledged */
  readonly remindsAcknowledged: boolean
  readonly action: Action | null
  readonly actionId: string
  readonly actionType: ActionType
  /** of a webhook, the newest first */
  readonly secrets: ReadonlyArray<string>
  /** of the user a chat message goes to; null: not linked */
  readonly chatId: string | null
  /** of mail and chat; a webhook is the same in each */
  readonly language: LanguageCode
}

/** ClaimedDelivery is the message and how to send it. */
export type ClaimedDelivery = Matter & Sending

/**
 * Returns an outcome that needs no attempt: a delivery that has become pointless, or whose last attempt ended
 * with the worker. What a person asked for again is sent whatever became of the event, its alert and the
 * automation.
 */
export const outcomeWithoutSending = (claimed: ClaimedDelivery): Outcome | null => {
  const { action, attempt, event, isAsked, isEnabled } = claimed
  if (isEnabled === null) return skipped("AUTOMATION_REMOVED", "the automation was removed")
  if (action === null) return skipped("ACTION_REMOVED", "the automation has no such action any more")
  if (!isAsked && event !== null) {
    if (event.superseded) return skipped("SUPERSEDED", "later records showed that this did not happen")
    if (!isEnabled) return skipped("AUTOMATION_DISABLED", "the automation was disabled before this was sent")
    const skip = alertSkip(event, { remind_acknowledged: claimed.remindsAcknowledged })
    if (skip !== null) return skip
  }
  return attempt > MAX_DELIVERY_ATTEMPTS
    ? failed("INTERRUPTED", `the worker ended during attempt ${MAX_DELIVERY_ATTEMPTS}`, { final: true })
    : null
}
