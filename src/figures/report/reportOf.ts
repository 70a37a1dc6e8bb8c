// A result as one page to look at, complete in itself: no script, nothing fetched. The command line writes it, and the
// server exports it.
import type { AnalysisGeometry } from "../../domain/analysis/Geometry.ts"
import type { ResultDocument } from "../../domain/analysis/Result.ts"
import { instantName, offsetAt, zoneBetween } from "../../domain/zone.ts"
import { drawCharts } from "../charts/drawChart.ts"
import type { Figure } from "../Figure.ts"
import { inkOf } from "../ink.ts"
import { drawMaps } from "../map/drawMaps.ts"
import { escape } from "../svgText.ts"
import { figureHtml, legendHtml } from "./figureHtml.ts"
import { reportStyle } from "./reportStyle.ts"
import { writeTable } from "./reportTables.ts"
import { warningText } from "./warningText.ts"

/** Returns a time as the clocks of the zone show it. */
const minute = (instant: string, timezone: string): string => {
  const at = Date.parse(instant)
  return instantName(at + offsetAt(zoneBetween(timezone, at, at), at))
    .slice(0, 16)
    .replace("T", " ")
}

/**
 * Returns a value of JSON with the members of its objects in the order of their names: a database keeps them
 * in an order of its own, and the report of a document is the same wherever it is written.
 */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, member]) => [name, inOrder(member)])
        )
      : value

const periodsOf = ({ periods: [main, comparison], provenance }: ResultDocument): string => {
  const zone = typeof provenance["timezone"] === "string" ? provenance["timezone"] : "UTC"
  const spanOf = ({ from, to }: ResultDocument["periods"][number]) =>
    `${minute(from, zone)} to ${minute(to, zone)} (${zone})`
  if (main === undefined) return ""
  return comparison === undefined
    ? spanOf(main)
    : comparison.from === main.from && comparison.to === main.to
      ? `${spanOf(main)}, two herds`
      : `${spanOf(main)}, compared with ${spanOf(comparison)}`
}

/** Warnings beyond this many are folded. */
const OPEN_WARNINGS = 12

const warningsOf = (document: ResultDocument): string => {
  const lines = document.warnings.map((w) => `<p class="${w.level}">${escape(warningText(document, w))}</p>`)
  const rest = lines.slice(OPEN_WARNINGS)
  const more =
    rest.length === 0 ? "" : `<details><summary>${rest.length} more</summary>${rest.join("")}</details>`
  return lines.length === 0 ? "" : `<h2>Warnings</h2>${lines.slice(0, OPEN_WARNINGS).join("")}${more}`
}

const figuresOf = (figures: ReadonlyArray<Figure>, title: string): string =>
  figures.length === 0
    ? ""
    : `<h2>${title}</h2><div class="charts">${figures.map(figureHtml).join("\n")}</div>`

const mapsOf = (document: ResultDocument, geometries: ReadonlyArray<AnalysisGeometry>): string => {
  const { figures, legend } = drawMaps(
    geometries,
    document.subjects.map(({ id }) => id)
  )
  return figures.length === 0
    ? '<p class="quiet">No shapes.</p>'
    : `${legendHtml(legend)}<div class="maps">${figures.map(figureHtml).join("")}</div>`
}

/** Writes names and texts as a list to read. */
const listOf = (value: unknown): string => {
  if (Array.isArray(value))
    return `<ul>${value.map((one) => `<li>${escape(String(one))}</li>`).join("")}</ul>`
  if (typeof value !== "object" || value === null) return ""
  return `<dl>${Object.entries(inOrder(value) as object)
    .map(
      ([name, text]) =>
        `<dt>${escape(name.replaceAll("_", " "))}</dt>` +
        `<dd>${escape(typeof text === "string" ? text : JSON.stringify(text))}</dd>`
    )
    .join("")}</dl>`
}

const methodOf = ({
  decisions,
  method,
  notes,
  parameters,
  ...rest
}: ResultDocument["provenance"]): string => `<h2>Method</h2>
${typeof method === "string" ? `<p>${escape(method)}</p>` : ""}${listOf(notes)}
<details><summary>Every decision</summary>${listOf(decisions)}</details>
<details><summary>Parameters</summary>${listOf(parameters)}</details>
<details><summary>Provenance</summary><pre>${escape(JSON.stringify(inOrder(rest), null, 1))}</pre></details>`

const subjectsOf = (
  { charts, subjects }: ResultDocument,
  geometries: ReadonlyArray<AnalysisGeometry>
): string => {
  // a herd is one in its pastures; only where animals stand apart have they colours
  const areApart =
    geometries.some((g) => g.subject_id !== null) ||
    charts.some((chart) => chart.series.some((s) => s.subject_id !== null))
  const items = subjects.map(
    ({ name }, at) => `<li>${areApart ? `<i class="${inkOf(at)}"></i>` : ""}${escape(name)}</li>`
  )
  return `<ul class="legend">${items.join("")}</ul>`
}

/** What a report is made of. `title`: what the module calls its results (`titleOfModule`). */
interface ReportInput {
  readonly title: string
  readonly document: ResultDocument
  readonly geometries: ReadonlyArray<AnalysisGeometry>
}

/** Writes the page: warnings first, then the map, the charts, the tables, and how it was made. */
export const reportOf = ({ document, geometries, title }: ReportInput): string => {
  const { method_version, provenance, subjects, tables } = document
  const figures = drawCharts(document)
  const isComparison = ({ key }: Figure) => key.startsWith("comparison_")
  const names = subjects.slice(0, 5).map((s) => s.name)
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escape(
    `${title}: ${names.join(", ")}`
  )}</title><style>${reportStyle}</style>
<h1>${escape(title)} <span class="quiet">${escape(method_version)}</span></h1>
<p>${escape(periodsOf(document))}</p>
${subjectsOf(document, geometries)}
${warningsOf(document)}
<h2>Map</h2>${mapsOf(document, geometries)}
${figuresOf(
  figures.filter((figure) => !isComparison(figure)),
  "Charts"
)}
${figuresOf(figures.filter(isComparison), "Comparison")}
${tables.map(writeTable).join("\n")}
${methodOf(provenance)}
</html>
`
}
