// Data sources: how reports come in. Their tokens are kept as SHA-256 hashes and told once; passwords for
// brokers are kept apart and never told.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { uuid7 } from "../sql/uuid7.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Reach } from "../../domain/access/Visibility.ts"
import type {
  DataSource,
  DataSourceChange,
  NewDataSource,
  OpenedDataSource
} from "../../domain/tracking/DataSource.ts"
import { type SourceConfigInput, withoutPassword } from "../../domain/tracking/SourceConfig.ts"
import { uuids } from "../sql/arrays.ts"
import { audit } from "../access/Audit.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { ConstraintViolated, Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { reachedSources } from "../access/visible.ts"
import { changed } from "../sql/written.ts"

export class DataSources extends Context.Service<
  DataSources,
  {
    /** A source for no project is everybody's; of the projects that one is for, a member sees their own. */
    readonly list: (reach: Reach, window: Window) => Effect.Effect<Slice<DataSource>>
    readonly get: (reach: Reach, id: string) => Effect.Effect<DataSource, Missing>
    readonly create: (
      actor: Actor,
      input: NewDataSource
    ) => Effect.Effect<OpenedDataSource, ConstraintViolated>
    readonly update: (
      actor: Actor,
      id: string,
      change: DataSourceChange
    ) => Effect.Effect<DataSource, Missing | ConstraintViolated>
    /** A new token; the one before opens for another day, so that senders can be changed one by one. */
    readonly rotateToken: (actor: Actor, id: string) => Effect.Effect<OpenedDataSource, Missing>
    /** Refused while a device has a name there. */
    readonly remove: (actor: Actor, id: string) => Effect.Effect<void, Missing | StateConflict>
  }
>()("store/DataSources") {
  static readonly layer = Layer.effect(
    DataSources,
    Effect.suspend(() => make)
  )
}

