// Who the devices of a batch are, under a lock on them: a change of an assignment takes one that does not go
// with it, so none slips between what is read of the assignments afterwards (`lookUp`) and the commit.
import { Effect } from "effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { texts, uuids } from "../sql/arrays.ts"
import type { Batch } from "./Batch.ts"

/** Fills in the ids and ranks of the devices that are known. */
export const identify = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { devices, moves }: Batch) {
  if (devices.size === 0) return
  const sources = [...devices.keys()]
  const names = [...devices].flatMap(([, named]) => [...named.keys()])
  // one source, the common case, in the form that reads the index once
  const among =
    sources.length === 1
      ? sql`i.data_source_id = ${sources[0]}::uuid and i.external_id = any(${texts(names)})`
      : sql`(i.data_source_id, i.external_id) in (select *
        from unnest(${uuids([...devices].flatMap(([source, named]) => Array.from(named, () => source)))},
        ${texts(names)}))`
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
    const device = devices.get(source)!.get(name)!
    device.deviceId = id
    device.rank = ranks.get(id)!
  }
})
