// Imports of files: which there are, how far they came, and the data source that their records come by.
import { PgClient } from "@effect/sql-pg"
import { Context, Data, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import {
  type BegunImport,
  type FilePlace,
  MAX_OPEN_IMPORTS,
  type NewTrackImport,
  type TrackImport
} from "../../domain/intake/TrackImport.ts"
import { readConfig } from "../../domain/tracking/SourceConfig.ts"
import type { AuthenticatedSource } from "../../intake/ports.ts"
import { audit } from "../access/Audit.ts"
import { actorOf } from "../access/whoDid.ts"
import { after, placeTime, type Slice, slice, type Window, wireTime } from "../sql/keyset.ts"
import { Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { uuid7 } from "../sql/uuid7.ts"

/** As many imports of the project go on as may. */
export class TooManyOpen extends Data.TaggedError("TooManyOpen") {}

/** What became of a piece of a file. */
export interface ImportTally {
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  readonly unassigned: number
}

export class TrackImports extends Context.Service<
  TrackImports,
  {
    /** Newest first. */
    readonly list: (projectId: string, window: Window) => Effect.Effect<Slice<TrackImport>>
    readonly get: (projectId: string, id: string) => Effect.Effect<TrackImport, Missing>
    /** The project's slug, and the source by which its imports come; null: it is still to be made. */
    readonly source: (
      projectId: string
    ) => Effect.Effect<{ readonly slug: string; readonly sourceId: string | null }>
    /** Begins an import, or finds the one that was begun with the same file and answers. */
    readonly begin: (
      actor: Actor,
      projectId: string,
      sourceId: string,
      input: NewTrackImport
    ) => Effect.Effect<BegunImport, TooManyOpen>
    /** The source of an open import, as its token would open it. */
    readonly open: (
      projectId: string,
      id: string
    ) => Effect.Effect<AuthenticatedSource, Missing | StateConflict>
    /** Counts a piece, and moves the place if it was where the piece begins. */
    readonly move: (
      projectId: string,
      id: string,
      from: FilePlace,
      to: FilePlace,
      tally: ImportTally
    ) => Effect.Effect<TrackImport, Missing>
    readonly finish: (actor: Actor, projectId: string, id: string) => Effect.Effect<TrackImport, Missing>
    /** The entities of these names, by name; of several the oldest. */
    readonly entitiesNamed: (
      projectId: string,
      names: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, string>>
  }
>()("store/TrackImports") {
  static readonly layer = Layer.effect(
    TrackImports,
    Effect.suspend(() => make)
  )
}

/** What the command line calls the source of imports too. */
export const importSourceName = (slug: string): string => `Imports into ${slug}`

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = pg.literal(`i.id, i.project_id, i.data_source_id, i.file_name,
    i.size_bytes::float8 as size_bytes, encode(i.sha256, 'hex') as sha256, i.answers, i.state,
    jsonb_build_object('offset', i.place_offset, 'line', i.place_line) as place,
    i.accepted::float8 as accepted, i.duplicates::float8 as duplicates, i.rejected::float8 as rejected,
    i.unassigned::float8 as unassigned, ${actorOf("i")} as created_by,
    ${wireTime("i.created_at")} as created_at, ${wireTime("i.updated_at")} as updated_at,
    ${wireTime("i.finished_at")} as finished_at`)
  const one = (projectId: string, id: string) => pg`i.project_id = ${projectId}::uuid and i.id = ${id}::uuid`

  const list = Effect.fn("TrackImports.list")(function* (projectId: string, window: Window) {
    const rows = yield* pg<TrackImport & { readonly place_time: string }>`
      select ${selected}, ${pg.literal(placeTime("i.created_at"))} as place_time
      from track_imports i
      where ${pg.and([pg`i.project_id = ${projectId}::uuid`, after(pg, window, "i.created_at", "i.id")])}
      order by i.created_at desc, i.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("TrackImports.get")(function* (projectId: string, id: string) {
    const [row] = yield* pg<TrackImport>`
      select ${selected} from track_imports i where ${one(projectId, id)}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  const source = Effect.fn("TrackImports.source")(function* (projectId: string) {
    const [row] = yield* pg<{ readonly slug: string; readonly id: string | null }>`
      select p.slug, s.id
      from projects p
        left join data_sources s on s.name = 'Imports into ' || p.slug and s.adapter_key = 'generic_http'
          and s.project_ids = array[p.id] and s.config -> 'history' = 'true'
      where p.id = ${projectId}::uuid
      order by s.created_at, s.id
      limit 1`
    return { slug: row!.slug, sourceId: row!.id } // the guard has found the project
  }, Effect.orDie)

  const begin = Effect.fn("TrackImports.begin")(
    function* (actor: Actor, projectId: string, sourceId: string, input: NewTrackImport) {
      // two that begin the same file at a time take turns
      yield* pg`select pg_advisory_xact_lock(hashtextextended('track_imports' || ${projectId}::text, 0))`
      const hash = Buffer.from(input.sha256, "hex"),
        answers = JSON.stringify(input.answers)
      const [same] = yield* pg<TrackImport>`
        select ${selected}
        from track_imports i
        where i.project_id = ${projectId}::uuid and i.sha256 = ${hash} and i.answers = ${answers}::text::jsonb
          and (i.state = 'open' or ${input.again !== true})
        order by i.state = 'open' desc, i.created_at desc
        limit 1`
      if (same !== undefined) return { import: same, found: same.state, changed_since: null }
      const [{ open }] = (yield* pg<{ readonly open: number }>`
        select count(*)::int4 as open
        from track_imports
        where project_id = ${projectId}::uuid and state = 'open' and updated_at > now() - interval '1 day'
      `) as [{ open: number }]
      if (open >= MAX_OPEN_IMPORTS) return yield* new TooManyOpen()
      const [before] = yield* pg<TrackImport>`
        select ${selected}
        from track_imports i
        where i.project_id = ${projectId}::uuid and i.file_name = ${input.file_name} and i.sha256 <> ${hash}
        order by i.created_at desc
        limit 1`
      const [made] = yield* pg<TrackImport>`
        insert into track_imports as i (id, project_id, data_source_id, file_name, size_bytes, sha256, answers,
          actor_kind, actor_id, actor_name)
        values (${uuid7()}::uuid, ${projectId}::uuid, ${sourceId}::uuid, ${input.file_name},
          ${input.size_bytes}::int8, ${hash}, ${answers}::text::jsonb, ${actor.kind}, ${actor.id}::uuid,
          ${actor.name})
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "import.begun",
        objectType: "import",
        objectId: made!.id,
        projectId,
        detail: { file_name: input.file_name, size_bytes: input.size_bytes, sha256: input.sha256 }
      })
      const begun: BegunImport = { import: made!, found: "new", changed_since: before ?? null }
      return begun
    },
    pg.withTransaction,
    refusing({})
  )

  const open = Effect.fn("TrackImports.open")(function* (projectId: string, id: string) {
    const [row] = yield* pg<{
      readonly state: string
      readonly source: string | null
      readonly token_hash: Uint8Array
      readonly adapter_key: AuthenticatedSource["adapterKey"]
      readonly config: unknown
    }>`
      select i.state, s.id as source, s.token_hash, s.adapter_key, s.config
      from track_imports i
        left join data_sources s on s.id = i.data_source_id and s.config -> 'history' = 'true'
          and s.adapter_key = 'generic_http'
      where ${one(projectId, id)}`
    if (row === undefined) return yield* new Missing()
    if (row.state !== "open")
      return yield* new StateConflict({ code: "IMPORT_FINISHED", detail: "The import is finished." })
    if (row.source === null)
      return yield* new StateConflict({
        code: "IMPORT_SOURCE_GONE",
        detail:
          "The data source of imports was removed, or takes no history any more: begin the import again, " +
          "with `again`."
      })
    const opened: AuthenticatedSource = {
      credential: { sourceId: row.source, tokenHash: row.token_hash },
      adapterKey: row.adapter_key,
      config: readConfig(row.config)
    }
    return opened
  }, refusing({}))

  const move = Effect.fn("TrackImports.move")(function* (
    projectId: string,
    id: string,
    from: FilePlace,
    to: FilePlace,
    { accepted, duplicates, rejected, unassigned }: ImportTally
  ) {
    const [row] = yield* pg<TrackImport>`
      update track_imports i set place_offset = ${to.offset}::int8, place_line = ${to.line}::int8,
        accepted = i.accepted + ${accepted}::int8, duplicates = i.duplicates + ${duplicates}::int8,
        rejected = i.rejected + ${rejected}::int8, unassigned = i.unassigned + ${unassigned}::int8,
        updated_at = now()
      where ${one(projectId, id)} and i.state = 'open' and ${to.offset}::int8 > ${from.offset}::int8
        -- what comes before the first row, the header, is nobody's piece
        and (i.place_offset = ${from.offset}::int8 or i.place_offset = 0)
      returning ${selected}`
    return row ?? (yield* get(projectId, id))
  }, refusing({}))

  const finish = Effect.fn("TrackImports.finish")(
    function* (actor: Actor, projectId: string, id: string) {
      const [row] = yield* pg<TrackImport>`
        update track_imports i set state = 'finished', finished_at = now(), updated_at = now()
        where ${one(projectId, id)} and i.state = 'open'
        returning ${selected}`
      if (row === undefined) return yield* get(projectId, id)
      const { accepted, duplicates, file_name, rejected, unassigned } = row
      yield* audit(pg, actor, {
        action: "import.finished",
        objectType: "import",
        objectId: id,
        projectId,
        detail: { file_name, accepted, duplicates, rejected, unassigned }
      })
      return row
    },
    pg.withTransaction,
    refusing({})
  )

  const entitiesNamed = Effect.fn("TrackImports.entitiesNamed")(function* (
    projectId: string,
    names: ReadonlyArray<string>
  ) {
    const rows = yield* pg<{ readonly name: string; readonly id: string }>`
      select distinct on (e.name) e.name, e.id
      from entities e
      where e.project_id = ${projectId}::uuid and e.name in (
        select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))
      order by e.name, e.created_at, e.id`
    return new Map(rows.map(({ id, name }) => [name, id]))
  }, Effect.orDie)

  return TrackImports.of({ list, get, source, begin, open, move, finish, entitiesNamed })
})
