// Every style sheet of the console keeps to the scale.
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const CONSOLE = fileURLToPath(new URL("../../../src/console/", import.meta.url))

const SHEETS = "**/*.css"

const GAP = /var\(--gap-[1-8]\)/.source
/** A step, one subtracted, or two added: the width of a mark and what stands beside it. */
const SPACE = `(${GAP}|calc\\((-1 \\*|${GAP} \\+) ${GAP}\\)|env\\(safe-area-inset-bottom\\)|0|auto)`
const ROUND = /(var\(--round-[1-4]\)|inherit|0|50%)/.source
const WEIGHT = /var\(--(normal|medium|bold)\)/.source
const TEXT = /var\(--text-[1-6]\)/.source

/** Values of one to four parts, each of which is like this. */
const listOf = (part: string): RegExp => new RegExp(`^${part}( ${part}){0,3}$`)

/** What a declaration may have: a step of the scale, what it inherits, or nothing. */
const allowed: ReadonlyArray<readonly [property: RegExp, value: RegExp]> = [
  [/^font-size$/, new RegExp(`^(${TEXT}|inherit)$`)],
  [/^font-weight$/, new RegExp(`^(${WEIGHT}|inherit)$`)],
  [/^font$/, new RegExp(`^(inherit|(${WEIGHT} )?${TEXT}( / [\\d.]+(rem)?)? var\\(--(face|mono)\\))$`)],
  [/^(row-|column-)?gap$/, new RegExp(`^((${GAP}|0)( (?!$)|$))+$|^var\\(--gap, ${GAP}\\)$`)],
  [/^(padding|margin)(-.*)?$/, listOf(SPACE)],
  [/^border(-.*)?-radius$/, listOf(ROUND)]
]
const BREAKPOINTS_PX = ["480", "700", "1000"]

/** Declarations and breakpoints of a style sheet that are not on the scale. */
const offScale = (css: string): ReadonlyArray<string> => {
  const plain = css.replaceAll(/\/\*.*?\*\//gs, "")
  const declarations = [...plain.matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(
    ([, property, value]) => [property!, value!.trim().replaceAll(/\s+/g, " ")] as const
  )
  const wrong = declarations.filter(
    ([property, value]) =>
      !property.startsWith("--") &&
      allowed.some(([pattern, values]) => pattern.test(property) && !values.test(value))
  )
  const widths = [...plain.matchAll(/@(?:media|container)[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/width\s*[:<>=]+\s*([\d.]+\w+)/g)].map(([, width]) => width!)
  )
  return [
    ...wrong.map(([property, value]) => `${property}: ${value}`),
    ...widths
      .filter((width) => !BREAKPOINTS_PX.some((breakpoint) => width === `${breakpoint}px`))
      .map((width) => `@media ${width}`)
  ]
}

describe("the scale of the console", () => {
  it("has six font sizes, three weights, eight gaps, four radii", () => {
    const names = [...readFileSync(`${CONSOLE}design/scale.css`, "utf8").matchAll(/--(\w+)(-\d)?:/g)].map(
      ([, kind, step]) => (step === undefined ? "weight" : kind!)
    )
    const counts = Object.fromEntries(
      [...Map.groupBy(names, (kind) => kind)].map(([kind, of]) => [kind, of.length])
    )
    assert.deepStrictEqual(counts, { text: 6, weight: 3, gap: 8, round: 4 })
  })

  it("is kept by every style sheet", () => {
    const sheets = globSync(SHEETS, { cwd: CONSOLE })
    assert.includeMembers(sheets, ["design/kit.module.css", "design/parts.css", "pages/live/live.module.css"])
    const wrong = sheets.flatMap((sheet) =>
      offScale(readFileSync(CONSOLE + sheet, "utf8")).map((one) => `${sheet} ${one}`)
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("is left by other sizes, gaps and breakpoints", () => {
    assert.deepStrictEqual(
      offScale(
        "a { font-size: 0.78125rem; font: 1rem serif; gap: var(--gap-2) 10px; padding: 0 var(--gap-4); }\n" +
          "@media (max-width: 1180px) { a { border-radius: 5px; margin: 0 calc(-1 * var(--gap-2)); } }\n" +
          "@container (width < 60rem) { a { margin: 0 calc(1px + var(--gap-2)); } }"
      ),
      [
        "font-size: 0.78125rem",
        "font: 1rem serif",
        "gap: var(--gap-2) 10px",
        "border-radius: 5px",
        "margin: 0 calc(1px + var(--gap-2))",
        "@media 1180px",
        "@media 60rem"
      ]
    )
  })
})
