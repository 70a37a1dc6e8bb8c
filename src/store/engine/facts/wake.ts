// Reads the memory of subjects that are not in the engine's cache: one round of queries for all of them.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Placement } from "../../../domain/rule/Facts.ts"
import type { Subject } from "../../../domain/rule/Observation.ts"
import { blank, type RuleState } from "../../../domain/rule/RuleState.ts"
import { readHolds, type StoredHold } from "../../../domain/rule/storedHolds.ts"
import type { Memory, Needs, LogProgress } from "../../../engine/ports.ts"
import { uuids } from "../../sql/arrays.ts"
import { oneSnapshot, readUpTo, subjectTable } from "./readable.ts"
import { readFacts } from "./readFacts.ts"

interface StateRow {
  readonly rule_id: string
  readonly subject_id: string
  readonly blank_from_version: number
  readonly active: boolean
  readonly since: Date | null
  readonly last_fired_at: Date | null
  readonly holds: {
    readonly holds?: ReadonlyArray<StoredHold>
    readonly arrivedAt?: number | null
    readonly overdue?: boolean
    readonly sampledAt?: number | null
  }
  readonly judged_to: Date | null
  readonly episode_event_id: string | null
}

const stateOf = (r: StateRow): RuleState => ({
  ...blank,
  ...r.holds,
  holds: readHolds(r.holds.holds ?? []),
  active: r.active,
  since: r.since?.getTime() ?? null,
  lastFiredAt: r.last_fired_at?.getTime() ?? null,
  judgedTo: r.judged_to?.getTime() ?? null
})

/** Makes the query of the memory of uncached subjects. */
export const wake = (sql: SqlClient.SqlClient) =>
  Effect.fn("FactSource.wake")(
    function* (subjects: ReadonlyArray<Subject>, reading: LogProgress, needs: Needs) {
      yield* oneSnapshot(sql)
      const read = yield* readUpTo(sql, reading, "s.partition")
      const facts = yield* readFacts(
        sql,
        subjects.map((subject) => ({ subject, before: null, from: null })),
        read,
        needs
      )
      const placements = yield* sql<{
        n: number
        filter_key: string
        rule_set_version: number
        inside: ReadonlyArray<string>
        detail: Record<string, number> | null
      }>`
        select s.n, p.filter_key, p.rule_set_version::float8 as rule_set_version, p.inside, p.detail
        from ${subjectTable(sql, subjects)}
          join subject_placements p on p.subject_id = s.id and p.project_id = s.project_id`
      const placed = Map.groupBy(placements, (p) => p.n)
      const periods = yield* sql<{
        n: number
        edition: number
        scope_key: string
        ticks_after: Date | null
        judged: Record<string, number>
      }>`
        select s.n, c.edition, c.scope_key, c.ticks_after, c.judged
        from ${subjectTable(sql, subjects)}
          cross join lateral (
            select c.rule_set_version::float8 as edition, c.scope_key, c.ticks_after, c.judged
            from rule_set_periods c
            where c.subject_id = s.id and c.project_id = s.project_id
            order by c.id desc
            limit 1
          ) c`
      const period = new Map(periods.map((c) => [c.n, c]))
      const states = yield* sql<StateRow>`
        select rule_id, subject_id,
          blank_from_version::float8 as blank_from_version,
          active, since, last_fired_at, holds, judged_to, episode_event_id
        from rule_states
        where subject_id = any(${uuids(subjects.map((s) => s.id))})`
      const remembered = Map.groupBy(states, (s) => s.subject_id)
      return new Map(
        subjects.map((s, n): [Subject, Memory] => {
          const { fixes, latest, said, samples, watermark } = facts[n]!
          return [
            s,
            {
              watermark,
              latest,
              samples,
              lastStates: said,
              fix: fixes.get("gnss"),
              networkFix: fixes.get("network"),
              placements: new Map(
                (placed.get(n) ?? []).map((p): [string, Placement] => [
                  p.filter_key,
                  {
                    version: p.rule_set_version,
                    inside: p.inside,
                    ...(p.detail === null ? {} : { doubts: p.detail })
                  }
                ])
              ),
              states: (remembered.get(s.id) ?? []).map((r) => ({
                ruleId: r.rule_id,
                blankFrom: r.blank_from_version,
                state: stateOf(r),
                episode: r.episode_event_id
              })),
              edition: period.get(n)?.edition ?? null,
              scopeKey: period.get(n)?.scope_key ?? null,
              ticksAfter: period.get(n)?.ticks_after?.getTime() ?? -Infinity,
              judged: new Map(Object.entries(period.get(n)?.judged ?? {}))
            }
          ]
        })
      )
    },
    sql.withTransaction,
    Effect.orDie
  )
