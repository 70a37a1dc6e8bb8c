// Reads the stored past of subjects, for replays and backtests: their memory, records and arrivals, and the
// editions of the rule set that evaluated them. One round of queries serves all requested subjects.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Subject } from "../../domain/rule/Observation.ts"
import { type Edition, History } from "../../engine/ports.ts"
import { subjectTable } from "./facts/readable.ts"
import { recall } from "./history/recall.ts"
import { receipts } from "./history/receipts.ts"
import { records } from "./history/records.ts"
import { delayedSendTimes } from "./history/delayedSendTimes.ts"

/** HistorySql is the `History` of the engine on PostgreSQL. */
export const HistorySql = Layer.effect(
  History,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const editions = Effect.fn("History.editions")(function* (subjects: ReadonlyArray<Subject>) {
      const rows = yield* sql<{
        n: number
        version: number
        records_after: Date | null
        ticks_after: Date | null
        judged: Record<string, number>
        scope_key: string
        began_at: Date
      }>`
        select s.n,
          c.rule_set_version::float8 as version,
          c.records_after, c.ticks_after, c.judged, c.scope_key,
          c.created_at as began_at
        from ${subjectTable(sql, subjects)}
          join rule_set_periods c on c.subject_id = s.id and c.project_id = s.project_id
        order by c.id`
      const editionsById = new Map<string, Array<Edition>>(subjects.map((s) => [s.id, []]))
      for (const { began_at, judged, n, records_after, scope_key, ticks_after, version } of rows) {
        editionsById.get(subjects[n]!.id)!.push({
          version,
          scopeKey: scope_key,
          recordsAfter: records_after?.getTime() ?? -Infinity,
          ticksAfter: ticks_after?.getTime() ?? -Infinity,
          judged: new Map(Object.entries(judged)),
          beganAt: began_at.getTime()
        })
      }
      return editionsById
    }, Effect.orDie)

    const sent = delayedSendTimes(sql)
    return History.of({
      recall: recall(sql),
      records: records(sql),
      arrivals: receipts(sql),
      delayedSendTimes: (asked, reading) =>
        sent(
          asked.flatMap(({ within, subject }) =>
            within.map(({ from, to }) => ({ subject, from: Math.max(0, from), to: to - 1 }))
          ),
          reading
        ),
      editions
    })
  })
)
