// The clean-up of runs in SQL. What it removes of what people kept is in the audit log, by `system`.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { KEPT_DAYS, MAX_KEPT } from "../../domain/analysis/Run.ts"
import { RunUpkeep } from "../../jobs/ports.ts"
import { audit } from "../access/Audit.ts"
import { leaseIsOver } from "../sql/lease.ts"

const system = { kind: "system", id: null, name: null, requestId: "clean-up" } as const

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
          where place > ${MAX_KEPT}
        )
        returning id, project_id, module, name`
      for (const { id, module, name, project_id } of gone) {
        yield* audit(pg, system, {
          action: "analysis.deleted",
          objectType: "analysis",
          objectId: id,
          projectId: project_id,
          detail: { module, name, reason: `more than ${MAX_KEPT} kept runs` }
        })
      }
      return gone.length
    }).pipe(pg.withTransaction)

    const abandon = (timeoutMs: number) =>
      Effect.map(
        pg`
          update analysis_runs set
            status = 'failed',
            finished_at = now(),
            epoch = epoch + 1,
            lease_until = null,
            error_code = 'ANALYSIS_TIMEOUT',
            error_message = 'The run was still going after its time, and no worker lives. Start it again.',
            expires_at = case when name is null then now() + ${`${KEPT_DAYS} days`}::interval end
          where status = 'running' and (lease_until is null or ${pg.literal(leaseIsOver("lease_until"))})
            and started_at < now() - ${timeoutMs}::float8 * interval '1 millisecond'
          returning id`,
        (rows) => rows.length
      )

    return RunUpkeep.of({
      tidy: (timeoutMs) =>
        Effect.orDie(Effect.all({ abandoned: abandon(timeoutMs), expired: expire, surplus: dropSurplus }))
    })
  })
)
