// What subjects remembered, and what happened to them in a stretch of time.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SubjectHistory } from "../../backtest/ports.ts"
import { History } from "../../engine/ports.ts"
import { HistorySql } from "../engine/HistorySql.ts"
import { pastFigures } from "./pastFigures.ts"
import { pastRows } from "./pastRows.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const { editions, recall } = yield* History
  const { arrivals, lastSeen, records } = pastRows(pg)
  return SubjectHistory.of({
    recall: (subjects, at, needs) =>
      recall(
        subjects.map((subject) => ({ subject, from: at, to: at })),
        needs,
        null
      ),
    editions,
    ...pastFigures(pg),
    lastSeen: Effect.fn("SubjectHistory.lastSeen")(lastSeen, Effect.orDie),
    records: Effect.fn("SubjectHistory.records")(records, Effect.orDie),
    arrivals: Effect.fn("SubjectHistory.arrivals")(arrivals, Effect.orDie)
  })
})

export const SubjectHistorySql = Layer.effect(SubjectHistory, make).pipe(Layer.provide(HistorySql))