const newToken = () => {
  const token = `src_${randomBytes(32).toString("base64url")}`
  return { token, hash: createHash("sha256").update(token).digest() }
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(`s.id, s.name, s.adapter_key, s.enabled, s.config, s.project_ids,
    ${wireTime("s.created_at")} as created_at, ${wireTime("s.updated_at")} as updated_at,
    exists (select from data_source_secrets k where k.data_source_id = s.id) as password_set,
    case when s.config ? 'mqtt' then (select jsonb_build_object('status', c.status, 'since',
      ${wireTime("c.since")}, 'error', c.error, 'protocol', c.protocol,
      'last_message_at', ${wireTime("c.last_message_at")}, 'messages', c.messages)
        from data_source_connections c where c.data_source_id = s.id) end as connection`)

  const asSeen = <A extends DataSource>(reach: Reach, row: A): A =>
    reach === null
      ? row
      : { ...row, project_ids: row.project_ids.filter((id) => reach.some((place) => place.projectId === id)) }

  const list = Effect.fn("DataSources.list")(function* (reach: Reach, window: Window) {
    const rows = yield* pg<DataSource & { place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("s.created_at"))} as place_time
      from data_sources s
      where ${pg.and([after(pg, window, "s.created_at", "s.id"), ...reachedSources(pg, reach, "s")])}
      order by s.created_at desc, s.id desc
      limit ${window.limit + 1}`
    return slice(
      window,
      rows.map((row) => asSeen(reach, row)),
      (row) => row.id
    )
  }, Effect.orDie)

  const get = Effect.fn("DataSources.get")(function* (reach: Reach, id: string) {
    const [row] = yield* pg<DataSource>`
      select ${selected}
      from data_sources s
      where ${pg.and([pg`s.id = ${id}`, ...reachedSources(pg, reach, "s")])}`
    return row === undefined ? yield* new Missing() : asSeen(reach, row)
  }, refusing({}))

  const checkProjects = Effect.fnUntraced(function* (ids: ReadonlyArray<string> | undefined) {
    if (ids === undefined || ids.length === 0) return
    const known = new Set(
      (yield* pg<{ id: string }>`select id from projects where id = any(${uuids(ids)})`).map((row) => row.id)
    )
    const unknown = ids.findIndex((id) => !known.has(id))
    if (unknown !== -1)
      return yield* new ConstraintViolated({
        pointer: `/project_ids/${unknown}`,
        code: "PROJECT_UNKNOWN",
        detail: "There is no such project."
      })
  })

  /** Keeps the password that a written configuration speaks of; gives what may be shown. */
  const keepPassword = Effect.fnUntraced(function* <A extends { readonly config?: SourceConfigInput }>(
    id: string,
    { config, ...others }: A
  ) {
    if (config === undefined) return others
    const { config: shown, password } = withoutPassword(config)
    if (password === null) yield* pg`delete from data_source_secrets where data_source_id = ${id}`
    // what was told to one broker is not told to another
    if (password === undefined)
      yield* pg`
        delete from data_source_secrets
        where data_source_id in (
          select id
          from data_sources
          where id = ${id} and config #>> '{mqtt,url}' is distinct from ${shown.mqtt!.url}
        )`
    if (typeof password === "string") {
      // not an upsert: that would have to read what this role may only write
      yield* pg`delete from data_source_secrets where data_source_id = ${id}`
      yield* pg`insert into data_source_secrets (data_source_id, password) values (${id}, ${password})`
    }
    return { ...others, config: shown }
  })

  const create = Effect.fn("DataSources.create")(
    function* (actor: Actor, input: NewDataSource) {
      yield* checkProjects(input.project_ids)
      const { hash, token } = newToken(),
        id = uuid7()
      yield* pg`
        insert into data_sources (id, name, adapter_key, token_hash)
        values (${id}, ${input.name}, ${input.adapter_key}, ${hash})`
      const [row] = yield* pg<DataSource>`
        update data_sources s set ${changed(pg, yield* keepPassword(id, input))}
        where s.id = ${id}
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "data_source.created",
        objectType: "data_source",
        objectId: row!.id,
        detail: { name: input.name, adapter_key: input.adapter_key }
      })
      return { ...row!, token, previous_token_until: null }
    },
    pg.withTransaction,
    refusing({})
  )

  const update = Effect.fn("DataSources.update")(
    function* (actor: Actor, id: string, change: DataSourceChange) {
      yield* checkProjects(change.project_ids)
      const [found] = yield* pg`select from data_sources where id = ${id} for update`
      if (found === undefined) return yield* new Missing()
      const [row] = yield* pg<DataSource>`
        update data_sources s set ${changed(pg, yield* keepPassword(id, change))}
        where s.id = ${id}
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "data_source.updated",
        objectType: "data_source",
        objectId: id,
        detail: { changed: Object.keys(change) }
      })
      return row!
    },
    pg.withTransaction,
    refusing({})
  )

  const rotateToken = Effect.fn("DataSources.rotateToken")(
    function* (actor: Actor, id: string) {
      const { hash, token } = newToken()
      const [row] = yield* pg<Omit<OpenedDataSource, "token">>`
        update data_sources s set
          token_hash = ${hash},
          previous_token_hash = token_hash,
          previous_token_until = now() + interval '1 day',
          updated_at = now()
        where s.id = ${id}
        returning ${selected}, ${pg.literal(wireTime("s.previous_token_until"))} as previous_token_until`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "data_source.token_rotated",
        objectType: "data_source",
        objectId: id
      })
      return { ...row, token }
    },
    pg.withTransaction,
    refusing({})
  )

  const remove = Effect.fn("DataSources.remove")(
    function* (actor: Actor, id: string) {
      const [source] = yield* pg<{ name: string }>`select name from data_sources where id = ${id} for update`
      if (source === undefined) return yield* new Missing()
      const [named] = yield* pg`select from device_identities where data_source_id = ${id} limit 1`
      if (named !== undefined)
        return yield* new StateConflict({
          code: "IN_USE",
          detail: "Devices report through this source; disable it instead (enabled: false)."
        })
      yield* pg`delete from data_sources where id = ${id}`
      yield* audit(pg, actor, {
        action: "data_source.removed",
        objectType: "data_source",
        objectId: id,
        detail: source
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return { list, get, create, update, rotateToken, remove }
})
