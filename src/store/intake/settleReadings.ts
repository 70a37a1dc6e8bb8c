// Converts the readings of a batch to their metrics' types and units. A metric name belongs to the owner of the
// record: a project, or for a device without one its data source. A value that does not fit its metric refuses
// its report; a metric above the limit is left out by name.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { refuse, type Reading, type Refusal } from "../../domain/intake/Report.ts"
import { definitionOf } from "../../domain/tracking/adapterMetrics.ts"
import type { AdapterKey } from "../../domain/tracking/DataSource.ts"
import {
  MAX_METRICS,
  MAX_NEW_METRICS,
  type Metric,
  settle,
  valueTypeOf
} from "../../domain/tracking/Metric.ts"
import { uuids } from "../sql/arrays.ts"
import { metricOf, type NewSent, registerMetrics } from "../tracking/measurements/registerMetrics.ts"
import type { Row } from "./attributeRows.ts"
import { type Catalogue, addMetrics, type View, viewsOf } from "./Catalogue.ts"
import type { NewValue } from "./insertMeasurements.ts"
import type { WriteBatch } from "./WriteBatch.ts"

/** Excess is the metrics of a report above the limit, and which limit. */
export interface Excess {
  readonly metrics: ReadonlyArray<string>
  readonly why: string
}

/** SettledReadings is the converted readings of a batch. */
interface SettledReadings {
  /** still without ids */
  readonly values: ReadonlyArray<NewValue>
  readonly refused: ReadonlyMap<Row, Refusal>
  /** rows that are stored without some of their values */
  readonly curtailed: ReadonlyMap<Row, Excess>
}

const ownerOf = ({ device, owner }: Row): string => owner.projectId ?? device.sourceId

const ofProject = `a project has at most ${MAX_METRICS} metrics of its own`
const ofRequest = `a request brings at most ${MAX_NEW_METRICS} new metrics`

/** MAX_LISTED_NAMES is how many names a sentence lists. */
const MAX_LISTED_NAMES = 10

