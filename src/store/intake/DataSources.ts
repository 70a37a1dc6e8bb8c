// Data sources: how reports come in. Tokens are stored as SHA-256 hashes and shown once; passwords of brokers
// are stored apart and never shown.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { uuid7 } from "../sql/uuid7.ts"
import type { Actor } from "../../domain/access/Actor.ts"
import type { Reach } from "../../domain/access/Visibility.ts"
import type {
  BareSource,
  DataSourceChange,
  NewDataSource,
  OpenedDataSource
} from "../../domain/tracking/DataSource.ts"
import type { AdapterConfig } from "../../domain/tracking/unusedConfig.ts"
import { listensAt, type SourceConfigInput, withoutPassword } from "../../domain/tracking/SourceConfig.ts"
import { uuids } from "../sql/arrays.ts"
import { audit } from "../access/Audit.ts"
import { after, placeTime, slice, type Window, wireTime } from "../sql/keyset.ts"
import { ConstraintViolated, Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { reachedSources } from "../access/visibilityConditions.ts"
import { changedColumns } from "../sql/writtenColumns.ts"
import { storePassword } from "./storePassword.ts"
import { type Authority, checkUsed, mayChange, maySetUp } from "./sourceAuthority.ts"
import { withState } from "./sourceState.ts"

const newToken = () => {
  const token = `src_${randomBytes(32).toString("base64url")}`
  return { token, hash: createHash("sha256").update(token).digest() }
}

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(`s.id, s.name, s.adapter_key, s.enabled, s.config, s.project_ids,
    ${wireTime("s.created_at")} as created_at, ${wireTime("s.updated_at")} as updated_at,
    exists (select from data_source_secrets k where k.data_source_id = s.id) as password_set,
    case when s.config ?| array['mqtt', 'websocket'] then (select jsonb_build_object('status', c.status, 'since',
      ${wireTime("c.since")}, 'error', c.error, 'protocol', c.protocol,
      'last_message_at', ${wireTime("c.last_message_at")}, 'messages', c.messages)
        from data_source_connections c where c.data_source_id = s.id) end as connection`)

  const asSeen = <A extends BareSource>(reach: Reach, row: A): A =>
    reach === null
      ? row
      : { ...row, project_ids: row.project_ids.filter((id) => reach.some((place) => place.projectId === id)) }

  /** The data sources in reach: those for no project, and those for a project of the caller. */
  const list = Effect.fn("DataSources.list")(function* (reach: Reach, window: Window) {
    const rows = yield* pg<BareSource & { place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("s.created_at"))} as place_time
      from data_sources s
      where ${pg.and([after(pg, window, "s.created_at", "s.id"), ...reachedSources(pg, reach, "s")])}
      order by s.created_at desc, s.id desc
      limit ${window.limit + 1}`
    const { items, next } = slice(window, rows, (row) => row.id)
    // the state counts all projects of the source; the list names those that the caller sees
    return { items: (yield* withState(pg, reach, items)).map((row) => asSeen(reach, row)), next }
  }, Effect.orDie)

  /** Reads a source with all its projects. */
  const read = Effect.fnUntraced(function* (reach: Reach, id: string) {
    const rows = yield* pg<BareSource>`
      select ${selected}
      from data_sources s
      where ${pg.and([pg`s.id = ${id}`, ...reachedSources(pg, reach, "s")])}`
    const [source] = yield* withState(pg, reach, rows)
    return source ?? (yield* new Missing())
  })

  const get = Effect.fn("DataSources.get")(function* (reach: Reach, id: string) {
    return asSeen(reach, yield* read(reach, id))
  }, refusing({}))

  /** Returns a source that the caller may set up. */
  const own = Effect.fn("DataSources.own")(function* (reach: Reach, id: string) {
    const source = yield* read(reach, id)
    yield* mayChange(reach, source)
    return source
  }, refusing({}))

  /**
   * Returns a source that the caller may set up as another configuration would make it, and the password to
   * try that with; undefined: the stored one.
   */
  const draft = Effect.fn("DataSources.draft")(function* (
    reach: Reach,
    id: string,
    config: SourceConfigInput
  ) {
    const source = yield* read(reach, id)
    yield* mayChange(reach, source)
    yield* maySetUp(reach, { ...source, config })
    yield* checkUsed({ ...source, config }, source)
    const { config: shown, password } = withoutPassword(config)
    // the password of one server is not sent to another
    const isElsewhere = listensAt(shown) !== listensAt(source.config)
    return {
      source: { ...source, config: shown },
      password: password === undefined && isElsewhere ? null : password
    }
  }, refusing({}))

  /** Locks a source that the caller may set up until the end of the transaction. */
  const lock = Effect.fnUntraced(function* (reach: Reach, id: string) {
    const [source] = yield* pg<Authority & AdapterConfig & { readonly name: string }>`
      select s.name, s.adapter_key, s.config, s.project_ids
      from data_sources s
      where ${pg.and([pg`s.id = ${id}`, ...reachedSources(pg, reach, "s")])}
      for update`
    if (source === undefined) return yield* new Missing()
    yield* mayChange(reach, source)
    return source
  })

  const checkProjects = Effect.fnUntraced(function* (ids: ReadonlyArray<string> | undefined) {
    if (ids === undefined || ids.length === 0) return
    const knownProjectIds = new Set(
      (yield* pg<{ id: string }>`select id from projects where id = any(${uuids(ids)})`).map((row) => row.id)
    )
    const unknown = ids.findIndex((id) => !knownProjectIds.has(id))
    if (unknown !== -1)
      return yield* new ConstraintViolated({
        pointer: `/project_ids/${unknown}`,
        code: "PROJECT_UNKNOWN",
        detail: "There is no such project."
      })
  })

  /**
   * `reach` of a write: the projects whose integrations the caller manages; `sourceAuthority.ts` says what
   * that permits.
   */
  const create = Effect.fn("DataSources.create")(
    function* (actor: Actor, reach: Reach, input: NewDataSource) {
      yield* maySetUp(reach, input)
      yield* checkUsed({ config: {}, ...input }, null)
      yield* checkProjects(input.project_ids)
      const { hash, token } = newToken(),
        id = uuid7()
      yield* pg`
        insert into data_sources (id, name, adapter_key, token_hash)
        values (${id}, ${input.name}, ${input.adapter_key}, ${hash})`
      const [row] = yield* pg<BareSource>`
        update data_sources s set ${changedColumns(pg, yield* storePassword(pg, id, input))}
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
    function* (actor: Actor, reach: Reach, id: string, change: DataSourceChange) {
      const source = yield* lock(reach, id)
      yield* maySetUp(reach, { ...source, ...change })
      if (change.config !== undefined || change.adapter_key !== undefined)
        yield* checkUsed({ ...source, ...change }, source)
      yield* checkProjects(change.project_ids)
      const rows = yield* pg<BareSource>`
        update data_sources s set ${changedColumns(pg, yield* storePassword(pg, id, change))}
        where s.id = ${id}
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "data_source.updated",
        objectType: "data_source",
        objectId: id,
        detail: { changed: Object.keys(change) }
      })
      return asSeen(reach, (yield* withState(pg, reach, rows))[0]!)
    },
    pg.withTransaction,
    refusing({})
  )

  /** Makes a new token; the previous one stays valid for a day, so that senders can be changed one by one. */
  const rotateToken = Effect.fn("DataSources.rotateToken")(
    function* (actor: Actor, reach: Reach, id: string) {
      yield* lock(reach, id)
      const { hash, token } = newToken()
      const [row] = yield* pg<Omit<OpenedDataSource, "token">>`
        update data_sources s set
          token_hash = ${hash},
          previous_token_hash = token_hash,
          previous_token_until = now() + interval '1 day',
          updated_at = now()
        where s.id = ${id}
        returning ${selected}, ${pg.literal(wireTime("s.previous_token_until"))} as previous_token_until`
      yield* audit(pg, actor, {
        action: "data_source.token_rotated",
        objectType: "data_source",
        objectId: id
      })
      return { ...row!, token }
    },
    pg.withTransaction,
    refusing({})
  )

  /** Refused while a device has an identity at the source. */
  const remove = Effect.fn("DataSources.remove")(
    function* (actor: Actor, reach: Reach, id: string) {
      const { name } = yield* lock(reach, id)
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
        detail: { name }
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return { list, get, own, draft, create, update, rotateToken, remove }
})

/** DataSources stores data sources. */
export class DataSources extends Context.Service<DataSources>()("store/DataSources", { make }) {
  static readonly layer = Layer.effect(DataSources, make)
}
