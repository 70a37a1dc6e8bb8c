// Reads traffic over time: of sources that are seen as a whole from the counts of every minute, of others from
// the stored items.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Visibility } from "../../domain/access/Visibility.ts"
import {
  LAG_BINS_PER_DECADE,
  MIN_LAG_SECONDS,
  type TrafficCounts as Counts,
  type TrafficSpan
} from "../../domain/system/TrafficCounts.ts"
import { formatInstant } from "../../domain/time.ts"
import { seenRecords } from "../access/visibilityConditions.ts"
import { uuids } from "../sql/arrays.ts"

/** TrafficScope is a project as far as it is seen, or all projects. */
export type TrafficScope = { readonly projectId: string; readonly visibility: Visibility } | null

interface Bin {
  readonly source: string
  readonly bin: number
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  readonly unassigned: number
}

interface SeenBin extends Bin {
  readonly p50: number | null
  readonly p95: number | null
}

const statuses = ["accepted", "duplicates", "rejected", "unassigned"] as const

const quantile = (share: number, name: string): string =>
  `percentile_cont(${share}) within group (order by a.lag_seconds)
    filter (where a.status = 'accepted') as ${name}`

const quantiles = `${quantile(0.5, "p50")}, ${quantile(0.95, "p95")}`

const amount = (status: string, name: string): string =>
  `count(*) filter (where a.status = '${status}')::float8 as ${name}`

const amounts = [
  amount("accepted", "accepted"),
  amount("duplicate", "duplicates"),
  amount("rejected", "rejected"),
  amount("unassigned", "unassigned")
].join(", ")

const edge = (bin: number): number => Math.round(10 ** (bin / LAG_BINS_PER_DECADE + 3)) / 1000

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient

  const read = Effect.fn("TrafficCounts.read")(function* (whose: TrafficScope, span: TrafficSpan) {
    const { binMs, bins, from, to } = span
    const seen = pg.and([
      pg`a.received_at >= ${new Date(from)} and a.received_at < ${new Date(to)}`,
      ...(whose === null
        ? []
        : [pg`a.project_id = ${whose.projectId}::uuid`, ...seenRecords(pg, whose.visibility, "a")])
    ])
    const binOf = (time: string) => pg`
      floor((extract(epoch from ${pg.literal(time)}) * 1000 - ${from}::float8) / ${binMs}::float8)::int4`

    // a source of one project is seen as a whole by members who see all of the project; a source of none, by
    // all
    const sources = yield* pg<{ readonly id: string; readonly name: string; readonly is_whole: boolean }>`
      select s.id, s.name,
        ${
          whose === null
            ? pg.literal("true")
            : whose.visibility === null
              ? pg`s.project_ids = array[${whose.projectId}::uuid]`
              : pg.literal("false")
        } as is_whole
      from data_sources s
      order by s.name, s.id`
    const wholeSourceIds = sources.filter((source) => source.is_whole).map(({ id }) => id)
    const minuteBins = yield* pg<Bin>`
      select c.data_source_id as source, ${binOf("c.minute")} as bin,
        sum(c.accepted)::float8 as accepted, sum(c.duplicates)::float8 as duplicates,
        sum(c.rejected)::float8 as rejected, sum(c.unassigned)::float8 as unassigned
      from data_source_counts c
      where c.data_source_id = any(${uuids(wholeSourceIds)})
        and c.minute >= ${new Date(from)} and c.minute < ${new Date(to)}
      group by 1, 2`
    const itemBins = yield* pg<SeenBin>`
      select a.data_source_id as source, ${binOf("a.received_at")} as bin,
        ${pg.literal(amounts)}, ${pg.literal(quantiles)}
      from arrivals a
      where ${seen}
      group by 1, 2`
    const totals = yield* pg<{
      readonly source: string | null
      readonly p50: number | null
      readonly p95: number | null
    }>`
      select a.data_source_id as source, ${pg.literal(quantiles)}
      from arrivals a
      where ${seen}
      group by grouping sets ((a.data_source_id), ())`
    const late = yield* pg<{ readonly bin: number; readonly count: number }>`
      select
        floor(${LAG_BINS_PER_DECADE}::float8 * log(greatest(a.lag_seconds, ${MIN_LAG_SECONDS}::float8)))::int4
          as bin,
        count(*)::float8 as count
      from arrivals a
      where ${seen} and a.status = 'accepted' and a.lag_seconds is not null
      group by 1
      order by 1`

    const lagOf = (source: string | null) => {
      const { p50 = null, p95 = null } = totals.find((one) => one.source === source) ?? {}
      return p50 === null || p95 === null ? null : { p50, p95 }
    }
    const zeros = () => Array.from({ length: bins }, () => 0)
    const nulls = () => Array.from({ length: bins }, (): number | null => null)
    const rows = new Map(
      sources.map((source) => [
        source.id,
        {
          ...source,
          accepted: zeros(),
          duplicates: zeros(),
          rejected: zeros(),
          unassigned: zeros(),
          lag_p50: nulls(),
          lag_p95: nulls(),
          lag: lagOf(source.id)
        }
      ])
    )
    for (const one of itemBins) {
      const row = rows.get(one.source)
      if (row === undefined) continue
      row.lag_p50[one.bin] = one.p50
      row.lag_p95[one.bin] = one.p95
      if (!row.is_whole) for (const status of statuses) row[status][one.bin] = one[status]
    }
    for (const one of minuteBins) {
      const row = rows.get(one.source)
      if (row !== undefined) for (const status of statuses) row[status][one.bin] = one[status]
    }
    const came = new Set(itemBins.map(({ source }) => source))
    return {
      from: formatInstant(from),
      to: formatInstant(to),
      bin_seconds: binMs / 1000,
      // of a source of another project only the seen items count
      sources: [...rows.values()].filter(({ id, is_whole }) => is_whole || came.has(id)),
      lag: lagOf(null),
      lag_histogram: late.map(({ bin, count }) => ({
        from_seconds: edge(bin),
        to_seconds: edge(bin + 1),
        count
      }))
    } satisfies Counts
  }, Effect.orDie)

  return { read }
})

/** TrafficCounts reads counts. */
export class TrafficCounts extends Context.Service<TrafficCounts>()("store/TrafficCounts", { make }) {
  static readonly layer = Layer.effect(TrafficCounts, make)
}
