// Reads a subject's memory as it was just before a moment: facts from the records older than it, placements and
// states from the changes that the journal stored.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Placement } from "../../../domain/rule/Facts.ts"
import { blank, isBlank, type RuleState } from "../../../domain/rule/RuleState.ts"
import { readHolds, type StoredHold } from "../../../domain/rule/storedHolds.ts"
import {
  type Memory,
  type Needs,
  noMemory,
  type LogProgress,
  type HistorySpan
} from "../../../engine/ports.ts"
import { texts } from "../../sql/arrays.ts"
import { oneSnapshot, readUpTo } from "../facts/readable.ts"
import { readFacts } from "../facts/readFacts.ts"
import { spanTable } from "./spanTable.ts"

/** Makes the query of past memories. */
export const recall = (sql: SqlClient.SqlClient) => {
  const placements = Effect.fnUntraced(function* (
    spans: ReadonlyArray<HistorySpan>,
    { positionFilters }: Needs
  ) {
    if (positionFilters.length === 0) return new Map<number, ReadonlyMap<string, Placement>>()
    const rows = yield* sql<{
      n: number
      filter_key: string
      rule_set_version: number
      inside: ReadonlyArray<string>
      detail: Record<string, number> | null
    }>`
      select s.n, l.key as filter_key, m.*
      from ${spanTable(sql, spans)}
        cross join unnest(${texts(positionFilters.map((l) => l.key))}) as l (key)
        cross join lateral (
          select rule_set_version::float8 as rule_set_version, inside, detail
          from subject_moves m
          where m.subject_id = s.id and m.project_id = s.project_id and m.filter_key = l.key
            and m.at < s.since
          order by m.at desc, m.id desc
          limit 1
        ) m`
    return new Map(
      [...Map.groupBy(rows, (r) => r.n)].map(([n, list]) => [
        n,
        new Map(
          list.map((p): [string, Placement] => [
            p.filter_key,
            {
              version: p.rule_set_version,
              inside: p.inside,
              ...(p.detail === null ? {} : { doubts: p.detail })
            }
          ])
        )
      ])
    )
  })

  const states = Effect.fnUntraced(function* (spans: ReadonlyArray<HistorySpan>) {
    const rows = yield* sql<{
      n: number
      rule_id: string
      version: number
      blank_from: number
      at: Date
      state: Partial<Omit<RuleState, "holds">> & { readonly holds?: ReadonlyArray<StoredHold> }
      episode: string | null
    }>`
      select s.n, t.*
      from ${spanTable(sql, spans)}
        join rules r on r.project_id = s.project_id
        cross join lateral (
          select t.rule_id, t.version,
            t.blank_from_version::float8 as blank_from,
            t.at, t.state,
            t.episode_event_id as episode
          from rule_transitions t
          where t.rule_id = r.id and t.subject_id = s.id and t.at < s.since
          order by t.at desc, t.id desc
          limit 1
        ) t`
    return Map.groupBy(rows, (r) => r.n)
  })

  return Effect.fn("History.recall")(
    function* (spans: ReadonlyArray<HistorySpan>, needs: Needs, reading: LogProgress | null) {
      yield* oneSnapshot(sql)
      const read = reading === null ? sql`true` : yield* readUpTo(sql, reading, "s.partition")
      const facts = yield* readFacts(
        sql,
        // the engine goes on with this memory and may need facts of any moment after the newest record; a
        // backtest only needs those of the span
        spans.map(({ from, subject }) => ({
          subject,
          before: from,
          from: reading === null ? from : null
        })),
        read,
        needs
      )
      const placed = yield* placements(spans, needs)
      const remembered = yield* states(spans)
      return new Map(
        spans.map((s, n): [string, Memory] => {
          const { fixes, latest, said, samples, watermark } = facts[n]!,
            last = remembered.get(n) ?? []
          return [
            s.subject.id,
            {
              ...noMemory,
              watermark,
              latest,
              samples,
              lastStates: said,
              fix: fixes.get("gnss"),
              networkFix: fixes.get("network"),
              placements: placed.get(n) ?? new Map(),
              states: last
                .map((r) => ({
                  ...r,
                  state: { ...blank, ...r.state, holds: readHolds(r.state.holds ?? []) }
                }))
                .filter((r) => !isBlank(r.state))
                .map((r) => ({
                  ruleId: r.rule_id,
                  blankFrom: r.blank_from,
                  state: r.state,
                  episode: r.episode
                })),
              decided: new Map(last.map((r) => [r.rule_id, { version: r.version, at: r.at.getTime() }]))
            }
          ]
        })
      )
    },
    sql.withTransaction,
    Effect.orDie
  )
}
