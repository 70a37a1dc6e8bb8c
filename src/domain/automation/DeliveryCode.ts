// Why a delivery was not made: the closed set of codes that deliveries and their traces name, each with what
// to do about it.

const skips = {
  STALE:
    "Nothing: the event was old when it came in. Raise max_event_age_seconds if such events are to be " +
    "told of.",
  SNOOZED: "Nothing: the rule was snoozed for this subject.",
  ALERT_ACKNOWLEDGED:
    "Nothing: somebody has taken the alert of this reminder. Set remind_acknowledged on the automation if " +
    "reminders are to be sent all the same.",
  HISTORY:
    "Nothing: the event or its alert is about the past, by its data source or its age. The project's " +
    "settings say how far it looks back (history_after_hours).",
  SUPERSEDED: "Nothing: records that came in later showed that this did not happen.",
  AUTOMATION_DISABLED: "Enable the automation and redeliver, if it is still wanted.",
  AUTOMATION_REMOVED: "Nothing: the automation is gone.",
  ACTION_REMOVED: "Nothing: the automation has no such action any more.",
  MAIL_NOT_SET_UP: "Set SMTP_URL and MAIL_FROM where the role work runs, restart it, and redeliver.",
  MAIL_NOT_ALLOWED: "Add the recipient to MAIL_ALLOW_LIST, or set PUGMARK_ENV=production, and redeliver.",
  TELEGRAM_NOT_SET_UP: "Set TELEGRAM_BOT_TOKEN where the role work runs, restart it, and redeliver.",
  CHAT_NOT_LINKED:
    "The user asks POST /auth/me/telegram for a code and sends /start CODE to the bot; then redeliver."
} as const

const failures = {
  ADDRESS_FORBIDDEN:
    "Use a public address. Receivers in one's own network need the setting WEBHOOK_ALLOW_PRIVATE=true.",
  UNREACHABLE: "Check that the receiver runs and that its name and port are right, and redeliver.",
  TIMED_OUT: "Have the receiver answer at once and work afterwards, and redeliver.",
  RECEIVER_REFUSED: "Look into the receiver's log for this webhook-id, and redeliver.",
  RECEIVER_GONE: "The receiver answered 410, for good: correct or remove the action.",
  MAIL_REFUSED: "Check the recipient's address, and what the mail server says about MAIL_FROM.",
  CHAT_REFUSED:
    "The bot was blocked or removed from the chat: the user unblocks it or links the chat again; then " +
    "redeliver.",
  INTERRUPTED: "The worker ended during the attempt; look into its log, and redeliver.",
  PROGRAM_DEFECT:
    "A defect of Pugmark, not of the receiver: the log of the role work has it under the delivery's id. Report " +
    "it, update, and redeliver."
} as const

/** SkipCode is why a delivery was not sent on purpose. */
export type SkipCode = keyof typeof skips
/** FailureCode is why a delivery failed. */
export type FailureCode = keyof typeof failures
/** DeliveryCode is why a delivery did not arrive. */
export type DeliveryCode = SkipCode | FailureCode

/** remedies say what to do about a delivery that ended with a code. */
export const remedies: Readonly<Record<DeliveryCode, string>> = { ...skips, ...failures }
