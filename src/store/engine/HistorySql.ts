// The stored past of subjects, for replays and backtests: what they remembered, what they sent, when
// it arrived, and which editions of the rule set judged them. A round of queries for all subjects that are asked
// for.
import { Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Subject } from "../../domain/rule/Observation.ts"
import { type Edition, History } from "../../engine/ports.ts"
import { subjectTable } from "./facts/readable.ts"
import { recall } from "./history/recall.ts"
import { receipts } from "./history/receipts.ts"
import { records } from "./history/records.ts"

export const HistorySql = Layer.effect(
  History,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const editions = Effect.fn("History.editions")(function* (subjects: ReadonlyArray<Subject>) {
      const rows = yield* sql<{
        n: number
        version: number
        floor: Date | null
        tick_floor: Date | null
        judged: Record<string, number>
        standing: string
        at: Date
      }>`
        select s.n,
          c.book_version::float8 as version,
          c.floor, c.tick_floor, c.judged, c.standing,
          c.created_at as at
        from ${subjectTable(sql, subjects)}
          join subject_chapters c on c.subject_id = s.id and c.project_id = s.project_id
        order by c.id`
      const found = new Map<string, Array<Edition>>(subjects.map((s) => [s.id, []]))
      for (const { at, floor, judged, n, standing, tick_floor, version } of rows) {
        found.get(subjects[n]!.id)!.push({
          version,
          standing,
          floor: floor?.getTime() ?? -Infinity,
          tickFloor: tick_floor?.getTime() ?? -Infinity,
          judged: new Map(Object.entries(judged)),
          at: at.getTime()
        })
      }
      return found
    }, Effect.orDie)

    return History.of({ recall: recall(sql), records: records(sql), receipts: receipts(sql), editions })
  })
)
