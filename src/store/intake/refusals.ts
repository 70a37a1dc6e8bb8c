// Refusals of items, with their traces and answers.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { refuse, type Refusal } from "../../domain/intake/Report.ts"
import type { Row } from "./attributeRows.ts"
import { type Answer, placeInMessage, type Remark, type WriteBatch } from "./WriteBatch.ts"
import { type Excess, limitRefusal } from "./settleReadings.ts"
import { type RefusedItem, writeTraces } from "./writeTraces.ts"

/** Returns why a row is refused that has only events, of a device in no project; null: it is not. */
export const withoutProject = ({ owner, report: { events, fix, readings, states } }: Row): Refusal | null =>
  owner.projectId === null && events.length > 0 && fix === null && readings.length + states.length === 0
    ? refuse("EVENT_WITHOUT_PROJECT", "/events", "the device was in no project at that time")
    : null

/** Beyond is the metrics of a device above the limit of its project, in one request. */
interface Beyond {
  readonly row: Row
  readonly metrics: Set<string>
  values: number
}

/**
 * Traces rows that were stored without some of their values: one trace for each device and batch, not for
 * each row.
 */
export const traceCurtailed = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  curtailed: ReadonlyMap<Row, Excess>
) {
  if (curtailed.size === 0) return []
  const beyondByBatch = new Map<WriteBatch, Map<Row["device"], Beyond>>()
  for (const [row, { metrics }] of curtailed) {
    const ofBatch = beyondByBatch.get(row.batch) ?? new Map<Row["device"], Beyond>()
    beyondByBatch.set(row.batch, ofBatch)
    const beyond = ofBatch.get(row.device) ?? { row, metrics: new Set<string>(), values: 0 }
    ofBatch.set(row.device, beyond)
    for (const metric of metrics) beyond.metrics.add(metric)
    beyond.values += metrics.length
  }
  const traced = [...beyondByBatch.values()].flatMap((ofBatch) => [...ofBatch.values()])
  const ids = yield* writeTraces(
    sql,
    traced.map(({ metrics, row, values }) => {
      const { at, batch, device, owner } = row
      const { detail, ...refusal } = limitRefusal({ metrics: [...metrics], why: curtailed.get(row)!.why })
      return {
        sourceId: batch.credential.sourceId,
        receivedAt: batch.receivedAt,
        raw: batch.raw[at],
        refusal: { ...refusal, detail: `${values} values ${detail}` },
        subject: { item: placeInMessage(batch, at), external_id: device.externalId },
        deviceId: device.deviceId,
        projectId: owner.projectId
      }
    })
  )
  const traces = new Map(traced.map((beyond, i) => [beyond, ids[i]!]))
  return [...curtailed].map(([{ at, batch, device }, excess]): Remark => {
    const { code, detail, pointer } = limitRefusal(excess)
    return {
      batch,
      at,
      outcome: { code, pointer, detail, traceId: traces.get(beyondByBatch.get(batch)!.get(device)!)! }
    }
  })
})

/** Traces and answers the refusals of `validate` and of the transaction. */
export const traceRefused = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  batches: ReadonlyArray<WriteBatch>,
  rows: ReadonlyMap<Row, Refusal>
) {
  const refusedItems: Array<Omit<Answer, "outcome"> & { readonly refused: RefusedItem }> = []
  for (const batch of batches) {
    batch.verdicts.forEach((verdict, at) => {
      if (verdict._tag === "Report") return
      refusedItems.push({
        batch,
        at,
        refused: {
          sourceId: batch.credential.sourceId,
          receivedAt: batch.receivedAt,
          refusal: verdict,
          raw: batch.raw[at],
          subject: { item: placeInMessage(batch, at) },
          deviceId: null,
          projectId: null
        }
      })
    })
  }
  for (const [{ at, batch, device, owner }, refusal] of rows) {
    refusedItems.push({
      batch,
      at,
      refused: {
        sourceId: batch.credential.sourceId,
        receivedAt: batch.receivedAt,
        refusal,
        raw: batch.raw[at],
        subject: { item: placeInMessage(batch, at), external_id: device.externalId },
        deviceId: device.deviceId,
        projectId: owner.projectId
      }
    })
  }
  const ids = yield* writeTraces(
    sql,
    refusedItems.map((f) => f.refused)
  )
  return refusedItems.map(({ at, batch, refused: { refusal } }, i): Answer => {
    const { code, detail, pointer } = refusal
    return { batch, at, outcome: { status: "rejected", code, pointer, detail, traceId: ids[i]! } }
  })
})
