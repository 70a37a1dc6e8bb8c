// The clean-up of runs in SQL. Removals of named runs are in the audit log, by `system`.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { catalogue, isModuleKey } from "../../domain/analysis/catalogue.ts"
import { moduleDisabled } from "../../domain/analysis/ErrorCode.ts"
import { MAX_NAMED_RUNS } from "../../domain/analysis/Run.ts"
import { RunUpkeep } from "../../jobs/ports.ts"
import { audit } from "../access/Audit.ts"
import { texts } from "../sql/arrays.ts"
import { errorColumns, endRuns, endAbandonedRuns } from "./runRow.ts"

const system = { kind: "system", id: null, name: null, requestId: "clean-up" } as const

/** RunUpkeepSql is the `RunUpkeep` on PostgreSQL. */
export const RunUpkeepSql = Layer.effect(
  RunUpkeep,
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient

    const expire = Effect.map(
      pg`
        delete from analysis_runs
        where expires_at < now() and name is null and status not in ('queued', 'running')
        returning id`,
      (rows) => rows.length
    )

    const dropSurplus = Effect.gen(function* () {
      const gone = yield* pg<{ id: string; project_id: string; module: string; name: string }>`
        delete from analysis_runs
        where id in (
          select id
          from (
            select id,
              row_number() over (partition by project_id order by created_at desc, id desc) as place
            from analysis_runs
            where name is not null and status not in ('queued', 'running')
          ) kept
          where place > ${MAX_NAMED_RUNS}
        )
        returning id, project_id, module, name`
      for (const { id, module, name, project_id } of gone) {
        yield* audit(pg, system, {
          action: "analysis.deleted",
          objectType: "analysis",
          objectId: id,
          projectId: project_id,
          detail: { module, name, reason: `more than ${MAX_NAMED_RUNS} kept runs` }
        })
      }
      return gone.length
    }).pipe(pg.withTransaction)

    const abandon = (timeoutMs: number) => endAbandonedRuns(pg, timeoutMs).pipe(pg.withTransaction)

    const failDisabled = Effect.fnUntraced(function* (modules: ReadonlyArray<string>) {
      const disabled = yield* pg<{ module: string }>`
        select distinct module
        from analysis_runs
        where status = 'queued' and module <> all(${texts(modules)})`
      const counts = yield* Effect.forEach(disabled, ({ module }) => {
        const label = isModuleKey(module) ? catalogue[module].label : module
        return endRuns(
          pg,
          "refuse",
          "queued",
          pg`module = ${module}`,
          errorColumns(pg, moduleDisabled(label))
        )
      })
      return counts.reduce((sum, count) => sum + count, 0)
    })

    return RunUpkeep.of({
      failDisabled: (modules) => Effect.orDie(failDisabled(modules)),
      tidy: (timeoutMs) =>
        Effect.orDie(Effect.all({ abandoned: abandon(timeoutMs), expired: expire, surplus: dropSurplus }))
    })
  })
)
