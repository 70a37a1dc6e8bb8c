// The metrics of owners in memory, by name, so that a value costs one look-up. An owner has its own metrics
// and, under other names, those defined for all projects. Types are fixed by the first value; a change by a
// user raises the edition.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Metric } from "../../domain/tracking/Metric.ts"
import { uuids } from "../sql/arrays.ts"
import { metricOf, type MetricRow } from "../tracking/measurements/registerMetrics.ts"

/** View is the metrics of one owner by key. */
export type View = ReadonlyMap<string, Metric>

/** Catalogue is what one process has read of metrics. */
export interface Catalogue {
  /** null: nothing was read yet */
  edition: number | null
  /** metrics defined for all projects */
  everywhere: ReadonlyArray<Metric>
  readonly views: Map<string, Map<string, Metric>>
  /** owners at their limit of metrics: no new one is tried until a metric of theirs is removed */
  readonly full: Set<string>
}

/** Makes an empty catalogue. */
export const makeCatalogue = (): Catalogue => ({
  edition: null,
  everywhere: [],
  views: new Map(),
  full: new Set()
})

/**
 * Empties the catalogue if a metric was changed or removed. The edition is read first: a change meanwhile is
 * found the next time.
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

/** Returns the owners' metrics. Missing ones are read, and kept unless metrics were changed meanwhile. */
export const viewsOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  catalogue: Catalogue,
  owners: ReadonlySet<string>
) {
  const viewByOwner = new Map<string, View>(),
    strangers: Array<string> = []
  for (const owner of owners) {
    const view = catalogue.views.get(owner)
    if (view === undefined) strangers.push(owner)
    else viewByOwner.set(owner, view)
  }
  if (strangers.length === 0) return viewByOwner
  if (catalogue.edition === null) yield* refreshCatalogue(sql, catalogue)
  const { edition, everywhere } = catalogue
  const rows = yield* sql<MetricRow & { readonly owner_id: string }>`
    select owner_id, key, value_type, unit from sent_metrics where owner_id = any(${uuids(strangers)})`
  const sent = Map.groupBy(rows, (row) => row.owner_id)
  for (const owner of strangers) {
    const metrics = [...everywhere, ...(sent.get(owner) ?? []).map(metricOf)]
    const view = new Map(metrics.map((metric) => [metric.key, metric]))
    viewByOwner.set(owner, view)
    if (catalogue.edition === edition) catalogue.views.set(owner, view)
  }
  return viewByOwner
})

/** Adds the new metrics of an owner after the commit; `view` is the one that lacked them. */
export const addMetrics = (
  catalogue: Catalogue,
  owner: string,
  view: View,
  metrics: ReadonlyArray<Metric>,
  isFull: boolean
): void => {
  const cachedView = catalogue.views.get(owner)
  if (cachedView !== view) return
  for (const metric of metrics) cachedView.set(metric.key, metric)
  if (!isFull) return
  catalogue.full.add(owner)
  // read again, together with metrics that other processes have registered, so that none is missing
  catalogue.views.delete(owner)
}
