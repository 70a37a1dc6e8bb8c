// What a run computes with, read in one snapshot: the fixes of its subjects as columns of numbers, and what
// is known of the subjects. A column comes as one value of binary numbers, so that half a million fixes are a
// few rows.
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Result } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { failure } from "../../domain/analysis/ErrorCode.ts"
import { type Asked, readParameters } from "../../domain/analysis/readParameters.ts"
import type { GrazingArea, SandboxJob } from "../../domain/analysis/SandboxJob.ts"
import type { Deployment, Discarded, Period, Subject, Track } from "../../domain/analysis/Tracks.ts"
import { enabledModules, isModuleKey, moduleKeys } from "../../domain/analysis/catalogue.ts"
import { isLivestock } from "../../domain/analysis/livestock.ts"
import { LIMITS } from "../../domain/analysis/modules/movement.ts"
import { type Claim, NotComputable, TrackSource } from "../../runner/ports.ts"
import { uuids } from "../sql/arrays.ts"
import { doubles, singles } from "../sql/binaryColumns.ts"
import { effectivelyIn } from "../tracking/effectivePositions.ts"

/** A clock may be so far ahead, so a trace may be older than what it tells of. */
const AHEAD_MS = 3_600_000

const tooLarge = (message: string) => new NotComputable({ failure: failure("INPUT_TOO_LARGE", message) })

/** `query_canceled`, which here the statement timeout alone does. */
const isTimedOut = ({ reason: { cause } }: SqlError): boolean =>
  cause instanceof Error && "code" in cause && cause.code === "57014"

/** Numbers among free attributes. */
const numbersOf = (attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(attributes).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number" && Number.isFinite(entry[1])
    )
  )

interface Columns {
  readonly n: number
  readonly time: Uint8Array
  readonly lon: Uint8Array
  readonly lat: Uint8Array
  readonly accuracy: Uint8Array
  readonly satellites: Uint8Array
}

