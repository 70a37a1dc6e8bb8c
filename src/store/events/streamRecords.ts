// The records of stream entries, as members who see the whole project see them.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { RunSummary } from "../../domain/analysis/Run.ts"
import type { SavedRule } from "../../domain/rule/SavedRule.ts"
import { lockBriefly } from "../analyses/lockBriefly.ts"
import { runColumns } from "../analyses/runRow.ts"
import { ruleTables, allRuleColumns } from "../rules/ruleColumns.ts"
import { uuids } from "../sql/arrays.ts"

/** Reads runs by their ids; none while the tables of the analyses are locked, which must block nothing else. */
export const runsByIds = (pg: PgClient.PgClient, ids: ReadonlyArray<string>) =>
  ids.length === 0
    ? Effect.succeed([])
    : lockBriefly(pg)(pg<RunSummary>`
        select ${pg.literal(runColumns)} from analysis_runs r where r.id = any(${uuids(ids)})`).pipe(
        Effect.catchTag("AnalysesBusy", () => Effect.succeed([]))
      )

/** Reads rules by their ids; an archived rule is in no list. */
export const rulesByIds = (pg: PgClient.PgClient, ids: ReadonlyArray<string>) =>
  ids.length === 0
    ? Effect.succeed([])
    : Effect.orDie(pg<SavedRule>`
        select ${pg.literal(allRuleColumns)}
        from ${pg.literal(ruleTables)}
        where r.id = any(${uuids(ids)}) and r.archived_at is null`)
