// The metrics of a project: its own, which values of its devices registered, and under other names those
// defined for all projects.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { ValueType } from "../../../domain/tracking/Metric.ts"
import type { MetricChange, MetricRecord } from "../../../domain/tracking/MetricRecord.ts"
import { texts } from "../../sql/arrays.ts"
import { audit } from "../../access/Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { Missing, refusing, StateConflict } from "../../sql/refusals.ts"

/** ProjectMetricFilter narrows a list of metrics. */
interface ProjectMetricFilter {
  readonly defined?: boolean
  /** true: only the project's own; false: only those defined for all projects */
  readonly own?: boolean
}

const columns = "key, label, unit, value_type, category, defined, created_at"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(`m.key, m.label, m.unit, m.value_type, m.category, m.defined,
    ${wireTime("m.created_at")} as created_at, m.owner_id as project_id`)

  /** Returns the metrics with values or a definition in a project, each name once. */
  const present = (projectId: string) => pg`(
    select owner_id, ${pg.literal(columns)} from sent_metrics where owner_id = ${projectId}::uuid
    union all select null, ${pg.literal(columns)} from metrics a
      where not exists (select from sent_metrics s where s.owner_id = ${projectId}::uuid and s.key = a.key))`

  const list = Effect.fn("ProjectMetrics.list")(function* (
    projectId: string,
    filter: ProjectMetricFilter,
    window: Window
  ) {
    const { defined, own } = filter
    const rows = yield* pg<MetricRecord & { place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("m.created_at"))} as place_time
      from ${present(projectId)} m
      where ${pg.and([
        ...(defined === undefined ? [] : [pg`m.defined = ${defined}`]),
        ...(own === undefined ? [] : [pg`(m.owner_id is not null) = ${own}`]),
        after(pg, window, "m.created_at", "m.key", "text")
      ])}
      order by m.created_at desc, m.key desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.key)
  }, Effect.orDie)

  const find = Effect.fnUntraced(function* (projectId: string, key: string) {
    const [row] =
      yield* pg<MetricRecord>`select ${selected} from ${present(projectId)} m where m.key = ${key}`
    return row ?? (yield* new Missing())
  })
  const get = Effect.fn("ProjectMetrics.get")(find, refusing({}))

  const note = (actor: Actor, action: string, projectId: string, key: string, detail: object) =>
    audit(pg, actor, { action, objectType: "metric", objectId: key, projectId, detail })

  /** Reads a metric of the project's own. */
  const ownOf = Effect.fnUntraced(function* (projectId: string, key: string) {
    const metric = yield* find(projectId, key)
    const detail = "The metric is defined for all projects: server admins change it (/metrics/{key})."
    return metric.project_id === null ? yield* new StateConflict({ code: "DEFINED_FOR_ALL", detail }) : metric
  })

  /**
   * Describes a metric of the project's own, and so defines it. One that is defined for all projects is
   * refused.
   */
  const update = Effect.fn("ProjectMetrics.update")(
    function* (actor: Actor, projectId: string, key: string, change: MetricChange) {
      yield* ownOf(projectId, key)
      const [row] = yield* pg<MetricRecord>`
        update sent_metrics m set ${pg.update({ ...change, defined: true })}
        where m.owner_id = ${projectId}::uuid and m.key = ${key}
        returning ${selected}`
      if (row === undefined) return yield* new Missing()
      yield* note(actor, "metric.updated", projectId, key, change)
      return row
    },
    pg.withTransaction,
    refusing({})
  )

  /** Refused while the project has a value under the name. */
  const remove = Effect.fn("ProjectMetrics.remove")(
    function* (actor: Actor, projectId: string, key: string) {
      const metric = yield* ownOf(projectId, key)
      yield* pg`delete from sent_metrics where owner_id = ${projectId}::uuid and key = ${key}`
      const valueRows = yield* pg`
        select from measurements where project_id = ${projectId}::uuid and metric_key = ${key} limit 1`
      if (valueRows.length > 0)
        return yield* new StateConflict({
          code: "HAS_RECORDS",
          detail: "Measurements of this metric are kept."
        })
      yield* note(actor, "metric.removed", projectId, key, metric)
    },
    pg.withTransaction,
    refusing({})
  )

  /** Returns the types of those of the keys that are known in the project. */
  const typesOf = Effect.fn("ProjectMetrics.typesOf")(function* (
    projectId: string,
    keys: ReadonlyArray<string>
  ) {
    if (keys.length === 0) return new Map<string, ValueType>()
    const rows = yield* pg<{ key: string; value_type: ValueType }>`
      select m.key, m.value_type from ${present(projectId)} m where m.key = any(${texts(keys)})`
    return new Map(rows.map((row) => [row.key, row.value_type]))
  }, Effect.orDie)

  return { list, get, update, remove, typesOf }
})

/** ProjectMetrics stores metrics of projects. */
export class ProjectMetrics extends Context.Service<ProjectMetrics>()("store/ProjectMetrics", { make }) {
  static readonly layer = Layer.effect(ProjectMetrics, make)
}
