// The fixes of a subject in a period, for an estimate and for the run: counted before they are read, then read
// as columns of numbers; and the records that did not become a fix. A column is one value of binary numbers, so
// that half a million fixes are a few rows.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { failure } from "../../domain/analysis/ErrorCode.ts"
import { MAX_FIXES_PER_SUBJECT } from "../../domain/analysis/bounds.ts"
import { type Excess, inputTooLarge } from "../../domain/analysis/inputTooLarge.ts"
import type { Discarded, Period, Track } from "../../domain/analysis/Tracks.ts"
import { type Claim, NotComputable } from "../../runner/ports.ts"
import { doubles, singles } from "../sql/binaryColumns.ts"

/**
 * Returns the effective fixes: columns `id, time, lon, lat, accuracy_m, satellites` of the valid fixes of an
 * entity's own receivers in `[from, to)`, in no order. Fixes moved in time have an index of their own, so it
 * is two reads: of the rows as sent, and of those moved.
 */
export const effectivelyBetween = (
  pg: PgClient.PgClient,
  projectId: string,
  entityId: string,
  from: Date | Fragment,
  to: Date | Fragment
) => {
  const branch = (time: "original_time" | "curated_time") => pg`
    select id,
      ${pg.literal(time)} as time,
      coalesce(curated_lon, lon) as lon,
      coalesce(curated_lat, lat) as lat,
      accuracy_m, satellites
    from positions
    where entity_id = ${entityId}::uuid and project_id = ${projectId}::uuid and record_type = 'gnss'
      and valid and not conflicting
      and ${pg.literal(time === "curated_time" ? "curated_time is not null" : "curated_time is null")}
      and ${pg.literal(time)} >= ${from} and ${pg.literal(time)} < ${to}`
  return pg`${branch("original_time")} union all ${branch("curated_time")}`
}

const effectivelyIn = (pg: PgClient.PgClient, projectId: string, entityId: string, period: Period) =>
  effectivelyBetween(pg, projectId, entityId, new Date(period.from), new Date(period.to))

/** FixCountQuery is the subjects whose fixes are counted, and the periods. */
export interface FixCountQuery {
  readonly id: string
  readonly name: string
  readonly periods: ReadonlyArray<Period>
}

/** Counts the fixes of each subject in its periods, by the filters of the analysis; up to `most` of one. */
export const countFixes = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  subjects: ReadonlyArray<FixCountQuery>,
  most: number
) {
  const counted: Array<Omit<FixCountQuery, "periods"> & { readonly fixes: number }> = []
  for (const { id, name, periods } of subjects) {
    let fixes = 0
    for (const period of periods) {
      const [row] = yield* pg<{
        n: number
      }>`
        select count(*)::int as n
        from (select from (${effectivelyIn(pg, projectId, id, period)}) f limit ${most + 1}) found`
      fixes += row!.n
    }
    counted.push({ id, name, fixes })
  }
  return counted
})

/** CLOCK_TOLERANCE_MS is how far a clock may be ahead, so that a trace may be older than its record. */
const CLOCK_TOLERANCE_MS = 3_600_000

const tooLarge = (excess: Excess, subjectId?: string) =>
  new NotComputable({
    failure: {
      // areas do not change how many fixes are read
      ...failure("INPUT_TOO_LARGE", inputTooLarge(excess, false)),
      ...(subjectId === undefined ? {} : { subjectId })
    }
  })

interface Columns {
  readonly n: number
  readonly time: Uint8Array
  readonly lon: Uint8Array
  readonly lat: Uint8Array
  readonly accuracy: Uint8Array
  readonly satellites: Uint8Array
}

/** Makes the reader of fixes; a run may have `maxFixes` of all its subjects, and `maxSubjectFixes` of each. */
export const fixColumns = (
  pg: PgClient.PgClient,
  maxFixes: number,
  maxSubjectFixes: number = MAX_FIXES_PER_SUBJECT
) => {
  const columns = Effect.fnUntraced(function* (claim: Claim, entityId: string, period: Period) {
    const [row] = yield* pg<Columns>`
      select count(*)::int as n,
        string_agg(float8send(floor(date_part('epoch', time) * 1000 + 0.5)), ''::bytea) as time,
        string_agg(float8send(lon), ''::bytea) as lon,
        string_agg(float8send(lat), ''::bytea) as lat,
        string_agg(float4send(coalesce(accuracy_m, 'NaN')::float4), ''::bytea) as accuracy,
        string_agg(float4send(coalesce(satellites, 'NaN')::float4), ''::bytea) as satellites
      from (
        select time, lon, lat, accuracy_m, satellites::float4 as satellites
        from (${effectivelyIn(pg, claim.projectId, entityId, period)}) found
        order by time, id
      ) fixes`
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

  const count = Effect.fnUntraced(function* (claim: Claim, subjects: ReadonlyArray<FixCountQuery>) {
    let total = 0
    for (const { id, name, periods } of subjects) {
      let own = 0
      for (const period of periods) {
        const [row] = yield* pg<{
          n: number
        }>`select count(*)::int as n from (${effectivelyIn(pg, claim.projectId, id, period)}) found`
        own += row!.n
      }
      if (own > maxSubjectFixes)
        return yield* tooLarge({ of: "subject fixes", name, value: own, limit: maxSubjectFixes }, id)
      total += own
      if (total > maxFixes) return yield* tooLarge({ of: "fixes", limit: maxFixes })
    }
    return total
  })

  /**
   * Counts the records that did not become a fix. Duplicates are counted by the traces of ingest, per day, as
   * long as these are stored.
   */
  const discarded = Effect.fnUntraced(function* (claim: Claim, entityId: string, period: Period) {
    const from = new Date(period.from)
    const to = new Date(period.to)
    const [row] = yield* pg<{ invalid: number; conflicting: number; duplicates: number }>`
      select (
        select count(*)::int
        from positions
        where entity_id = ${entityId}::uuid and project_id = ${claim.projectId}::uuid
          and record_type = 'gnss' and not valid and original_time >= ${from} and original_time < ${to}
      ) as invalid,
        (
          select count(*)::int
          from positions
          where entity_id = ${entityId}::uuid and project_id = ${claim.projectId}::uuid
            and record_type = 'gnss' and conflicting and valid and original_time >= ${from}
            and original_time < ${to}
        ) as conflicting,
        (
          select coalesce(sum(t.fixes), 0)::int
          from (
            select device_id,
              (steps #>> '{1,detail,first}')::timestamptz as first,
              (steps #>> '{1,detail,fixes}')::int as fixes
            from processing_traces
            where code = 'DUPLICATE' and project_id = ${claim.projectId}::uuid
              and started_at >= ${new Date(period.from - CLOCK_TOLERANCE_MS)}
          ) t
            join entity_assignments a on a.device_id = t.device_id and a.entity_id = ${entityId}::uuid
          where t.first >= ${from} and t.first < ${to} and t.first >= a.valid_from
            and (a.valid_to is null or t.first < a.valid_to)
        ) as duplicates`
    return row! satisfies Discarded
  })

  return { columns, trackOf, count, discarded }
}
