// Exports: records as files; small ones in the response, large ones by a job.
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  datasets,
  Export,
  formats,
  FILE_RETENTION_DAYS,
  MAX_DIRECT_ROWS,
  MAX_SHEET_ROWS,
  MAX_QUEUED_EXPORTS,
  NewExport,
  sources
} from "../../../domain/export/Export.ts"
import { columns } from "../../../domain/export/Row.ts"
import { InstantInput, Uuid } from "../../../domain/schemas.ts"
import { Needs } from "../../http/authorization.ts"
import { Conflict, Forbidden, Gone, Invalid, Malformed, NotFound, TooMany } from "../../http/errors.ts"
import { BooleanInput, Page, PARAMETER_SCHEMA_KEY, paged, optionalParameter } from "../../http/paging.ts"
import { docs, withExample } from "../../http/docs.ts"

const project = { project_id: Uuid }
const params = { ...project, export_id: Uuid }

const said = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.annotateEncoded<S>({ description })(schema)

/** An id, or the key repeated. */
const Ids = Schema.Union([Uuid, Schema.Array(Uuid)]).annotate({
  [PARAMETER_SCHEMA_KEY]: { type: "array", items: { type: "string", format: "uuid" } }
})

const headers = {
  "idempotency-key": optionalParameter(
    Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(255)),
    "The same key and body within a day give the same answer"
  )
}

const named = (list: ReadonlyArray<string>) => list.map((name) => `\`${name}\``).join(", ")

const formatsSaid = [
  "Positions as csv, xlsx, json, geojson, gpx or movebank, measurements as csv, xlsx or json, events as csv,",
  `xlsx, json or geojson. Columns of positions: ${named(columns.positions)}; of measurements:`,
  `${named(columns.measurements)}; of events: ${named(columns.events)}. Times and places are those that`,
  "count, with the corrections of people applied; `curated_fields` says which. Records are ordered by subject",
  "and time, events by time. In csv and movebank a text that a spreadsheet would take for a formula has an",
  "apostrophe before it. gpx is a track for each subject, and a new segment after four hours of silence.",
  "movebank is the event data of a study, which Movebank and `pugmark import movebank` read."
].join(" ")

/** Exports is the group of endpoints that write records as files. */
export class Exports extends HttpApiGroup.make("exports")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: project,
      query: paged,
      success: Page(Export),
      error: [Malformed, NotFound]
    })
      .annotate(Needs, "exports:create")
      .annotateMerge(
        docs(
          "List exports",
          "Newest first. Who sees the whole project sees all of them; a member with a scope sees " +
            "their own, while everything that was in their scope at the time is in it still."
        )
      ),
    HttpApiEndpoint.post("create", "/", {
      params: project,
      headers,
      payload: withExample(NewExport, {
        dataset: "positions",
        format: "csv",
        from: "2026-04-01T00:00:00Z",
        to: "2026-05-01T00:00:00Z"
      }),
      success: Export.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Invalid, TooMany]
    })
      .annotate(Needs, "exports:create")
      .annotateMerge(
        docs(
          "Export records",
          `Queued at once; poll the export until it is completed, then read its file, which is kept ` +
            `for ${FILE_RETENTION_DAYS} days. It holds what its maker sees when it is asked for and still sees ` +
            `when it is written. A project has at most ${MAX_QUEUED_EXPORTS} that wait; a workbook at ` +
            `most ${MAX_SHEET_ROWS} rows. ${formatsSaid}`
        )
      ),
    HttpApiEndpoint.get("direct", "/direct", {
      params: project,
      query: {
        dataset: Schema.Literals(datasets).annotate({ description: "What is exported" }),
        format: Schema.Literals(formats).annotate({ description: "The kind of file" }),
        from: said(InstantInput, "Records from this moment on"),
        to: said(InstantInput, "Records before this moment"),
        entity_id: optionalParameter(Ids, "Only records of this entity; repeat the key for several"),
        device_id: optionalParameter(Ids, "Only records of this device; repeat the key for several"),
        include_invalid: optionalParameter(
          BooleanInput,
          "Also positions and measurements that are marked as wrong"
        ),
        sources: optionalParameter(
          Schema.Literals(sources),
          "By whom positions were found; device unless given"
        )
      },
      success: [HttpApiSchema.StreamUint8Array(), Export.pipe(HttpApiSchema.status(202))],
      error: [NotFound, Invalid, TooMany]
    })
      .annotate(Needs, "exports:create")
      .annotateMerge(
        docs(
          "Export records at once",
          `Up to ${MAX_DIRECT_ROWS} rows, streamed as they are read. Of more, an export job is ` +
            `started, as \`POST …/exports\` does, and answered with 202; asked again while it waits or ` +
            `runs, it is the same job. ${formatsSaid}`
        )
      ),
    HttpApiEndpoint.get("get", "/:export_id", { params, success: Export, error: NotFound })
      .annotate(Needs, "exports:create")
      .annotateMerge(
        docs(
          "Read an export",
          "How far it is, and what came of it: rows, size, checksum, and until when its file is kept."
        )
      ),
    HttpApiEndpoint.get("file", "/:export_id/file", {
      params,
      success: HttpApiSchema.StreamUint8Array(),
      error: [NotFound, Conflict, Gone]
    })
      .annotate(Needs, "exports:create")
      .annotateMerge(
        docs(
          "Read the file of an export",
          "With its length, its name, and its checksum in `Repr-Digest`. 409 with the status while it " +
            "is not completed, or will not be; 410 once it has expired."
        )
      ),
    HttpApiEndpoint.delete("remove", "/:export_id", { params, error: [NotFound, Forbidden] })
      .annotate(Needs, "exports:create")
      .annotateMerge(
        docs(
          "Cancel or remove an export",
          "One that waits or runs is cancelled and stays in the list; one that is over goes, with its " +
            "file. Another's needs `project:write`."
        )
      )
  )
  .annotate(OpenApi.Title, "Exports")
  .annotate(
    OpenApi.Description,
    "Positions, measurements and events as files: at once where they are few, in the background where " +
      "they are many."
  )
  .prefix("/projects/:project_id/exports") {}
