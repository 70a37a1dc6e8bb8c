// Who the devices of a batch are, under a lock on them: a change of an assignment takes one that does not go
// with it, so none slips between what is read of the assignments afterwards (`lookUp`) and the commit.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { texts, uuids } from "../sql/arrays.ts"
import type { Gathered } from "./WriteBatch.ts"

/** An external id of a data source that a device is known by. */
export interface IdentifiedDevice {
  readonly sourceId: string
  readonly externalId: string
  readonly deviceId: string
  /** place among the device ids of the transaction, ascending */
  readonly rank: number
}

/** The names that are known: by data source, then by external id. */
export type Identified = ReadonlyMap<string, ReadonlyMap<string, IdentifiedDevice>>

/** Finds the devices that the names of a transaction stand for. */
export const identify = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { moves, names }: Gathered) {
  const identified = new Map<string, Map<string, IdentifiedDevice>>()
  if (names.size === 0) return identified satisfies Identified
  const sources = [...names.keys()]
  const externalIds = [...names.values()].flatMap((ofSource) => [...ofSource])
  // one source, the common case, in the form that reads the index once
  const among =
    sources.length === 1
      ? sql`i.data_source_id = ${sources[0]}::uuid and i.external_id = any(${texts(externalIds)})`
      : sql`(i.data_source_id, i.external_id) in (select *
        from unnest(${uuids([...names].flatMap(([source, { size }]) => Array<string>(size).fill(source)))},
        ${texts(externalIds)}))`
  // activity looks at what is stored of a device around the new values: of two batches with such values one
  // waits for the other
  const lock = sql.literal(moves ? "for no key update of d" : "for key share of d")
  const found = yield* sql<{ source: string; name: string; id: string }>`
    select i.data_source_id as source, i.external_id as name, d.id
    from device_identities i
      join devices d on d.id = i.device_id
    where ${among}
    order by d.id ${lock}`
  const ranks = new Map<string, number>()
  for (const { id, name, source } of found) {
    if (!ranks.has(id)) ranks.set(id, ranks.size)
    let ofSource = identified.get(source)
    if (ofSource === undefined) identified.set(source, (ofSource = new Map()))
    ofSource.set(name, { sourceId: source, externalId: name, deviceId: id, rank: ranks.get(id)! })
  }
  return identified satisfies Identified
})
