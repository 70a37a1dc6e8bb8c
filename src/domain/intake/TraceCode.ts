// Why something did not simply come in: the closed set of codes that answers and traces name, each with what
// to do about it.
import { remedies as texts } from "../../words/en/messages/remedies.ts"

/** traceCodes are the outcomes that answers and traces name. */
export const traceCodes = [
  "PAYLOAD_DECODE_FAILED",
  "ITEM_INVALID",
  "ITEM_TOO_LARGE",
  "TIMESTAMP_INVALID",
  "POSITION_OUT_OF_RANGE",
  "METRIC_KEY",
  "METRIC_TYPE",
  "METRIC_UNIT",
  "METRIC_LIMIT",
  "DEVICE_NOT_FOUND",
  "EVENT_WITHOUT_PROJECT",
  "DUPLICATE",
  "CONFLICTING",
  "NULL_ISLAND",
  "MARKED_INVALID",
  "NO_FIX",
  "FIELD_UNKNOWN"
] as const
/** TraceCode is the code of a trace of intake. */
export type TraceCode = (typeof traceCodes)[number]

/** remedies say what an operator can do about a record with a code. */
export const remedies: Readonly<Record<TraceCode, string>> = texts.intake

/** Returns what an operator can do about a code, null if there is no remedy. */
export const remedyOf = (code: string | null): string | null =>
  code !== null && Object.hasOwn(remedies, code) ? remedies[code as TraceCode] : null
