// Alerts about the past: an import of last year, or a collar that was out of reach for two days, needs no
// person now. They are resolved when they are made.

/** Why an alert is about the past: its data source is an import of it, or it was known too late. */
export const historyReasons = ["source", "age"] as const
export type HistoryReason = (typeof historyReasons)[number]

/** Hours between what happened and its alert above which the alert is about the past, unless a project says. */
export const HISTORY_AFTER_HOURS = 24
/** The longest that a project may say: ten years. */
export const MAX_HISTORY_HOURS = 87_600
