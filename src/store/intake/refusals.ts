// What is not taken, and the trace and answer each refusal gets.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { refuse, type Refusal } from "../../domain/intake/Report.ts"
import type { Batch, Row } from "./Batch.ts"
import { type Outcome, placeOf } from "./Part.ts"
import { type Refused, writeTraces } from "./writeTraces.ts"

/** Rows that only the transaction could refuse. */
export type RefusedRows = Map<Row, Refusal>

/** A row of nothing but events, of a device in no project: they belong nowhere, so it is refused. */
export const withoutProject = (row: Row, refused: RefusedRows): boolean => {
  const { events, fix, readings, states } = row.report
  if (row.owner.projectId !== null || events.length === 0 || fix !== null || readings.length + states.length > 0) return false
  refused.set(row, refuse("EVENT_WITHOUT_PROJECT", "/events", "the device was in no project at that time"))
  return true
}

interface Answer {
  readonly refused: Refused
  readonly outcomes: Array<Outcome>
  readonly at: number
}

/** Traces and answers what `accept` refused and what the transaction did. */
export const answerRefused = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, { outcomes }: Batch, rows: RefusedRows) {
  const answers: Array<Answer> = []
  for (const [part, ofPart] of outcomes) {
    part.verdicts.forEach((verdict, at) => {
      if (verdict._tag === "Report") return
      answers.push({ outcomes: ofPart, at, refused: {
        sourceId: part.pass.sourceId, receivedAt: part.receivedAt, refusal: verdict, raw: part.raw[at], subject: { item: placeOf(part, at) }, deviceId: null, projectId: null
      } })
    })
  }
  for (const [{ at, device, outcomes, owner, part }, refusal] of rows) {
    answers.push({ outcomes, at, refused: {
      sourceId: part.pass.sourceId, receivedAt: part.receivedAt, refusal, raw: part.raw[at], subject: { item: placeOf(part, at), external_id: device.externalId },
      deviceId: device.deviceId, projectId: owner.projectId
    } })
  }
  const ids = yield* writeTraces(sql, answers.map((a) => a.refused))
  answers.forEach(({ at, outcomes, refused: { refusal: { code, detail, pointer } } }, i) => {
    outcomes[at] = { status: "rejected", code, pointer, detail, traceId: ids[i]! }
  })
})
