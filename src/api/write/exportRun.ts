// Exports a part of a finished run as a file.
import { Effect, Struct } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import {
  type ExportFormat,
  type ExportPart,
  exportParts
} from "../../contract/groups/analyses/exportParts.ts"
import { Conflict, Invalid } from "../../contract/http/errors.ts"
import { titleOfModule } from "../../domain/analysis/catalogue.ts"
import type { ResultDocument, Table } from "../../domain/analysis/Result.ts"
import { MAX_PAGE_GEOMETRIES, type Run } from "../../domain/analysis/Run.ts"
import { reportOf } from "../../figures/report/reportOf.ts"
import type { KeptGeometry, Runs } from "../../store/analyses/Runs.ts"
import { csvOf } from "./csvOf.ts"
import { xlsxOf } from "./xlsxOf.ts"

const types: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  json: "application/json",
  geojson: "application/geo+json",
  html: "text/html; charset=utf-8"
}

/** The content security policy of a report: inline style, and nothing that runs or is fetched. */
const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox"

/** Returns a shape as a GeoJSON feature. */
export const featureOf = ({
  area_m2,
  geom,
  id,
  kind,
  label,
  level,
  properties,
  subject_id
}: KeptGeometry) => ({
  type: "Feature" as const,
  id,
  geometry: geom,
  properties: { ...properties, kind, subject_id, label, level, area_m2 }
})

/**
 * Returns the tables of a part. Every module has `summary`, others depend on the parameters; a comparison of
 * seasons has `seasons`.
 */
const tablesOf = (
  document: ResultDocument,
  what: Exclude<ExportPart, "geometries" | "document">
): ReadonlyArray<Table> =>
  document.tables.filter(({ key }) => key === what || (what === "comparison" && key === "seasons"))

/** Returns the headers of a download. Its name describes the file and contains nothing from the request. */
const file = ({ id, module }: Run, what: ExportPart | "report", format: ExportFormat) => ({
  contentType: types[format],
  headers: {
    "content-disposition": `attachment; filename="${module}-${id}-${what}.${format}"`,
    "cache-control": "no-store",
    ...(format === "html" ? { "content-security-policy": REPORT_POLICY } : {})
  }
})

/** Reads all shapes of a run page by page: at most 5,000 (specification 8). */
const allShapes = Effect.fnUntraced(function* (runs: Runs["Service"], runId: string) {
  const shapes: Array<KeptGeometry> = []
  for (;;) {
    const page = yield* runs.geometries(runId, {}, shapes.at(-1)?.id ?? 0, MAX_PAGE_GEOMETRIES)
    shapes.push(...page)
    if (page.length < MAX_PAGE_GEOMETRIES) return shapes
  }
})

/** Returns a part of a run in a format, as an answer. */
export const exportRun = Effect.fn("exportRun")(function* (
  runs: Runs["Service"],
  run: Run,
  what: ExportPart,
  format: ExportFormat
) {
  const formats: ReadonlyArray<ExportFormat> = exportParts[what]
  if (!formats.includes(format))
    return yield* Invalid.at("/format", "FORMAT_UNKNOWN", `${what} is exported as ${formats.join(", ")}.`)
  const { result } = run
  if (run.status !== "completed" || result === null)
    return yield* new Conflict({
      code: "NO_RESULT",
      detail: `The run has no result: it is ${run.status}.`,
      current_status: run.status
    })
  const options = file(run, format === "html" ? "report" : what, format)
  if (what === "geometries") {
    const shapes = yield* allShapes(runs, run.id)
    return format === "geojson"
      ? HttpServerResponse.text(
          JSON.stringify({ type: "FeatureCollection", features: shapes.map(featureOf) }),
          options
        )
      : HttpServerResponse.text(JSON.stringify(shapes.map(Struct.omit(["id"]))), options)
  }
  if (what === "document") {
    if (format === "html") {
      const title = titleOfModule(result.module),
        geometries = yield* allShapes(runs, run.id)
      return HttpServerResponse.text(reportOf({ title, document: result, geometries }), options)
    }
    return format === "json"
      ? HttpServerResponse.text(JSON.stringify(result), options)
      : HttpServerResponse.uint8Array(yield* xlsxOf(result.tables, result, run.parameters), options)
  }
  const tables = tablesOf(result, what)
  const [table] = tables
  if (table === undefined)
    return yield* new Conflict({ code: "NO_SUCH_PART", detail: `This run has no ${what}.` })
  switch (format) {
    case "csv":
      return HttpServerResponse.text(csvOf(table), options)
    case "xlsx":
      return HttpServerResponse.uint8Array(yield* xlsxOf(tables, result, run.parameters), options)
    default:
      return HttpServerResponse.text(JSON.stringify(table), options)
  }
})
