// Metrics of processes and threads without a port of their own (`engine`, `work`): each writes them with its
// heartbeat, and the process that serves `/metrics` reads them. A worker's series are labelled with its name
// and role, and end with it; a restarted one begins at 0.
import { Array as Arr, Context, Effect, Layer, Metric, Result } from "effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { SILENT_SECONDS } from "../../domain/system/SystemLimits.ts"

/** METRICS_ROLE_SUFFIX is appended to the role under which a worker writes its metrics. */
export const METRICS_ROLE_SUFFIX = ":metrics"

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

/** A series as it is stored: our counters and histograms. */
const Series = Schema.Union([Counter, Histogram])
type Series = typeof Series.Type

const Told = Schema.Struct({ role: Schema.String, worker: Schema.String, series: Schema.Array(Series) })
const decodeTold = Schema.decodeUnknownOption(Told)

/** Reads the metrics of this process, or thread. */
export const currentMetrics: Effect.Effect<{ readonly series: ReadonlyArray<Series> }> = Effect.map(
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

/** Returns a metric state that does not change. */
const fixed = <S>(state: S) => ({ get: () => state, update: () => {}, modify: () => {} })

/** Adds a stored series to the current registry. */
const register = (role: string, worker: string, one: Series) =>
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

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Adds the metrics of live workers to the current registry. */
  const enter = sql`
    select split_part(role, ':', 1) as role,
      split_part(worker, '/', 1) as worker,
      detail->'series' as series
    from worker_heartbeats
    where role like ${`%${METRICS_ROLE_SUFFIX}`}
      and beat_at > now() - make_interval(secs => ${SILENT_SECONDS}::float8)
    order by worker`.pipe(
    // a worker of another release may write another form
    Effect.map(Arr.filterMap((row) => Result.fromOption(decodeTold(row), () => undefined))),
    Effect.flatMap(
      Effect.forEach(
        ({ role, series, worker }) =>
          Effect.forEach(series, (one) => register(role, worker, one), { discard: true }),
        { discard: true }
      )
    ),
    Effect.orDie,
    Effect.withSpan("WorkerMetrics.enter")
  )

  return { enter }
})

/** WorkerMetrics reads the metrics of other workers. */
export class WorkerMetrics extends Context.Service<WorkerMetrics>()("store/WorkerMetrics", { make }) {
  static readonly layer = Layer.effect(WorkerMetrics, make)
}