export const TracksSql = (options: { readonly maxFixes: number; readonly statementTimeoutMs: number }) =>
  Layer.effect(
    TrackSource,
    Effect.gen(function* () {
      const pg = yield* PgClient.PgClient

      const columns = Effect.fnUntraced(function* (claim: Claim, entityId: string, period: Period) {
        const [row] = yield* pg<Columns>`
      select count(*)::int as n, string_agg(float8send(floor(date_part('epoch', time) * 1000 + 0.5)),
        ''::bytea) as time, string_agg(float8send(lon), ''::bytea) as lon,
        string_agg(float8send(lat), ''::bytea) as lat,
          string_agg(float4send(coalesce(accuracy_m, 'NaN')::float4), ''::bytea) as accuracy,
        string_agg(float4send(coalesce(satellites, 'NaN')::float4), ''::bytea) as satellites
      from (select time, lon, lat, accuracy_m, satellites::float4 as satellites
        from (${effectivelyIn(pg, claim.projectId, entityId, period)}) found order by time, id) fixes`
        return row!
      })

      const trackOf = (subject: number, period: Period, row: Columns): Track => ({
        subject,
        period: period.key,
        time: doubles(row.time),
        lon: doubles(row.lon),
        lat: doubles(row.lat),
        accuracy_m: singles(row.accuracy),
        satellites: singles(row.satellites)
      })

      const count = Effect.fnUntraced(function* (
        claim: Claim,
        subjects: ReadonlyArray<{ readonly id: string; readonly name: string }>,
        periodsOf: (subject: number) => ReadonlyArray<Period>
      ) {
        let total = 0
        for (const [index, { id, name }] of subjects.entries()) {
          let own = 0
          for (const period of periodsOf(index)) {
            const [row] = yield* pg<{
              n: number
            }>`select count(*)::int as n from (${effectivelyIn(pg, claim.projectId, id, period)}) found`
            own += row!.n
          }
          if (own > LIMITS.fixes_per_subject)
            return yield* tooLarge(
              `${name} has ${own} fixes in the period, and a run takes ${LIMITS.fixes_per_subject} of ` +
                `one subject. Choose a shorter period.`
            )
          total += own
          if (total > options.maxFixes)
            return yield* tooLarge(
              `The subjects have more than ${options.maxFixes} fixes in the period. Choose fewer ` +
                `subjects or a shorter period.`
            )
        }
        return total
      })

      /**
       * What was sent and did not become a fix. Repeated fixes are told by the traces of ingest, day by day,
       * as long as these are kept.
       */
      const discarded = Effect.fnUntraced(function* (claim: Claim, entityId: string, period: Period) {
        const from = new Date(period.from)
        const to = new Date(period.to)
        const [row] = yield* pg<{ invalid: number; conflicting: number; duplicates: number }>`
      select (select count(*)::int from positions where entity_id = ${entityId}::uuid
        and project_id = ${claim.projectId}::uuid and record_type = 'gnss' and not valid
          and original_time >= ${from} and original_time < ${to}) as invalid,
        (select count(*)::int from positions where entity_id = ${entityId}::uuid
          and project_id = ${claim.projectId}::uuid and record_type = 'gnss' and conflicting and valid
          and original_time >= ${from} and original_time < ${to}) as conflicting,
        (select coalesce(sum(t.fixes), 0)::int from (
            select device_id, (steps #>> '{1,detail,first}')::timestamptz as first,
              (steps #>> '{1,detail,fixes}')::int as fixes from processing_traces
            where code = 'DUPLICATE' and project_id = ${claim.projectId}::uuid
              and started_at >= ${new Date(period.from - AHEAD_MS)}) t
          join entity_assignments a on a.device_id = t.device_id and a.entity_id = ${entityId}::uuid
          where t.first >= ${from} and t.first < ${to} and t.first >= a.valid_from
            and (a.valid_to is null or t.first < a.valid_to)) as duplicates`
        return row! satisfies Discarded
      })

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
        join entity_types t on t.id = e.entity_type_id order by wanted.place`
        const worn = yield* pg<{ entity_id: string; device: string; from: Date; to: Date | null }>`
      select a.entity_id, d.name as device, a.valid_from as from, a.valid_to as to from entity_assignments a
        join devices d on d.id = a.device_id
      where a.entity_id = any(${uuids(ids)}) order by a.valid_from, a.id`
        const deployments = Map.groupBy(worn, (w) => w.entity_id)
        return rows.map((row) => ({
          ...row,
          deployments: (deployments.get(row.id) ?? []).map(({ device, from, to }): Deployment => ({
            device,
            from: from.getTime(),
            to: to?.getTime() ?? null
          }))
        }))
      })

      const areasOf = Effect.fnUntraced(function* (claim: Claim, ids: ReadonlyArray<string>) {
        const rows = yield* pg<{
          id: string
          name: string
          geometry: GrazingArea["geometry"]
          attributes: Record<string, unknown>
        }>`
      select f.id, f.name, f.geometry, f.attributes
        from unnest(${uuids(ids)}) with ordinality as wanted (id, place)
      join features f on f.id = wanted.id and f.project_id = ${claim.projectId}::uuid order by wanted.place`
        return rows.length === ids.length
          ? rows.map((row): GrazingArea => ({ ...row, attributes: numbersOf(row.attributes) }))
          : yield* new NotComputable({
              failure: failure("ANALYSIS_FAILED", "An area of the run was removed since it was started.")
            })
      })

      const load = Effect.fn("TrackSource.load")(
        function* (claim: Claim) {
          // one snapshot: what comes in meanwhile is in the next run
          yield* pg`set transaction isolation level repeatable read read only`
          // rows come in the order they are put together in; that is true only while one process does it
          yield* pg`select set_config('max_parallel_workers_per_gather', '0', true),
            set_config('statement_timeout', ${String(options.statementTimeoutMs)}, true)`
          const [project] = yield* pg<{
            timezone: string
            settings: Readonly<Record<string, unknown>>
          }>`select timezone, settings from projects where id = ${claim.projectId}::uuid`
          if (
            project !== undefined &&
            !enabledModules(moduleKeys, project.settings).some((key) => key === claim.module)
          )
            return yield* new NotComputable({
              failure: failure("MODULE_DISABLED", "The module is switched off in this project.")
            })
          const read = isModuleKey(claim.module)
            ? readParameters(claim.module, claim.parameters)
            : Result.fail([])
          if (project === undefined || Result.isFailure(read))
            return yield* new NotComputable({
              failure: failure(
                "ANALYSIS_FAILED",
                "The parameters of the run cannot be read by this version. Start it anew."
              )
            })
          const asked: Asked = read.success
          const rows = yield* subjectsOf(claim, claim.subjectIds)
          if (rows.length < claim.subjectIds.length)
            return yield* new NotComputable({
              failure: failure("ANALYSIS_FAILED", "A subject of the run was removed since it was started.")
            })

          const herdB = new Set(asked.module === "grazing" ? (asked.herdB ?? []) : [])
          /** Who is compared with another herd is looked at in its own half alone. */
          const periodsOf = (subject: number) =>
            herdB.size === 0
              ? asked.periods
              : asked.periods.filter((p) => (p.key === "comparison") === herdB.has(rows[subject]!.id))
          const inputCount = yield* count(claim, rows, periodsOf)

          const tracks: Array<Track> = []
          const subjects: Array<Subject> = []
          for (const [index, row] of rows.entries()) {
            const gone: Partial<Record<Period["key"], Discarded>> = {}
            for (const period of periodsOf(index)) {
              const found = yield* columns(claim, row.id, period)
              if (found.n > 0) tracks.push(trackOf(index, period, found))
              gone[period.key] = yield* discarded(claim, row.id, period)
            }
            const { attributes, ...known } = row
            subjects.push({
              ...known,
              isLivestock: isLivestock(row.type),
              weights: numbersOf(attributes),
              discarded: gone
            })
          }

          const common = { timezone: project.timezone, subjects, periods: asked.periods, tracks }
          const job: SandboxJob =
            asked.module === "movement"
              ? { ...common, module: "movement", parameters: asked.parameters }
              : {
                  ...common,
                  module: "grazing",
                  parameters: asked.parameters,
                  areas: yield* areasOf(claim, asked.featureIds),
                  herdSize: rows.filter((row) => !herdB.has(row.id)).length,
                  herdB: rows.flatMap((row, index) => (herdB.has(row.id) ? [index] : []))
                }
          return { job, inputCount }
        },
        pg.withTransaction,
        Effect.catchTag("SqlError", (error) =>
          isTimedOut(error)
            ? new NotComputable({
                failure: failure(
                  "ANALYSIS_FAILED",
                  `Reading the fixes took longer than ${options.statementTimeoutMs / 1000} seconds. ` +
                    `Choose fewer subjects or a shorter period.`
                )
              })
            : Effect.die(error)
        )
      )

      return TrackSource.of({ load })
    })
  )
