// The style of drawings: colours by class, for light and dark grounds. A page or a file that shows a drawing brings
// this text; `color-scheme` decides which of two colours holds.
import { INK_COUNT, QUIET_INK } from "./ink.ts"

/**
 * Colours that people who see colours otherwise tell apart too (Okabe and Ito 2008), on light ground and on
 * dark.
 */
const named: ReadonlyArray<readonly [light: string, dark: string]> = [
  ["#0072b2", "#4ea8de"],
  ["#d55e00", "#ff8a3d"],
  ["#009e73", "#2fc79a"],
  ["#cc79a7", "#e09bc2"],
  ["#e69f00", "#f0b63a"],
  ["#56b4e9", "#8fd0f5"],
  ["#7a6a00", "#c2b03c"],
  ["#444444", "#c4c4c4"]
]

/** After the named colours the hue goes on by the golden angle. */
const inkColours = (at: number): readonly [light: string, dark: string] => {
  const hue = Math.round(at * 137.5) % 360
  return named[at] ?? [`hsl(${hue} 55% 42%)`, `hsl(${hue} 55% 65%)`]
}

/** From nothing to much; readable in grey too. */
const shades: ReadonlyArray<readonly [light: string, dark: string]> = [
  ["#f3efe4", "#1f2925"],
  ["#cfe3d4", "#22473a"],
  ["#93c7a8", "#2d6d55"],
  ["#4fa37c", "#439a75"],
  ["#1f7a57", "#74c9a2"],
  ["#0b4a35", "#c3f0d9"]
]

/** How many shades there are, with the one of nothing. */
export const SHADE_COUNT = shades.length

const either = ([light, dark]: readonly [light: string, dark: string]): string =>
  `light-dark(${light},${dark})`

const inks = Array.from(
  { length: INK_COUNT },
  (_, at) => `.ink-${at}{--figure-ink:${either(inkColours(at))}}`
)
const shadeRules = shades.map((shade, at) => `.figure .shade-${at}{fill:${either(shade)}}`)

/** The style of every drawing. Classes of elements hold below `.figure` alone, those of inks everywhere. */
export const figureStyle = `
.figure{display:block;max-width:100%;height:auto;font-family:inherit}
.figure text{font-size:11px;fill:${either(["#555", "#aab3ab"])}}
.figure text.note{fill:${either(["#6f6f6f", "#8b968e"])}}
.figure text.strong{font-weight:600}
.figure .grid{stroke:${either(["#eee", "#2a3530"])};fill:none}
.figure .tick{stroke:${either(["#aaa", "#5c6a62"])};fill:none}
.figure .ring{stroke:${either(["#e5e2da", "#35423b"])};fill:none}
.figure .night{fill:${either(["#ece8dc", "#0e1412"])}}
.figure .dusk{fill:${either(["#f6f3ea", "#131a17"])}}
.figure .line{fill:none;stroke:var(--figure-ink);stroke-width:1.4;stroke-linejoin:round;stroke-linecap:round}
.figure .line.chosen{stroke-width:2}
.figure .line.key{stroke-width:3;stroke-linecap:butt}
.figure .fill{fill:var(--figure-ink)}
.figure .shape{fill:var(--figure-ink);stroke:var(--figure-ink);fill-rule:evenodd}
.figure .shape.open{fill:none}
.figure .scale{fill:none;stroke:${either(["#333", "#dcd9cf"])};stroke-width:1.5}
.figure .label text,.figure text.over{fill:${either(["#111", "#ece9df"])};paint-order:stroke;stroke:${either([
  "#fff",
  "#161d1a"
])};stroke-width:3px;stroke-opacity:.85}
.${QUIET_INK}{--figure-ink:${either(["#c9c5ba", "#66726b"])}}
.ink-area{--figure-ink:${either(["#5b5340", "#b9ad8c"])}}
.ink-spot{--figure-ink:${either(["#d55e00", "#ff8a3d"])}}
.ink-preview{--figure-ink:${either(["#84487c", "#c58fbf"])}}
.ink-text{--figure-ink:${either(["#333", "#dcd9cf"])}}
${[...inks, ...shadeRules].join("\n")}`
