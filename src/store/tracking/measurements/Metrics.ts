// The metrics that are defined for all projects. Further metrics that devices send belong to their projects
// (`ProjectMetrics`).
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { MetricChange, MetricRecord, NewMetric } from "../../../domain/tracking/MetricRecord.ts"
import { audit } from "../../access/Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { Missing, refusing, StateConflict } from "../../sql/refusals.ts"

/** MetricFilter narrows a list of metrics. */
interface MetricFilter {
  readonly defined?: boolean
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(`m.key, m.label, m.unit, m.value_type, m.category, m.defined,
    ${wireTime("m.created_at")} as created_at, null as project_id`)

  const list = Effect.fn("Metrics.list")(function* (filter: MetricFilter, window: Window) {
    const rows = yield* pg<MetricRecord & { place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("m.created_at"))} as place_time
      from metrics m
      where ${pg.and([
        ...(filter.defined === undefined ? [] : [pg`m.defined = ${filter.defined}`]),
        after(pg, window, "m.created_at", "m.key", "text")
      ])}
      order by m.created_at desc, m.key desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.key)
  }, Effect.orDie)

  const get = Effect.fn("Metrics.get")(function* (key: string) {
    const [row] = yield* pg<MetricRecord>`select ${selected} from metrics m where m.key = ${key}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  /** Defines a metric. Undescribed metrics of projects with the same key, type and unit are replaced by it. */
  const create = Effect.fn("Metrics.create")(
    function* (actor: Actor, input: NewMetric) {
      const [row] = yield* pg<MetricRecord>`
        insert into metrics as m ${pg.insert({ ...input, defined: true })} returning ${selected}`
      // under another unit the stored values would be wrong: such projects keep their own metric
      yield* pg`
        delete from sent_metrics s
        where s.key = ${input.key} and not s.defined and s.value_type = ${input.value_type}
          and (s.unit is null or s.unit = ${input.unit ?? null}::text)`
      yield* audit(pg, actor, {
        action: "metric.created",
        objectType: "metric",
        objectId: input.key,
        detail: input
      })
      return row!
    },
    pg.withTransaction,
    refusing({
      metrics_pkey: () => new StateConflict({ code: "KEY_TAKEN", detail: "There is a metric with this key." })
    })
  )

  /** Describes a metric, and so defines it. */
  const update = Effect.fn("Metrics.update")(
    function* (actor: Actor, key: string, change: MetricChange) {
      const [row] = yield* pg<MetricRecord>`
        update metrics m set ${pg.update({ ...change, defined: true })}
        where m.key = ${key}
        returning ${selected}`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "metric.updated",
        objectType: "metric",
        objectId: key,
        detail: change
      })
      return row
    },
    pg.withTransaction,
    refusing({})
  )

  /**
   * Refused while a value is stored under the name, except in projects that have a metric of their own by
   * it.
   */
  const remove = Effect.fn("Metrics.remove")(
    function* (actor: Actor, key: string) {
      const [row] = yield* pg<MetricRecord>`delete from metrics m where m.key = ${key} returning ${selected}`
      if (row === undefined) return yield* new Missing()
      const [kept] = yield* pg`
        select from measurements r
        where r.metric_key = ${key}
          and not exists (
            select from sent_metrics s where s.owner_id = r.project_id and s.key = r.metric_key
          )
        limit 1`
      if (kept !== undefined)
        return yield* new StateConflict({
          code: "HAS_RECORDS",
          detail: "Measurements of this metric are kept."
        })
      yield* audit(pg, actor, { action: "metric.removed", objectType: "metric", objectId: key, detail: row })
    },
    pg.withTransaction,
    refusing({})
  )

  return { list, get, create, update, remove }
})

/** Metrics stores metrics of all projects. */
export class Metrics extends Context.Service<Metrics>()("store/Metrics", { make }) {
  static readonly layer = Layer.effect(Metrics, make)
}
