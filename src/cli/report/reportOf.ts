// A result as one page to look at, complete in itself: no script, nothing fetched.
import { catalogue, isModuleKey } from "../../domain/analysis/catalogue.ts"
import type { AnalysisGeometry } from "../../domain/analysis/Geometry.ts"
import type { Chart, ResultDocument } from "../../domain/analysis/Result.ts"
import { instantName, offsetAt, zoneBetween } from "../../domain/zone.ts"
import { warningText } from "./warningText.ts"
import { drawChart } from "./charts.ts"
import { colourOf, escape } from "./ink.ts"
import { drawMaps } from "./map.ts"
import { style } from "./style.ts"
import { drawTable } from "./tables.ts"

/** A time as the clocks of the zone show it. */
const minute = (instant: string, timezone: string): string => {
  const at = Date.parse(instant)
  return instantName(at + offsetAt(zoneBetween(timezone, at, at), at))
    .slice(0, 16)
    .replace("T", " ")
}

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

const WARNINGS = 12

const warningsOf = (document: ResultDocument): string => {
  const lines = document.warnings.map((w) => `<p class="${w.level}">${escape(warningText(document, w))}</p>`)
  const rest = lines.slice(WARNINGS)
  const more =
    rest.length === 0 ? "" : `<details><summary>${rest.length} more</summary>${rest.join("")}</details>`
  return lines.length === 0 ? "" : `<h2>Warnings</h2>${lines.slice(0, WARNINGS).join("")}${more}`
}

const chartsOf = (charts: ReadonlyArray<Chart>, title: string, subjects: ReadonlyArray<string>): string =>
  charts.length === 0
    ? ""
    : `<h2>${title}</h2><div ` +
      `class="charts">${charts.map((chart) => drawChart(chart, subjects)).join("\n")}</div>`

/** Names and texts, as a list to read. */
const listOf = (value: unknown): string => {
  if (Array.isArray(value))
    return `<ul>${value.map((one) => `<li>${escape(String(one))}</li>`).join("")}</ul>`
  if (typeof value !== "object" || value === null) return ""
  return `<dl>${Object.entries(value)
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
<details><summary>Provenance</summary><pre>${escape(JSON.stringify(rest, null, 1))}</pre></details>`

/** The page: warnings first, then the map, the charts, the tables, and how it was made. */
export const reportOf = (document: ResultDocument, geometries: ReadonlyArray<AnalysisGeometry>): string => {
  const { charts, method_version, module, provenance, subjects, tables } = document
  const ids = subjects.map((s) => s.id),
    title = isModuleKey(module) ? catalogue[module].command.title : module
  /** a herd is one in its pastures; only where animals stand apart have they colours */
  const areApart =
    geometries.some((g) => g.subject_id !== null) ||
    charts.some((chart) => chart.series.some((s) => s.subject_id !== null))
  const compares = ({ key }: Chart) => key.startsWith("comparison_")
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(
    `${title}: ${subjects
      .map((s) => s.name)
      .slice(0, 5)
      .join(", ")}`
  )}</title><style>${style}</style>
<h1>${escape(title)} <span class="quiet">${escape(method_version)}</span></h1>
<p>${escape(periodsOf(document))}</p>
<ul class="legend">${subjects
    .map(({ name }, at) => {
      const key = areApart ? `<i style="background:${colourOf(at)}"></i>` : ""
      return `<li>${key}${escape(name)}</li>`
    })
    .join("")}</ul>
${warningsOf(document)}
<h2>Map</h2>${drawMaps(geometries, ids) || '<p class="quiet">No shapes.</p>'}
${chartsOf(
  charts.filter((chart) => !compares(chart)),
  "Charts",
  ids
)}
${chartsOf(charts.filter(compares), "Comparison", ids)}
${tables.map(drawTable).join("\n")}
${methodOf(provenance)}
</html>
`
}
