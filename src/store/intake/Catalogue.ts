// The metrics, in memory: of each owner that sends, what its metrics are by their names, so that a value
// costs one look. An owner's are its own and, under other names, those defined for all projects. Types are
// fixed by the first value; what people change counts the edition up.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Metric } from "../../domain/tracking/Metric.ts"
import { uuids } from "../sql/arrays.ts"
import { metricOf, type MetricRow } from "../tracking/measurements/registerMetrics.ts"

/** The metrics of one owner by key. */
export type View = ReadonlyMap<string, Metric>

/** What one process remembers of metrics. */
export interface Catalogue {
  /** null: nothing was read yet */
  edition: number | null
  /** defined for all projects */
  everywhere: ReadonlyArray<Metric>
  readonly views: Map<string, Map<string, Metric>>
  /** owners that had no room for a metric: nothing new of them needs to be tried until somebody makes room */
  readonly full: Set<string>
}

export const makeCatalogue = (): Catalogue => ({
  edition: null,
  everywhere: [],
  views: new Map(),
  full: new Set()
})

/**
 * Begins anew if somebody has changed or removed a metric. The edition is read first: what changes meanwhile
 * is found the next time.
 */
export const refreshCatalogue = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, catalogue: Catalogue) {
  const [row] = yield* sql<{ edition: number }>`select edition::float8 as edition from metrics_edition`
  if (row!.edition === catalogue.edition) return
  const rows = yield* sql<MetricRow>`select key, value_type, unit from metrics`
  catalogue.everywhere = rows.map(metricOf)
  catalogue.views.clear()
  catalogue.full.clear()
  catalogue.edition = row!.edition
})

/**
 * The owners' metrics. Those that memory does not have are read, and kept unless something was changed
 * meanwhile.
 */
export const viewsOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  catalogue: Catalogue,
  owners: ReadonlySet<string>
) {
  const found = new Map<string, View>(),
    strangers: Array<string> = []
  for (const owner of owners) {
    const view = catalogue.views.get(owner)
    if (view === undefined) strangers.push(owner)
    else found.set(owner, view)
  }
  if (strangers.length === 0) return found
  if (catalogue.edition === null) yield* refreshCatalogue(sql, catalogue)
  const { edition, everywhere } = catalogue
  const rows = yield* sql<MetricRow & { readonly owner_id: string }>`
    select owner_id, key, value_type, unit from sent_metrics where owner_id = any(${uuids(strangers)})`
  const sent = Map.groupBy(rows, (row) => row.owner_id)
  for (const owner of strangers) {
    const metrics = [...everywhere, ...(sent.get(owner) ?? []).map(metricOf)]
    const view = new Map(metrics.map((metric) => [metric.key, metric]))
    found.set(owner, view)
    if (catalogue.edition === edition) catalogue.views.set(owner, view)
  }
  return found
})

/** What was met of an owner, once it is committed; `view` is the one that it was new to. */
export const learn = (
  catalogue: Catalogue,
  owner: string,
  view: View,
  metrics: ReadonlyArray<Metric>,
  isFull: boolean
): void => {
  const kept = catalogue.views.get(owner)
  if (kept !== view) return
  for (const metric of metrics) kept.set(metric.key, metric)
  if (!isFull) return
  catalogue.full.add(owner)
  // read once more, with what other processes have registered: after that nothing can be missing
  catalogue.views.delete(owner)
}
