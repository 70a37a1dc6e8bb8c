// The memory of subjects at a moment, and their records of an interval, for backtests.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SubjectHistory } from "../../backtest/ports.ts"
import { Hearing } from "../../domain/hearing/Hearing.ts"
import { reportersOf } from "../../domain/rule/scope.ts"
import { FactSource, History } from "../../engine/ports.ts"
import { FactsSql } from "../engine/FactsSql.ts"
import { HistorySql } from "../engine/HistorySql.ts"
import { outagesSince } from "../hearing/outages.ts"
import { pastFigures } from "./pastFigures.ts"
import { pastRows } from "./pastRows.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const { editions, recall } = yield* History
  const facts = yield* FactSource
  const { arrivals, lastSeen, records, delayedSendTimes } = pastRows(pg)
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
    arrivals: Effect.fn("SubjectHistory.arrivals")(arrivals, Effect.orDie),
    hearing: outagesSince(pg, 0, []).pipe(
      Effect.map((outages) => new Hearing(outages)),
      Effect.orDie,
      Effect.withSpan("SubjectHistory.hearing")
    ),
    reporters: (subjects) =>
      Effect.map(
        facts.who(subjects),
        (found) => new Map([...found].map(([id, who]) => [id, reportersOf(who)] as const))
      ),
    delayedSendTimes: Effect.fn("SubjectHistory.sentAmid")(delayedSendTimes, Effect.orDie)
  })
})

/** SubjectHistorySql is the `SubjectHistory` on PostgreSQL. */
export const SubjectHistorySql = Layer.effect(SubjectHistory, make).pipe(
  Layer.provide([HistorySql, FactsSql])
)
