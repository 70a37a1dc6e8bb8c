// Why something did not simply come in: the closed set of codes that answers and traces name, each with what
// to do about it.
import { FEWER_METRICS_REMEDY } from "../tracking/Metric.ts"

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
export const remedies: Readonly<Record<TraceCode, string>> = {
  PAYLOAD_DECODE_FAILED:
    "Check the device type, port and firmware behind this data source: the payload is not in its format.",
  ITEM_INVALID: "Correct the named member where the item is made, and send it again.",
  ITEM_TOO_LARGE: "Send fewer attributes: an item carries at most 16 KiB of them.",
  TIMESTAMP_INVALID:
    "Set the clock of the device; the time needs a zone and lies between 1990 and five minutes from now.",
  POSITION_OUT_OF_RANGE:
    "Check the order and unit of the coordinates: degrees, latitude -90 to 90, longitude -180 to 180.",
  METRIC_KEY: "Name the metric with a letter and then up to 63 letters, digits or . _ : - characters.",
  METRIC_TYPE:
    "Send values of the metric's type, or use another metric key: " +
    "the project's first value fixed the type, or an administrator's definition.",
  METRIC_UNIT: "Send the metric in its own unit, or in one that converts to it.",
  METRIC_LIMIT: FEWER_METRICS_REMEDY,
  DEVICE_NOT_FOUND:
    "Create a device for this identity under unknown identities; the kept reports are then processed.",
  EVENT_WITHOUT_PROJECT:
    "Assign the device to a project for that time and send the event again: an event belongs to a project.",
  DUPLICATE: "Nothing: the same record was there before.",
  CONFLICTING:
    "Check whether two transmitters share this identity: another fix of the same time lies elsewhere. " +
    "Rules use the first.",
  NULL_ISLAND:
    "Check the receiver: it reports latitude 0, longitude 0, which most often means no fix. The position is " +
    "kept, and no rule or analysis uses it; a curation can mark it as right.",
  MARKED_INVALID:
    "Nothing: its sender marks the position as wrong. It is kept, and no rule or analysis uses it; a " +
    "curation can mark it as right.",
  NO_FIX:
    "Give the receiver a clear view of the sky: it says that it has no fix, or repeats an older place. The " +
    "position is kept, and no rule or analysis uses it; a curation can mark it as right.",
  FIELD_UNKNOWN:
    "Nothing, or leave the member out where the device makes it: it stands for a value that is not known. The " +
    "rest of the item is stored."
}

/** Returns what an operator can do about a code, null if there is no remedy. */
export const remedyOf = (code: string | null): string | null =>
  code !== null && Object.hasOwn(remedies, code) ? remedies[code as TraceCode] : null
