// Reads the input of a plan in one snapshot: its subjects, their fixes as columns of numbers, its areas.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { enabledModules, moduleKeys } from "../../domain/analysis/catalogue.ts"
import { failure } from "../../domain/analysis/ErrorCode.ts"
import { isLivestock } from "../../domain/analysis/livestock.ts"
import { periodsOf, type Plan } from "../../domain/analysis/Plan.ts"
import type {
  ChosenArea,
  Deployment,
  Discarded,
  PeriodKey,
  Subject,
  Track
} from "../../domain/analysis/Tracks.ts"
import { type Claim, NotComputable, TrackSource } from "../../runner/ports.ts"
import { uuids } from "../sql/arrays.ts"
import { sqlStateOf } from "../sql/sqlState.ts"
import { fixColumns } from "./fixes.ts"

/** True for `query_canceled`, which here only the statement timeout causes. */
const isTimedOut = (error: SqlError): boolean => sqlStateOf(error) === "57014"

const refuse = (code: "ANALYSIS_FAILED" | "MODULE_DISABLED", message: string) =>
  new NotComputable({ failure: failure(code, message) })

const removed = (what: "A subject" | "An area"): string =>
  `${what} of the run was removed since it was started. Start a new run without it.`

/** Returns the numbers among free attributes. */
const numbersOf = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number" && Number.isFinite(entry[1])
    )
  )

/** TracksSql is the `Tracks` on PostgreSQL. */
export const TracksSql = (options: {
  readonly maxFixes: number
  readonly statementTimeoutMs: number
  /** fixes of one subject; by default the bound of the specification */
  readonly maxSubjectFixes?: number
}) =>
  Layer.effect(
    TrackSource,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient
      const { columns, count, discarded, trackOf } = fixColumns(pg, options.maxFixes, options.maxSubjectFixes)

      const subjectsOf = Effect.fnUntraced(function* (claim: Claim, ids: ReadonlyArray<string>) {
        const rows = yield* pg<{
          id: string
          name: string
          type: string
          attributes: Record<string, unknown>
        }>`
          select e.id, e.name, t.key as type, e.attributes
          from unnest(${uuids(ids)}) with ordinality as wanted (id, place)
            join entities e on e.id = wanted.id and e.project_id = ${claim.projectId}::uuid
            join entity_types t on t.id = e.entity_type_id
          order by wanted.place`
        if (rows.length < ids.length) return yield* refuse("ANALYSIS_FAILED", removed("A subject"))
        const worn = yield* pg<{ entity_id: string; device: string; from: Date; to: Date | null }>`
          select a.entity_id, d.name as device, a.valid_from as from, a.valid_to as to
          from entity_assignments a
            join devices d on d.id = a.device_id
          where a.entity_id = any(${uuids(ids)})
          order by a.valid_from, a.id`
        const deployments = Map.groupBy(worn, (w) => w.entity_id)
        return rows.map(({ attributes, id, name, type }): Omit<Subject, "discarded"> => ({
          id,
          name,
          type,
          deployments: (deployments.get(id) ?? []).map(({ device, from, to }): Deployment => ({
            device,
            from: from.getTime(),
            to: to?.getTime() ?? null
          })),
          isLivestock: isLivestock(type),
          weights: numbersOf(attributes)
        }))
      })

      const areasOf = Effect.fnUntraced(function* (claim: Claim, ids: ReadonlyArray<string>) {
        if (ids.length === 0) return []
        const rows = yield* pg<
          Omit<ChosenArea, "attributes"> & { readonly attributes: Record<string, unknown> }
        >`
          select f.id, f.name, f.geometry, f.attributes
          from unnest(${uuids(ids)}) with ordinality as wanted (id, place)
            join features f on f.id = wanted.id and f.project_id = ${claim.projectId}::uuid
          order by wanted.place`
        return rows.length === ids.length
          ? rows.map((row): ChosenArea => ({ ...row, attributes: numbersOf(row.attributes) }))
          : yield* refuse("ANALYSIS_FAILED", removed("An area"))
      })

      const load = Effect.fn("TrackSource.load")(
        function* (claim: Claim, plan: Plan) {
          // one snapshot: later records are in the next run
          yield* pg`set transaction isolation level repeatable read read only`
          // the rows are processed in the order of the subquery, which holds only without parallel workers
          yield* pg`
            select set_config('max_parallel_workers_per_gather', '0', true),
              set_config('statement_timeout', ${String(options.statementTimeoutMs)}, true)`
          const [project] = yield* pg<{
            timezone: string
            settings: Readonly<Record<string, unknown>>
          }>`select timezone, settings from projects where id = ${claim.projectId}::uuid`
          if (project === undefined)
            return yield* refuse("ANALYSIS_FAILED", "The project of the run was removed.")
          if (!enabledModules(moduleKeys, project.settings).some((key) => key === claim.module))
            return yield* refuse("MODULE_DISABLED", "The module is switched off in this project.")

          const planned = yield* subjectsOf(
            claim,
            plan.subjects.map(({ id }) => id)
          )
          const withPeriods = planned.map((subject, at) => ({
            ...subject,
            periods: periodsOf(plan, plan.subjects[at]!)
          }))
          const inputCount = yield* count(claim, withPeriods)

          const tracks: Array<Track> = []
          const subjects: Array<Subject> = []
          for (const [index, { periods, ...subject }] of withPeriods.entries()) {
            const gone: Partial<Record<PeriodKey, Discarded>> = {}
            for (const period of periods) {
              const fixes = yield* columns(claim, subject.id, period)
              if (fixes.n > 0) tracks.push(trackOf(index, period, fixes))
              gone[period.key] = yield* discarded(claim, subject.id, period)
            }
            subjects.push({ ...subject, discarded: gone })
          }
          const areas = yield* areasOf(claim, plan.areas)
          return { loaded: { timezone: project.timezone, subjects, tracks, areas }, inputCount }
        },
        pg.withTransaction,
        Effect.catchTag("SqlError", (error) =>
          isTimedOut(error)
            ? refuse(
                "ANALYSIS_FAILED",
                `Reading the fixes took longer than ${options.statementTimeoutMs / 1000} seconds. ` +
                  `Choose fewer subjects or a shorter period.`
              )
            : Effect.die(error)
        )
      )

      return TrackSource.of({ load })
    })
  )
