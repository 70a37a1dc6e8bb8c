// What is not taken, and the trace and answer each refusal gets.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { refuse, type Refusal } from "../../domain/intake/Report.ts"
import type { Batch, Row } from "./Batch.ts"
import { type Outcome, type Part, placeOf } from "./Part.ts"
import { type Excess, limited } from "./settleReadings.ts"
import { type Refused, writeTraces } from "./writeTraces.ts"

/** Rows that only the transaction could refuse. */
export type RefusedRows = Map<Row, Refusal>

/** A row of nothing but events, of a device in no project: they belong nowhere, so it is refused. */
export const withoutProject = (row: Row, refused: RefusedRows): boolean => {
  const { events, fix, readings, states } = row.report
  if (
    row.owner.projectId !== null ||
    events.length === 0 ||
    fix !== null ||
    readings.length + states.length > 0
  )
    return false
  refused.set(row, refuse("EVENT_WITHOUT_PROJECT", "/events", "the device was in no project at that time"))
  return true
}

/** What a device sent beyond what its project may have in metrics, in one request. */
interface Beyond {
  readonly row: Row
  readonly metrics: Set<string>
  values: number
}

/**
 * Says of rows that were stored without some of their values which those are: a trace for each device and
 * part, not for each row.
 */
export const answerCurtailed = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  curtailed: ReadonlyMap<Row, Excess>
) {
  if (curtailed.size === 0) return
  const found = new Map<Part, Map<Row["device"], Beyond>>()
  for (const [row, { metrics }] of curtailed) {
    const ofPart = found.get(row.part) ?? new Map<Row["device"], Beyond>()
    found.set(row.part, ofPart)
    const beyond = ofPart.get(row.device) ?? { row, metrics: new Set<string>(), values: 0 }
    ofPart.set(row.device, beyond)
    for (const metric of metrics) beyond.metrics.add(metric)
    beyond.values += metrics.length
  }
  const traced = [...found.values()].flatMap((ofPart) => [...ofPart.values()])
  const ids = yield* writeTraces(
    sql,
    traced.map(({ metrics, row, values }) => {
      const { at, device, owner, part } = row
      const { detail, ...refusal } = limited({ metrics: [...metrics], why: curtailed.get(row)!.why })
      return {
        sourceId: part.pass.sourceId,
        receivedAt: part.receivedAt,
        raw: part.raw[at],
        refusal: { ...refusal, detail: `${values} values ${detail}` },
        subject: { item: part.places[at], external_id: device.externalId },
        deviceId: device.deviceId,
        projectId: owner.projectId
      }
    })
  )
  const traces = new Map(traced.map((beyond, i) => [beyond, ids[i]!]))
  for (const [{ at, device, outcomes, part }, excess] of curtailed) {
    const { code, detail, pointer } = limited(excess)
    outcomes[at] = {
      ...outcomes[at]!,
      code,
      pointer,
      detail,
      traceId: traces.get(found.get(part)!.get(device)!)!
    }
  }
})

interface Answer {
  readonly refused: Refused
  readonly outcomes: Array<Outcome>
  readonly at: number
}

/** Traces and answers what `accept` refused and what the transaction did. */
export const answerRefused = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { outcomes }: Batch,
  rows: RefusedRows
) {
  const answers: Array<Answer> = []
  for (const [part, ofPart] of outcomes) {
    part.verdicts.forEach((verdict, at) => {
      if (verdict._tag === "Report") return
      answers.push({
        outcomes: ofPart,
        at,
        refused: {
          sourceId: part.pass.sourceId,
          receivedAt: part.receivedAt,
          refusal: verdict,
          raw: part.raw[at],
          subject: { item: placeOf(part, at) },
          deviceId: null,
          projectId: null
        }
      })
    })
  }
  for (const [{ at, device, outcomes, owner, part }, refusal] of rows) {
    answers.push({
      outcomes,
      at,
      refused: {
        sourceId: part.pass.sourceId,
        receivedAt: part.receivedAt,
        refusal,
        raw: part.raw[at],
        subject: { item: placeOf(part, at), external_id: device.externalId },
        deviceId: device.deviceId,
        projectId: owner.projectId
      }
    })
  }
  const ids = yield* writeTraces(
    sql,
    answers.map((a) => a.refused)
  )
  answers.forEach(
    (
      {
        at,
        outcomes,
        refused: {
          refusal: { code, detail, pointer }
        }
      },
      i
    ) => {
      outcomes[at] = { status: "rejected", code, pointer, detail, traceId: ids[i]! }
    }
  )
})
