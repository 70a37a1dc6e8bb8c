// Many series as rows of a calendar: a column for each day or bin, darker for more.
import { extentOf, svgOf } from "./axes.ts"
import type { Drawing, Inked } from "./Drawing.ts"
import { brief, dateTicks, escape, px, short } from "./ink.ts"

const WIDE = 1150,
  NARROW = 640,
  NAMES = 190,
  ROW = 17,
  GAP = 3,
  FOOT = 22
/** A calendar goes over the whole page. */
export const isWide = ({ x_type }: Drawing["chart"]): boolean => x_type === "date"
/** From nothing to much; readable in grey too. */
const SHADES = ["#f3efe4", "#cfe3d4", "#93c7a8", "#4fa37c", "#1f7a57", "#0b4a35"]

/** What 1 and 0 are called. */
const words: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  rest_calendar: ["day of rest", "day of use"]
}

const shadeOf = (value: number, most: number): number =>
  value <= 0 ? 0 : Math.min(SHADES.length - 1, 1 + Math.floor((value / most) * (SHADES.length - 1) * 0.999))

/** A row as one path for each shade: neighbours of one shade are one piece. */
const rowOf = (
  { x: names, y }: Inked,
  columns: ReadonlyMap<string, number>,
  top: number,
  wide: number,
  most: number
): string => {
  const paths = SHADES.map(() => "")
  let from = 0
  for (let at = 1; at <= y.length; at++) {
    const [before, now] = [y[from] ?? null, y[at] ?? null]
    const shade = before === null ? null : shadeOf(before, most)
    if (at < y.length && (now === null ? null : shadeOf(now, most)) === shade) continue
    if (shade !== null)
      paths[shade] +=
        `M${px(NAMES + columns.get(String(names[from]))! * wide)} ${px(top)}` +
        `h${px((at - from) * wide)}v${ROW - GAP}h${px(-(at - from) * wide)}z`
    from = at
  }
  return paths
    .map((path, shade) => (path === "" ? "" : `<path d="${path}" fill="${SHADES[shade]}"/>`))
    .join("")
}

const keyOf = (words: ReadonlyArray<readonly [shade: number, word: string]>): string =>
  `<ul class="legend">${words
    .map(([shade, word]) => `<li><i style="background:${SHADES[shade]}"></i>${escape(word)}</li>`)
    .join("")}</ul>`

export const drawHeat = ({ chart, series }: Drawing): string => {
  const names = [...new Set(series.flatMap((s) => s.x.map(String)))]
  const columns = new Map((chart.x_type === "date" ? names.toSorted() : names).map((name, at) => [name, at]))
  const width = isWide(chart) ? WIDE : NARROW,
    wide = (width - NAMES - 30) / columns.size
  const [, most] = extentOf([0, ...series.flatMap((s) => s.y)])
  const yesNo = words[chart.key]
  const rows = series.map(
    (s, at) =>
      `<text x="${NAMES - 6}" y="${px(at * ROW + 11)}" ` +
      `text-anchor="end">${escape(short(s.label, 30))}<title>${escape(s.label)}</title></text>` +
      rowOf(s, columns, at * ROW, wide, most || 1)
  )
  const foot = series.length * ROW
  const label = (at: number, text: string) =>
    `<path class="tick" d="M${px(NAMES + at * wide)} ${foot}v4"/><text x="${px(NAMES + at * wide)}" ` +
    `y="${foot + 16}" text-anchor="middle">${escape(text)}</text>`
  const [first, last] = extentOf([...columns.keys()].map((name) => Date.parse(name)))
  const marks =
    chart.x_type === "date"
      ? dateTicks(first, last).map((tick) =>
          label((columns.get(new Date(tick.at).toISOString().slice(0, 10)) ?? 0) + 0.5, tick.label)
        )
      : (chart.edges ?? names.map(Number)).flatMap((edge, at, all) =>
          at % Math.ceil(all.length / 12) === 0 ? [label(at, brief(edge, 2))] : []
        )
  const steps = Array.from(
    { length: SHADES.length - 1 },
    (_, n) => [n + 1, `to ${brief((most * (n + 1)) / (SHADES.length - 1), 2)}`] as const
  )
  return (
    svgOf(rows.join("") + marks.join(""), chart.title, foot + FOOT, width) +
    keyOf(
      yesNo !== undefined
        ? [
            [SHADES.length - 1, yesNo[0]],
            [0, yesNo[1]]
          ]
        : [[0, "0"], ...steps]
    )
  )
}
