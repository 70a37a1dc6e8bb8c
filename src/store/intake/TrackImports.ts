// Imports of files: their list and progress, and the data source of their records.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"
import type { FilePlace, TrackImport } from "../../domain/intake/TrackImport.ts"
import { readConfig } from "../../domain/tracking/SourceConfig.ts"
import type { AuthenticatedSource } from "../../intake/ports.ts"
import { audit } from "../access/Audit.ts"
import { after, placeTime, slice, type Window } from "../sql/keyset.ts"
import { Missing, refusing, StateConflict } from "../sql/refusals.ts"
import { beginImport } from "./imports/beginImport.ts"
import { trackImportColumns } from "./imports/trackImportRow.ts"

/** CreationKind is what an import may make in addition to records. */
type CreationKind = "entity" | "device" | "project_assignment" | "entity_assignment"

/** ImportTally is the result of a piece of a file. */
interface ImportTally {
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
  readonly unassigned: number
}

/** Returns the name of the source of imports, which the command line uses too. */
export const importSourceName = (slug: string): string => `Imports into ${slug}`

/** Returns the refusal of rows for an import that is over. */
const closed = (state: string) =>
  state === "finished"
    ? new StateConflict({ code: "IMPORT_FINISHED", detail: "The import is finished." })
    : new StateConflict({ code: "IMPORT_REMOVED", detail: "The import was taken back." })

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const selected = trackImportColumns(pg)
  const one = (projectId: string, id: string) => pg`i.project_id = ${projectId}::uuid and i.id = ${id}::uuid`

  /** Newest first. */
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

  /** Returns the project's slug, and the source of its imports; null: it is still to be made. */
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

  /** Begins an import, or finds the earlier one with the same file and answers. */
  const begin = beginImport(pg)

  /** Returns the source of an open import, as its token would. */
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
    if (row.state !== "open") return yield* closed(row.state)
    if (row.source === null)
      return yield* new StateConflict({
        code: "IMPORT_SOURCE_GONE",
        detail:
          "The data source of imports was removed, or takes no history any more: begin the import again, " +
          "with `again`."
      })
    const opened: AuthenticatedSource = {
      credential: { sourceId: row.source, tokenHash: row.token_hash, importId: id },
      adapterKey: row.adapter_key,
      config: readConfig(row.config)
    }
    return opened
  }, refusing({}))

  /** Counts a piece, and advances the place if the piece begins there. */
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

  /** Makes an object for an open import and notes it, in one transaction. */
  const creating = <A extends { readonly id: string }, E, R>(
    id: string,
    kind: CreationKind,
    make: Effect.Effect<A, E, R>
  ) =>
    pg
      .withTransaction(
        Effect.gen(function* () {
          const [row] = yield* pg<{ readonly state: string }>`
            select state from track_imports where id = ${id}::uuid for share`
          if (row?.state !== "open") return yield* closed(row?.state ?? "removed")
          const made = yield* make
          yield* pg`
            insert into import_creations (kind, object_id, import_id)
            values (${kind}, ${made.id}::uuid, ${id}::uuid)`
          return made
        })
      )
      .pipe(refusing({}))

  /** Returns the entities of these names, by name; of several the oldest. */
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

  return { list, get, source, begin, open, move, finish, creating, entitiesNamed }
})

/** TrackImports stores imports of files. */
export class TrackImports extends Context.Service<TrackImports>()("store/TrackImports", { make }) {
  static readonly layer = Layer.effect(TrackImports, make)
}
