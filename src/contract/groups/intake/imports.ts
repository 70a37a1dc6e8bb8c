// Imports: files of tracks that a browser sends in chunks, under a person's session.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Uuid } from "../../../domain/schemas.ts"
import { RemovalPlan } from "../../../domain/intake/ImportRemoval.ts"
import {
  StartedImport,
  EnrolmentResult,
  Enrolment,
  ImportRows,
  MAX_ENROLLED_DEVICES,
  MAX_IMPORT_ITEMS,
  MAX_OPEN_IMPORTS,
  NewTrackImport,
  TrackImport
} from "../../../domain/intake/TrackImport.ts"
import { Costs, Needs } from "../../http/authorization.ts"
import { docs, withExample } from "../../http/docs.ts"
import { Conflict, Forbidden, Invalid, Malformed, NotFound, TooMany, Unavailable } from "../../http/errors.ts"
import { Page, paged } from "../../http/paging.ts"
import { IngestOutcome } from "./ingest.ts"

const project = { project_id: Uuid }
const params = { ...project, import_id: Uuid }

/** ImportedRows is the result of one chunk. */
export const ImportedRows = Schema.Struct({
  import: TrackImport,
  items: Schema.Array(IngestOutcome).annotate({
    description: "Of the items that were not simply accepted, and are no duplicates"
  })
}).annotate({ identifier: "ImportedRows" })

/** Imports is the group of endpoints that receive track files and remove what an import wrote. */
export class Imports extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: paged,
      success: Page(TrackImport),
      error: [Malformed, NotFound]
    })
      .annotate(Needs, "integrations:write")
      .annotateMerge(docs("List imports", "Newest first: open ones go on where they are.")),
    HttpApiEndpoint.post("begin", "/", {
      params: project,
      payload: withExample(NewTrackImport, {
        file_name: "herd-2026.csv",
        size_bytes: 48_213,
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        answers: { times_in: "Europe/Stockholm" }
      }),
      success: StartedImport,
      error: [NotFound, Conflict, Invalid, Forbidden, TooMany]
    })
      .annotate(Needs, "integrations:write")
      .annotate(Costs, "imports")
      .annotateMerge(
        docs(
          "Begin an import, or go on",
          "A file is known by its SHA-256 and by what was answered about it: an open import of the same is " +
            "given back, whoever began it, and goes on at its `place`; one that is finished is said. " +
            "Records come by the data source `Imports into SLUG`, which is made where there is none: the " +
            "one of `pugmark import`, so that nothing doubles between both. Rules judge them as the past, " +
            `and nobody is told. At most ${MAX_OPEN_IMPORTS} imports of a project go on within a day.`
        )
      ),
    HttpApiEndpoint.get("get", "/:import_id", { params, success: TrackImport, error: NotFound })
      .annotate(Needs, "integrations:write")
      .annotateMerge(docs("Read an import", "How far it came, and what became of its rows.")),
    HttpApiEndpoint.post("enrol", "/:import_id/enrolments", {
      params,
      payload: withExample(Enrolment, {
        entity_type_id: "00000000-0000-7000-8000-000000000102",
        devices: [{ name: "0112", on: [{ animal: "Alma", from: "2026-05-03T06:00:00Z", to: null }] }]
      }),
      success: EnrolmentResult,
      error: [NotFound, Conflict, Invalid, Forbidden]
    })
      .annotate(Needs, "integrations:write")
      .annotate(Costs, "imports")
      .annotateMerge(
        docs(
          "Enrol the animals and devices of a file",
          "Makes what is not there: animals by their names, devices by what the source calls them, and who " +
            "carried which when. Doing it again changes nothing. Needs `entities:write` and `devices:write` " +
            `too. At most ${MAX_ENROLLED_DEVICES} devices a request.`
        )
      ),
    HttpApiEndpoint.post("rows", "/:import_id/rows", {
      params,
      payload: withExample(ImportRows, {
        from: { offset: 62, line: 1 },
        to: { offset: 118, line: 2 },
        refused: 0,
        items: [{ device: "0112", time: "2026-05-03T06:00:03Z", lon: 10.86608, lat: 61.63485 }]
      }),
      success: ImportedRows,
      error: [NotFound, Conflict, Invalid, TooMany, Unavailable]
    })
      .annotate(Needs, "integrations:write")
      .annotate(Costs, "imports")
      .annotateMerge(
        docs(
          "Send rows of a file",
          `At most ${MAX_IMPORT_ITEMS} items a request, each judged as by ingest. Answers when they are ` +
            "durable. The import's place moves to `to` where it was `from`; a piece that was sent before " +
            "moves nothing, and its records are duplicates. 503 with `Retry-After`: send it again."
        )
      ),
    HttpApiEndpoint.post("finish", "/:import_id/finish", {
      params,
      success: TrackImport,
      error: NotFound
    })
      .annotate(Needs, "integrations:write")
      .annotateMerge(
        docs("Finish an import", "All rows of the file were sent. One that is finished stays so.")
      )
  )
  .add(
    HttpApiEndpoint.get("planRemoval", "/:import_id/removal", {
      params,
      success: RemovalPlan,
      error: [NotFound, Conflict, TooMany]
    })
      .annotate(Needs, "integrations:write")
      .annotate(Costs, "imports")
      .annotateMerge(
        docs(
          "See what taking an import back would do",
          "The records it stored, and of the animals and devices it made those that would go and those that " +
            "would stay, with why."
        )
      ),
    HttpApiEndpoint.post("remove", "/:import_id/removal", {
      params,
      success: TrackImport.pipe(HttpApiSchema.status(202)),
      error: [NotFound, Conflict, Forbidden]
    })
      .annotate(Needs, "integrations:write")
      .annotate(Costs, "imports")
      .annotateMerge(
        docs(
          "Take an import back",
          "In the background: its records are removed, rules judge the past without them (events they no " +
            "longer give are marked as superseded), and then the animals, devices and assignments that it " +
            "made go, unless something else uses them. `removal` of the import says how far it is and what " +
            "stayed. Afterwards the same file can be imported again. One that is taken back already stays " +
            "so; one that failed goes on. Needs `entities:write` and `devices:write` too."
        )
      )
  )
  .annotate(OpenApi.Title, "Imports")
  .annotate(OpenApi.Description, "Files of tracks, sent piece by piece under the session of a person.")
  .prefix("/projects/:project_id/imports") {}
