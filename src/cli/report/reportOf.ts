// A result as one page to look at, complete in itself: no script, nothing fetched.
import type { AnalysisGeometry } from "../../domain/analysis/Geometry.ts"
import type { Cell, Column, ResultDocument, Table } from "../../domain/analysis/Result.ts"
import { warningText } from "../warningText.ts"
import { colourOf, drawChart, escape } from "./charts.ts"
import { drawMap } from "./map.ts"

const style = `body{font:15px/1.5 system-ui,sans-serif;color:#222;background:#faf9f6;max-width:1100px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .6rem;border-bottom:1px solid #ddd;padding-bottom:.2rem}.quiet{color:#777}
figure{margin:1rem 0;background:#fff;border:1px solid #e5e2da;border-radius:6px;padding:.8rem}figcaption{font-weight:600}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(440px,1fr));gap:0 1rem;align-items:start}svg{width:100%;height:auto}svg text{font-size:11px;fill:#555}
.grid{stroke:#eee}.line{fill:none;stroke-width:1.4}.rose circle{fill:none;stroke:#e5e2da}.map{background:#fff;border:1px solid #e5e2da;border-radius:6px;max-width:720px}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.3rem 0 0;padding:0;font-size:13px}.legend i{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:13px;background:#fff}th,td{padding:.25rem .6rem;border:1px solid #e5e2da;text-align:left;white-space:nowrap}th{background:#f1efe8}td.n{text-align:right;font-variant-numeric:tabular-nums}
.warning{border-left:4px solid #d55e00;padding:.3rem .8rem;background:#fff;margin:.3rem 0}.notice{border-left:4px solid #56b4e9;padding:.3rem .8rem;background:#fff;margin:.3rem 0}`

/** Rows of a table that the page shows; the files have all. */
const MAX_ROWS = 200

const headOf = ({ label, note, unit }: Column): string => `${escape(label)}${unit === null ? "" : ` <span class="quiet">(${escape(unit)})</span>`}${note === undefined ? "" : `, ${escape(note)}`}`

const cellOf = (cell: Cell): string => typeof cell === "number" ? `<td class="n">${Number(cell.toPrecision(6)).toLocaleString("en")}</td>` : `<td>${cell === null ? "" : escape(String(cell))}</td>`

const tableOf = ({ columns, key, rows, title }: Table): string => `<h2>${escape(title)}</h2><div class="scroll"><table><thead><tr>${columns.map((c) => `<th>${headOf(c)}</th>`).join("")}</tr></thead>
<tbody>${rows.slice(0, MAX_ROWS).map((row) => `<tr>${row.map(cellOf).join("")}</tr>`).join("\n")}</tbody></table></div>${rows.length > MAX_ROWS ? `<p class="quiet">${rows.length - MAX_ROWS} more rows in tables/${escape(key)}.csv.</p>` : ""}`

const day = (instant: string): string => instant.slice(0, 16).replace("T", " ")

/** The page: warnings first, then the map, the charts, the tables, and how it was made. */
export const reportOf = (document: ResultDocument, geometries: ReadonlyArray<AnalysisGeometry>): string => {
  const { charts, method_version, module, periods, provenance, subjects, tables, warnings } = document
  const method = provenance["method"]
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(`Pugmark: ${module}`)}</title><style>${style}</style>
<h1>${escape(module === "movement" ? "Movement" : module === "grazing" ? "Grazing" : module)} <span class="quiet">${escape(method_version)}</span></h1>
<p>${periods.map((p) => `${p.key === "main" ? "" : "compared with "}${escape(day(p.from))} to ${escape(day(p.to))} UTC`).join("; ")}</p>
<ul class="legend">${subjects.map(({ name }, at) => `<li><i style="background:${colourOf(at)}"></i>${escape(name)}</li>`).join("")}</ul>
${warnings.length === 0 ? "" : `<h2>Warnings</h2>${warnings.map((w) => `<p class="${w.level}">${escape(warningText(document, w))}</p>`).join("")}`}
<h2>Map</h2>${drawMap(geometries, subjects.map((s) => s.id)) || "<p class=\"quiet\">No shapes.</p>"}
<h2>Charts</h2><div class="charts">${charts.map(drawChart).join("")}</div>
${tables.map(tableOf).join("")}
<h2>Method</h2>${typeof method === "string" ? `<p>${escape(method)}</p>` : ""}
<details><summary>Provenance</summary><pre>${escape(JSON.stringify(provenance, null, 1))}</pre></details>
</html>
`
}
