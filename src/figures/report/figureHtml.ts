// A figure as HTML: title, drawing, key, and how to read it.
import type { Figure, LegendEntry } from "../Figure.ts"
import { escape, svgText } from "../svgText.ts"

/** Writes a key. */
export const legendHtml = (legend: ReadonlyArray<LegendEntry>): string =>
  legend.length === 0
    ? ""
    : `<ul class="legend">${legend
        .map(({ key, label }) => `<li><span class="key">${svgText(key)}</span>${escape(label)}</li>`)
        .join("")}</ul>`

/** Writes a figure. */
export const figureHtml = ({ isWide, legend, note, plot, svg, title, unit }: Figure): string => {
  const measure = unit === null ? "" : ` <span class="quiet">(${escape(unit)})</span>`
  const drawn = svg === null ? `<p class="quiet">No data.</p>` : svgText(svg)
  const reading = note === null ? "" : `<p class="quiet">${escape(note)}</p>`
  // a chart with an axis up is as low as one likes; rows and roses need the height they have
  const shape = isWide ? ` class="wide"` : (plot?.y ?? null) === null ? "" : ` class="low"`
  return (
    `<figure${shape}><figcaption>${escape(title)}${measure}</figcaption>` +
    `${drawn}${legendHtml(legend)}${reading}</figure>`
  )
}