/** Returns why the values of these metrics are not stored. */
export const limitRefusal = ({ metrics, why }: Excess): Refusal => {
  const more = metrics.length - MAX_LISTED_NAMES
  const names = `${metrics.slice(0, MAX_LISTED_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
  return refuse("METRIC_LIMIT", `/measurements/${metrics[0]}`, `not stored: ${names}; ${why}`)
}

/** NewName is a name that its owner does not have yet, and the first row with it. */
interface NewName {
  readonly row: Row
  readonly reading: Reading
}

/** NewNames are new names, of each owner by name. */
type NewNames = ReadonlyMap<string, ReadonlyMap<string, NewName>>

/** Returns the new names in the rows, in their order. */
const newNamesIn = (rows: ReadonlyArray<Row>, views: ReadonlyMap<string, View>): NewNames => {
  const strangers = new Map<string, Map<string, NewName>>()
  for (const row of rows) {
    const { readings } = row.report
    if (readings.length === 0) continue
    const owner = ownerOf(row),
      view = views.get(owner)!
    for (const reading of readings) {
      if (view.has(reading.metric)) continue
      let ofOwner = strangers.get(owner)
      if (ofOwner === undefined) strangers.set(owner, (ofOwner = new Map()))
      if (!ofOwner.has(reading.metric)) ofOwner.set(reading.metric, { row, reading })
    }
  }
  return strangers
}

/**
 * Returns what is registered for a name: the definition of the source's adapter, or else the type of its
 * first value.
 */
const sentAs = (
  ownerId: string,
  adapter: AdapterKey | undefined,
  { metric: key, unit, value }: Reading
): NewSent => {
  const valueType = valueTypeOf(value)
  const definition = adapter === undefined ? null : definitionOf(adapter, key, valueType)
  return definition === null
    ? { ownerId, key, valueType, unit, label: null, category: null, defined: false }
    : {
        ownerId,
        key,
        valueType,
        unit: definition.unit,
        label: definition.label,
        category: definition.category,
        defined: true
      }
}

interface Met {
  readonly views: ReadonlyMap<string, View>
  /** names above the limit of their request */
  readonly beyond: ReadonlySet<NewName>
}

/** Registers new names, up to the limits of requests and owners. */
const registerNames = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  catalogue: Catalogue,
  views: ReadonlyMap<string, View>,
  strangers: NewNames
) {
  const brought = new Map<WriteBatch["brought"], number>(),
    beyond = new Set<NewName>()
  const chosen: Array<{ readonly owner: string; readonly stranger: NewName }> = []
  for (const [owner, ofOwner] of strangers) {
    if (catalogue.full.has(owner)) continue
    for (const stranger of ofOwner.values()) {
      const request = stranger.row.batch.brought,
        before = brought.get(request) ?? request.metrics
      if (before < MAX_NEW_METRICS) {
        brought.set(request, before + 1)
        chosen.push({ owner, stranger })
      } else beyond.add(stranger)
    }
  }
  if (chosen.length === 0) return { views, beyond } satisfies Met
  const sources = new Set(chosen.map(({ stranger }) => stranger.row.batch.credential.sourceId))
  const rows = yield* sql<{ id: string; adapter_key: AdapterKey }>`
    select id, adapter_key from data_sources where id = any(${uuids([...sources])})`
  const adapters = new Map(rows.map(({ adapter_key, id }) => [id, adapter_key]))
  const wanted = chosen.map(({ owner, stranger: { reading, row } }) =>
    sentAs(owner, adapters.get(row.batch.credential.sourceId), reading)
  )
  const registered = yield* registerMetrics(sql, wanted)
  const metricsByOwner = [...Map.groupBy(wanted, (w) => w.ownerId)].map(([owner, { length }]) => {
    const metrics = (registered.get(owner) ?? []).map(metricOf)
    return { owner, view: views.get(owner)!, metrics, isFull: metrics.length < length }
  })
  yield* sql.afterCommit(
    Effect.sync(() => {
      for (const [request, metrics] of brought) request.metrics = metrics
      for (const { isFull, metrics, owner, view } of metricsByOwner)
        addMetrics(catalogue, owner, view, metrics, isFull)
    })
  )
  const met = metricsByOwner.map(({ metrics, owner, view }): [string, View] => [
    owner,
    new Map([...view, ...metrics.map((m): [string, Metric] => [m.key, m])])
  ])
  return { views: new Map([...views, ...met]), beyond } satisfies Met
})

interface SettledRow {
  readonly values: ReadonlyArray<NewValue>
  readonly unknown: ReadonlyArray<string>
}

/** Settles every reading of a row, or refuses the row; unknown names are left out and listed. */
const settleRow = (row: Row, view: View): SettledRow | Refusal => {
  const values: Array<NewValue> = [],
    unknown: Array<string> = []
  for (const { metric: key, unit, value } of row.report.readings) {
    const metric = view.get(key)
    if (metric === undefined) {
      unknown.push(key)
      continue
    }
    const settled = settle(metric, value, unit)
    if (typeof settled === "object") return refuse(settled.code, `/measurements/${key}`, settled.detail)
    values.push({ row, metric: key, value: settled, derived: false })
  }
  return { values, unknown }
}

/** Settles the readings of rows whose owners are known. A report with only metrics above the limit is refused. */
export const settleReadings = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  catalogue: Catalogue,
  rows: ReadonlyArray<Row>
) {
  const measured = rows.filter((row) => row.report.readings.length > 0)
  const views = yield* viewsOf(sql, catalogue, new Set(measured.map(ownerOf)))
  const strangers = newNamesIn(measured, views)
  const met: Met =
    strangers.size === 0
      ? { views, beyond: new Set() }
      : yield* registerNames(sql, catalogue, views, strangers)
  const values: Array<NewValue> = []
  const refused = new Map<Row, Refusal>(),
    curtailed = new Map<Row, Excess>()
  for (const row of measured) {
    const owner = ownerOf(row),
      settled = settleRow(row, met.views.get(owner)!)
    if ("_tag" in settled) {
      refused.set(row, settled)
      continue
    }
    for (const value of settled.values) values.push(value)
    if (settled.unknown.length === 0) continue
    const first = strangers.get(owner)!.get(settled.unknown[0]!)!
    const excess: Excess = { metrics: settled.unknown, why: met.beyond.has(first) ? ofRequest : ofProject }
    const { events, fix, states } = row.report
    if (fix === null && settled.values.length + events.length + states.length === 0)
      refused.set(row, limitRefusal(excess))
    else curtailed.set(row, excess)
  }
  return { values, refused, curtailed } satisfies SettledReadings
})
