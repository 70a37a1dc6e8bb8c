// Begins an import, or finds the earlier one of the same file and answers.
import type { PgClient } from "@effect/sql-pg"
import { Data, Effect } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import {
  type StartedImport,
  MAX_OPEN_IMPORTS,
  type NewTrackImport,
  type TrackImport
} from "../../../domain/intake/TrackImport.ts"
import { audit } from "../../access/Audit.ts"
import { refusing, StateConflict } from "../../sql/refusals.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import { trackImportColumns } from "./trackImportRow.ts"

/** TooManyOpen means that the project has as many open imports as it may. */
class TooManyOpen extends Data.TaggedError("TooManyOpen") {}

/** Makes the function that begins an import. */
export const beginImport = (pg: PgClient.PgClient) =>
  Effect.fn("TrackImports.begin")(
    function* (actor: Actor, projectId: string, sourceId: string, input: NewTrackImport) {
      // two requests with the same file exclude each other
      yield* pg`select pg_advisory_xact_lock(hashtextextended('track_imports' || ${projectId}::text, 0))`
      const hash = Buffer.from(input.sha256, "hex"),
        answers = JSON.stringify(input.answers)
      const leaving = yield* pg`
        select from track_imports
        where project_id = ${projectId}::uuid and sha256 = ${hash} and state = 'removing'`
      if (leaving.length > 0)
        return yield* new StateConflict({
          code: "IMPORT_BEING_REMOVED",
          detail: "This file is being taken back: import it again once that is over."
        })
      const [same] = yield* pg<TrackImport & { readonly state: "open" | "finished" }>`
        select ${trackImportColumns(pg)}
        from track_imports i
        where i.project_id = ${projectId}::uuid and i.sha256 = ${hash} and i.answers = ${answers}::text::jsonb
          and (i.state = 'open' or i.state = 'finished' and ${input.again !== true})
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
        select ${trackImportColumns(pg)}
        from track_imports i
        where i.project_id = ${projectId}::uuid and i.file_name = ${input.file_name} and i.sha256 <> ${hash}
          and i.state in ('open', 'finished')
        order by i.created_at desc
        limit 1`
      const [made] = yield* pg<TrackImport>`
        insert into track_imports as i (id, project_id, data_source_id, file_name, size_bytes, sha256, answers,
          noted, actor_kind, actor_id, actor_name)
        values (${uuid7()}::uuid, ${projectId}::uuid, ${sourceId}::uuid, ${input.file_name},
          ${input.size_bytes}::int8, ${hash}, ${answers}::text::jsonb, true, ${actor.kind}, ${actor.id}::uuid,
          ${actor.name})
        returning ${trackImportColumns(pg)}`
      yield* audit(pg, actor, {
        action: "import.begun",
        objectType: "import",
        objectId: made!.id,
        projectId,
        detail: { file_name: input.file_name, size_bytes: input.size_bytes, sha256: input.sha256 }
      })
      const started: StartedImport = { import: made!, found: "new", changed_since: before ?? null }
      return started
    },
    pg.withTransaction,
    refusing({})
  )
