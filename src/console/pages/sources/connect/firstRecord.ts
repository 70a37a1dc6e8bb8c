// The newest record of a source, from a known or unknown device, and what was refused since.
import type { SourceArrival, Stranger } from "../../../data/arrivals.ts"
import type { Identity } from "../../../data/identities.ts"
import type { Source } from "../../../data/sources.ts"

type Read = Pick<SourceArrival, "decoded" | "not_read">

/** A record that was read. */
export interface ReadRecord {
  readonly receivedAt: string
  /** the record's own time; null: it has none */
  readonly time: string | null
  /** the sender's id of the device */
  readonly externalId: string
  readonly lat: number | null
  readonly lon: number | null
  /** metres; null: it has none */
  readonly accuracyM: number | null
  readonly decoded: NonNullable<Read["decoded"]>
  readonly notRead: ReadonlyArray<string>
  /** the unknown identity, if the device has no assignment yet */
  readonly identity: Identity | null
  /** the animal or person that wears the device; null: none */
  readonly entity: { readonly id: string; readonly name: string } | null
}

/** A record that was refused. */
export interface RefusedRecord {
  readonly at: string
  readonly code: string | null
  readonly detail: string | null
  readonly remedy: string | null
  readonly traceId: string | null
  /** absent: the user may not read it */
  readonly payload?: unknown
  readonly pointer: string | null
}

/** What a source received last. */
interface Brought {
  readonly record: ReadRecord | null
  /** a refusal after the record */
  readonly refused: RefusedRecord | null
}

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null)

const fieldOf = (decoded: ReadRecord["decoded"], name: string): unknown =>
  decoded.find(({ field }) => field === name)?.value

const ofStranger = ({ identity, report }: Stranger): ReadRecord => ({
  receivedAt: report?.received_at ?? identity.last_seen_at,
  time: report?.time ?? null,
  externalId: identity.external_id,
  lat: report?.lat ?? null,
  lon: report?.lon ?? null,
  accuracyM: numberOf(fieldOf(report?.decoded ?? [], "accuracy_m")),
  decoded: report?.decoded ?? [],
  notRead: report?.not_read ?? [],
  identity,
  entity: null
})

const ofArrival = (one: SourceArrival): ReadRecord => ({
  receivedAt: one.received_at,
  time:
    one.lag_seconds === null
      ? null
      : new Date(Date.parse(one.received_at) - one.lag_seconds * 1000).toISOString(),
  externalId: one.external_id ?? one.device_name ?? "",
  lat: numberOf(fieldOf(one.decoded ?? [], "lat")),
  lon: numberOf(fieldOf(one.decoded ?? [], "lon")),
  accuracyM: numberOf(fieldOf(one.decoded ?? [], "accuracy_m")),
  decoded: one.decoded ?? [],
  notRead: one.not_read ?? [],
  identity: null,
  entity:
    one.entity_id === null || one.entity_name === null ? null : { id: one.entity_id, name: one.entity_name }
})

const refusedOf = (one: SourceArrival): RefusedRecord => ({
  at: one.received_at,
  code: one.code,
  detail: one.detail,
  remedy: one.remedy,
  traceId: one.trace_id,
  ...(one.payload === undefined ? {} : { payload: one.payload }),
  pointer: one.pointer
})

const refusedBySource = ({ last_error: error }: Source): RefusedRecord | null =>
  error === null
    ? null
    : {
        at: error.at,
        code: error.code,
        detail: error.detail,
        remedy: error.remedy,
        traceId: error.trace_id,
        pointer: null
      }

/**
 * broughtBy is the newest record. Of the same moment an unknown device's report is preferred, because it can
 * be registered; `named` is what was registered on this page.
 */
export const broughtBy = (
  source: Source | undefined,
  stranger: Stranger | null,
  arrivals: ReadonlyArray<SourceArrival>,
  named: ReadRecord | null = null
): Brought => {
  const known = arrivals.find(({ status }) => status === "accepted" || status === "duplicate")
  const candidates = [
    ...(named === null ? [] : [named]),
    ...(stranger === null ? [] : [ofStranger(stranger)]),
    ...(known === undefined ? [] : [ofArrival(known)])
  ]
  const record = candidates.toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt))[0] ?? null
  const rejected = arrivals.find(({ status }) => status === "rejected")
  const refused =
    rejected === undefined ? (source === undefined ? null : refusedBySource(source)) : refusedOf(rejected)
  const isLater = refused !== null && (record === null || refused.at > record.receivedAt)
  return { record, refused: isLater ? refused : null }
}
