// Writes the traces of refusals: what was refused, at which step, why, what to do about it, and the item
// itself.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { uuid7 } from "../sql/uuid7.ts"
import { UnreadablePart } from "../../domain/intake/decode/Decoder.ts"
import type { Refusal } from "../../domain/intake/Report.ts"
import { replaceUnstorable, replaceUnstorableText } from "../../domain/intake/storable.ts"
import { remedies } from "../../domain/intake/TraceCode.ts"
import { instants, serialised, texts, uuids } from "../sql/arrays.ts"
import { itemDeviceName } from "./itemDeviceName.ts"
import { itemOwnerJoin } from "./itemOwnerJoin.ts"

/** MAX_PAYLOAD_CHARACTERS is how much of an item's JSON its trace stores. */
const MAX_PAYLOAD_CHARACTERS = 8192

/** RefusedItem is a refusal to trace. */
export interface RefusedItem {
  readonly sourceId: string
  /** epoch ms */
  readonly receivedAt: number
  readonly refusal: Refusal
  readonly raw: unknown
  /** how the sender can find the item: its place in the message, its device */
  readonly subject: object
  /** null: unknown; the device that the item names is looked up */
  readonly deviceId: string | null
  readonly projectId: string | null
}

/** Returns an item as JSON text that the database can store, cut where it is long. */
export const payloadOf = (raw: unknown): string => {
  const json = replaceUnstorable(JSON.stringify(raw instanceof UnreadablePart ? raw.text : raw))
  return json.length <= MAX_PAYLOAD_CHARACTERS
    ? json
    : JSON.stringify({
        cut: true,
        characters: json.length,
        start: json.slice(0, MAX_PAYLOAD_CHARACTERS).toWellFormed()
      })
}

const stepsOf = ({
  receivedAt,
  refusal: { code, detail, pointer },
  sourceId,
  subject
}: RefusedItem): string => {
  const at = new Date(receivedAt).toISOString()
  return replaceUnstorable(
    JSON.stringify([
      { name: "receive", status: "ok", at, detail: { data_source_id: sourceId, ...subject } },
      {
        name: "accept",
        status: "failed",
        at,
        detail: { code, member: pointer, error: detail, remedy: remedies[code] }
      }
    ])
  )
}

/**
 * Writes one trace each; returns their ids in the same order. An item's time may be wrong, so its owner is
 * that of its arrival.
 */
export const writeTraces = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  refused: ReadonlyArray<RefusedItem>
) {
  const ids = refused.map(() => uuid7())
  if (refused.length > 0) {
    yield* sql`
      insert into processing_traces (
        id, kind, status, code, started_at, data_source_id, device_id, project_id, entity_id, error, steps,
        payload
      )
      select v.id, 'ingest', 'failed', v.code, v.started_at, v.data_source_id,
        coalesce(v.device_id, i.device_id), coalesce(v.project_id, p.project_id), e.entity_id, v.error, v.steps,
        v.payload
      from unnest(
        ${uuids(ids)}, ${texts(refused.map((r) => r.refusal.code))},
        ${instants(refused.map((r) => r.receivedAt))}, ${uuids(refused.map((r) => r.sourceId))},
        ${uuids(refused.map((r) => r.deviceId))}, ${uuids(refused.map((r) => r.projectId))},
        ${texts(refused.map((r) => (r.deviceId === null ? itemDeviceName(r.raw) : null)))},
        ${texts(refused.map((r) => replaceUnstorableText(r.refusal.detail)))},
        ${serialised(refused.map(stepsOf))}::jsonb[],
        ${serialised(refused.map((r) => payloadOf(r.raw)))}::jsonb[]
      ) as v (
        id, code, started_at, data_source_id, device_id, project_id, external_id, error, steps, payload
      )
        ${sql.literal(itemOwnerJoin("data_source_id", "started_at"))}`
  }
  return ids
})
