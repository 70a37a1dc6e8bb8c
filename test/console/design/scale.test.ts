// The style sheets of the kit and of the pages that are built with it keep to the scale.
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const CONSOLE = fileURLToPath(new URL("../../../src/console/", import.meta.url))

/** Folders whose pages are built with the kit. */
const SHEETS = ["design/kit.module.css", "pages/analyses/**/*.css"]

/** What a declaration may have: a step of the scale, what it inherits, or nothing. */
const allowed: ReadonlyArray<readonly [property: RegExp, value: RegExp]> = [
  [/^font-size$/, /^(var\(--text-[1-6]\)|inherit)$/],
  [/^font-weight$/, /^(var\(--(normal|medium|bold)\)|inherit)$/],
  [/^font$/, /^inherit$/],
  [/^(row-|column-)?gap$/, /^((var\(--gap-[1-8]\)|0)( (?!$)|$))+$|^var\(--gap, var\(--gap-[1-8]\)\)$/],
  [/^(padding|margin)(-.*)?$/, /^((var\(--gap-[1-8]\)|0|auto)( (?!$)|$))+$/],
  [/^border-radius$/, /^(var\(--round-[1-4]\)|inherit|0|50%)$/]
]
const BREAKPOINTS_PX = ["480", "700", "1000"]

/** Declarations and breakpoints of a style sheet that are not on the scale. */
const offScale = (css: string): ReadonlyArray<string> => {
  const plain = css.replaceAll(/\/\*.*?\*\//gs, "")
  const declarations = [...plain.matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(
    ([, property, value]) => [property!, value!.trim()] as const
  )
  const wrong = declarations.filter(
    ([property, value]) =>
      !property.startsWith("--") &&
      allowed.some(([pattern, values]) => pattern.test(property) && !values.test(value))
  )
  const widths = [...plain.matchAll(/\((?:max|min)-width: ([\d.]+\w+)\)/g)].map(([, width]) => width!)
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

  it("is kept by the kit and by every page that is built with it", () => {
    const sheets = globSync(SHEETS, { cwd: CONSOLE })
    assert.includeMembers(sheets, ["design/kit.module.css"])
    const wrong = sheets.flatMap((sheet) =>
      offScale(readFileSync(CONSOLE + sheet, "utf8")).map((one) => `${sheet} ${one}`)
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("is left by other sizes, gaps and breakpoints", () => {
    assert.deepStrictEqual(
      offScale(
        "a { font-size: 0.78125rem; font: 1rem serif; gap: var(--gap-2) 10px; padding: 0 var(--gap-4); }\n" +
          "@media (max-width: 1180px) { a { border-radius: 5px; margin: 0 auto; } }"
      ),
      [
        "font-size: 0.78125rem",
        "font: 1rem serif",
        "gap: var(--gap-2) 10px",
        "border-radius: 5px",
        "@media 1180px"
      ]
    )
  })
})
