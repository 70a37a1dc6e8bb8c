// What processes and threads count that have no port of their own (`engine`, `work`): each tells it with its
// sign of life, and whoever answers `/metrics` reads it. A worker's series are its own, by its name and role,
// and go when it goes; one that starts anew begins at 0.
import { Array as Arr, Context, Effect, Layer, Metric, Result } from "effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { SILENT_SECONDS } from "../../domain/system/SystemLimits.ts"

/** The ending of the role under which a worker of a role tells what it counts. */
export const TELLS = ":metrics"

const named = {
  id: Schema.String,
  description: Schema.String,
  attributes: Schema.Record(Schema.String, Schema.String)
}
const Counter = Schema.Struct({ type: Schema.Literal("Counter"), ...named, count: Schema.Finite })
const Histogram = Schema.Struct({
  type: Schema.Literal("Histogram"),
  ...named,
  buckets: Schema.Array(Schema.Tuple([Schema.Finite, Schema.Finite])),
  count: Schema.Finite,
  sum: Schema.Finite
})

/** A series as it is told: counters and histograms of ours. */
const Series = Schema.Union([Counter, Histogram])
type Series = typeof Series.Type

const Told = Schema.Struct({ role: Schema.String, worker: Schema.String, series: Schema.Array(Series) })
const decodeTold = Schema.decodeUnknownOption(Told)

/** What this process, or thread, has counted so far. */
export const toldMetrics: Effect.Effect<{ readonly series: ReadonlyArray<Series> }> = Effect.map(
  Metric.snapshot,
  (all) => ({
    series: all.flatMap((one): ReadonlyArray<Series> => {
      if (!one.id.startsWith("pugmark_")) return []
      const about = { id: one.id, description: one.description ?? "", attributes: { ...one.attributes } }
      switch (one.type) {
        case "Counter":
          return [{ type: one.type, ...about, count: Number(one.state.count) }]
        case "Histogram":
          return [
            {
              type: one.type,
              ...about,
              buckets: one.state.buckets.filter(([bound]) => Number.isFinite(bound)),
              count: one.state.count,
              sum: one.state.sum
            }
          ]
        default:
          return []
      }
    })
  })
)

/** A series that counts no further. */
const fixed = <S>(state: S) => ({ get: () => state, update: () => {}, modify: () => {} })

/** Enters a told series into the registry that is in force. */
const enter = (role: string, worker: string, one: Series) =>
  Effect.contextWith((context: Context.Context<never>) =>
    Effect.sync(() => {
      const options = { description: one.description, attributes: { ...one.attributes, role, worker } }
      if (one.type === "Counter") {
        Metric.registerUnsafe(
          Metric.counter(one.id, options),
          context,
          fixed({ count: one.count, incremental: true })
        )
      } else {
        const buckets = one.buckets.map(([bound, n]): [number, number] => [bound, n])
        const metric = Metric.histogram(one.id, { ...options, boundaries: buckets.map(([bound]) => bound) })
        Metric.registerUnsafe(
          metric,
          context,
          fixed({ buckets, count: one.count, sum: one.sum, min: 0, max: 0 })
        )
      }
    })
  )

export class WorkerMetrics extends Context.Service<
  WorkerMetrics,
  {
    /** Enters what workers that are alive have counted into the registry that is in force. */
    readonly enter: Effect.Effect<void>
  }
>()("store/WorkerMetrics") {
  static readonly layer = Layer.effect(
    WorkerMetrics,
    Effect.map(SqlClient.SqlClient, (sql) =>
      WorkerMetrics.of({
        enter: sql`
          select split_part(role, ':', 1) as role,
            split_part(worker, '/', 1) as worker,
            detail->'series' as series
          from worker_heartbeats
          where role like ${`%${TELLS}`}
            and beat_at > now() - make_interval(secs => ${SILENT_SECONDS}::float8)
          order by worker`.pipe(
          // a worker of another release may tell something else
          Effect.map(Arr.filterMap((row) => Result.fromOption(decodeTold(row), () => undefined))),
          Effect.flatMap(
            Effect.forEach(
              ({ role, series, worker }) =>
                Effect.forEach(series, (one) => enter(role, worker, one), { discard: true }),
              { discard: true }
            )
          ),
          Effect.orDie,
          Effect.withSpan("WorkerMetrics.enter")
        )
      })
    )
  )
}
