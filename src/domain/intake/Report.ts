// What a device sent, before and after it was found sane. An item is what `intake/receive.ts` has
// checked the types of; a report is what intake will store, in our units and with one name for everything.
import type { Severity } from "../rule/Document.ts"
import type { TraceCode } from "./TraceCode.ts"

/** Value is a measured value. */
export type Value = number | boolean | string

/** A number of an item: a JSON number, its text, or null for "not known". */
type Scalar = number | string | null

/**
 * Item is an item of an ingest body; its types are checked, its ranges are not. Other members become
 * attributes.
 */
export interface Item {
  readonly device?: string | number
  readonly device_id?: string | number
  /** what people call it; names nothing that is there already */
  readonly device_name?: string | null
  readonly time: string | number
  readonly lat?: Scalar
  readonly latitude?: Scalar
  readonly lon?: Scalar
  readonly lng?: Scalar
  readonly longitude?: Scalar
  readonly altitude_m?: Scalar
  readonly altitude?: Scalar
  readonly speed_mps?: Scalar
  readonly speed?: Scalar
  readonly heading_deg?: Scalar
  readonly heading?: Scalar
  readonly accuracy_m?: Scalar
  readonly accuracy?: Scalar
  readonly satellites?: Scalar
  readonly record_type?: "gnss" | "network"
  readonly measurements?: Readonly<Record<string, Value | null>>
  readonly metric?: string
  readonly value?: Value | null
  readonly unit?: string
  readonly state?: Readonly<Record<string, unknown>>
  readonly events?: ReadonlyArray<ItemEvent>
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly valid?: unknown
  readonly [other: string]: unknown
}

/** ItemEvent is an event of an item, types checked. */
interface ItemEvent {
  readonly type: string
  readonly title: string
  readonly severity?: Severity
  readonly context?: Readonly<Record<string, unknown>>
}

/**
 * ReportedFix is a position of a device: degrees, metres, metres per second; heading from north, clockwise,
 * below 360.
 */
export interface ReportedFix {
  readonly lon: number
  readonly lat: number
  readonly altitudeM: number | null
  readonly speedMps: number | null
  readonly headingDeg: number | null
  readonly accuracyM: number | null
  readonly satellites: number | null
  readonly network: boolean
  /** false: kept, and used by nothing; its sender marks it as wrong, or has no fix */
  readonly valid: boolean
  /** a JSON object as text; null: none */
  readonly attributes: string | null
}

/** Reading is a measured value of a report. */
export interface Reading {
  readonly metric: string
  readonly value: Value
  /** as the device named it; null: the metric's own */
  readonly unit: string | null
}

/** ReportedState is a state of the device in a report. */
export interface ReportedState {
  readonly key: string
  /** JSON text */
  readonly value: string
}

/** ReportedEvent is an event in a report. */
export interface ReportedEvent {
  readonly type: string
  readonly title: string
  readonly severity: Severity
  /** a JSON object as text */
  readonly context: string
}

/** A value of an item that its sender does not know: its member (a JSON Pointer into the item), in words. */
export interface UnknownField {
  readonly pointer: string
  readonly detail: string
}

/** A sane item: at least one of fix, readings, states and events. */
export interface Report {
  readonly _tag: "Report"
  /** external id within the data source */
  readonly device: string
  /** epoch ms, cut to the millisecond */
  readonly at: number
  readonly fix: ReportedFix | null
  readonly readings: ReadonlyArray<Reading>
  readonly states: ReadonlyArray<ReportedState>
  readonly events: ReadonlyArray<ReportedEvent>
  /** accepted, but worth a remark */
  readonly remark: TraceCode | null
  /** the first value that its sender does not know; absent: it knows all of them */
  readonly unknown?: UnknownField
}

/** Why an item is not taken, and which member says so (a JSON Pointer into the item). */
export interface Refusal {
  readonly _tag: "Refusal"
  readonly code: TraceCode
  readonly pointer: string
  readonly detail: string
}

/** Makes a refusal. */
export const refuse = (code: TraceCode, pointer: string, detail: string): Refusal => ({
  _tag: "Refusal",
  code,
  pointer,
  detail
})
