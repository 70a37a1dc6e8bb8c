// Data sources: how reports come in. Their tokens are kept as SHA-256 hashes and told once.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { uuid7 } from "./uuid7.ts"
import type { Actor } from "../domain/access/Actor.ts"
import type { DataSource, DataSourceChange, NewDataSource, OpenedDataSource } from "../domain/tracking/DataSource.ts"
import { uuids } from "./arrays.ts"
import { audit } from "./Audit.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "./keyset.ts"
import { Broken, Missing, refusing, Taken } from "./refusals.ts"
import { changed, written } from "./written.ts"

export class DataSources extends Context.Service<DataSources, {
  readonly list: (window: Window) => Effect.Effect<Slice<DataSource>>
  readonly get: (id: string) => Effect.Effect<DataSource, Missing>
  readonly create: (actor: Actor, input: NewDataSource) => Effect.Effect<OpenedDataSource, Broken>
  readonly update: (actor: Actor, id: string, change: DataSourceChange) => Effect.Effect<DataSource, Missing | Broken>
  /** A new token; the one before opens for another day, so that senders can be changed one by one. */
  readonly rotateToken: (actor: Actor, id: string) => Effect.Effect<OpenedDataSource, Missing>
  /** Refused while a device has a name there. */
  readonly remove: (actor: Actor, id: string) => Effect.Effect<void, Missing | Taken>
}>()("store/DataSources") {
  static readonly layer = Layer.effect(DataSources, Effect.suspend(() => make))
}

const newToken = () => {
  const token = `src_${randomBytes(32).toString("base64url")}`
  return { token, hash: createHash("sha256").update(token).digest() }
}

const make = Effect.gen(function*() {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(`s.id, s.name, s.adapter_key, s.enabled, s.config, s.project_ids,
    ${wireTime("s.created_at")} as created_at, ${wireTime("s.updated_at")} as updated_at`)

  const list = Effect.fn("DataSources.list")(function*(window: Window) {
    const rows = yield* pg<DataSource & { place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("s.created_at"))} as place_time from data_sources s
      where ${after(pg, window, "s.created_at", "s.id")} order by s.created_at desc, s.id desc limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("DataSources.get")(function*(id: string) {
    const [row] = yield* pg<DataSource>`select ${selected} from data_sources s where s.id = ${id}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  const checkProjects = Effect.fnUntraced(function*(ids: ReadonlyArray<string> | undefined) {
    if (ids === undefined || ids.length === 0) return
    const known = new Set((yield* pg<{ id: string }>`select id from projects where id = any(${uuids(ids)})`).map((row) => row.id))
    const unknown = ids.findIndex((id) => !known.has(id))
    if (unknown !== -1) return yield* new Broken({ pointer: `/project_ids/${unknown}`, code: "PROJECT_UNKNOWN", detail: "There is no such project." })
  })

  const create = Effect.fn("DataSources.create")(function*(actor: Actor, input: NewDataSource) {
    yield* checkProjects(input.project_ids)
    const { hash, token } = newToken()
    const [row] = yield* pg<DataSource>`insert into data_sources as s ${pg.insert({ id: uuid7(), ...written(pg, input), token_hash: hash })} returning ${selected}`
    yield* audit(pg, actor, { action: "data_source.created", objectType: "data_source", objectId: row!.id, detail: { name: input.name, adapter_key: input.adapter_key } })
    return { ...row!, token, previous_token_until: null }
  }, pg.withTransaction, refusing({}))

  const update = Effect.fn("DataSources.update")(function*(actor: Actor, id: string, change: DataSourceChange) {
    yield* checkProjects(change.project_ids)
    const [row] = yield* pg<DataSource>`update data_sources s set ${changed(pg, change)} where s.id = ${id} returning ${selected}`
    if (row === undefined) return yield* new Missing()
    yield* audit(pg, actor, { action: "data_source.updated", objectType: "data_source", objectId: id, detail: { changed: Object.keys(change) } })
    return row
  }, pg.withTransaction, refusing({}))

  const rotateToken = Effect.fn("DataSources.rotateToken")(function*(actor: Actor, id: string) {
    const { hash, token } = newToken()
    const [row] = yield* pg<Omit<OpenedDataSource, "token">>`
      update data_sources s set token_hash = ${hash}, previous_token_hash = token_hash, previous_token_until = now() + interval '1 day', updated_at = now()
      where s.id = ${id} returning ${selected}, ${pg.literal(wireTime("s.previous_token_until"))} as previous_token_until`
    if (row === undefined) return yield* new Missing()
    yield* audit(pg, actor, { action: "data_source.token_rotated", objectType: "data_source", objectId: id })
    return { ...row, token }
  }, pg.withTransaction, refusing({}))

  const remove = Effect.fn("DataSources.remove")(function*(actor: Actor, id: string) {
    const [source] = yield* pg<{ name: string }>`select name from data_sources where id = ${id} for update`
    if (source === undefined) return yield* new Missing()
    const [named] = yield* pg`select from device_identities where data_source_id = ${id} limit 1`
    if (named !== undefined) return yield* new Taken({ code: "IN_USE", detail: "Devices report through this source; disable it instead (enabled: false)." })
    yield* pg`delete from data_sources where id = ${id}`
    yield* audit(pg, actor, { action: "data_source.removed", objectType: "data_source", objectId: id, detail: source })
  }, pg.withTransaction, refusing({}))

  return { list, get, create, update, rotateToken, remove }
})
