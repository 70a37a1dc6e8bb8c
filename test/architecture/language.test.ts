// The floor of the language of the sources: a reader without a glossary understands names and comments. It is a floor,
// not the aim.
import { assert, describe, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { inspectLanguage, inspectProse, percentOf } from "./inspectLanguage.ts"

const read = (pattern: string | ReadonlyArray<string>) =>
  new Map(globSync(pattern).map((path) => [path, readFileSync(path, "utf8")]))

const ROOMS = ["src/domain", "src/contract", "src/engine", "src/store", "sandbox"]

describe("the language of the sources", () => {
  const sources = read(["src/**/*.{ts,tsx}", "sandbox/**/*.ts"])

  it("names who acts: fewer than 1 % of comment lines say somebody, nobody, whoever, whom, those who, anew, besides", () => {
    const { commentLines, vagueLines } = inspectLanguage(sources)
    assert.isAbove(commentLines, 10_000)
    assert.isBelow(percentOf(vagueLines.length, commentLines), 1, vagueLines.slice(0, 20).join("\n"))
  })

  it("says so in the guide and the README too: fewer than 1 % of their lines have one of these words", () => {
    const { lines, vagueLines } = inspectProse(read(["src/guide/*.md", "README.md"]))
    assert.isAbove(lines, 1500)
    assert.isBelow(percentOf(vagueLines.length, lines), 1, vagueLines.slice(0, 20).join("\n"))
  })

  it("ends the name of each constant in a unit or a noun of the field", () => {
    const { constants, unclearConstants } = inspectLanguage(
      new Map([...sources].filter(([path]) => !path.startsWith("src/console/")))
    )
    assert.isAbove(constants, 500)
    assert.deepStrictEqual(unclearConstants, [])
  })

  for (const room of ROOMS)
    it(`documents at least 90 % of the names that ${room} exports`, () => {
      const figures = inspectLanguage(new Map([...sources].filter(([path]) => path.startsWith(`${room}/`))))
      assert.isAbove(figures.exportedNames, 100)
      const undocumented = percentOf(figures.undocumentedNames.length, figures.exportedNames)
      assert.isAtMost(undocumented, 10, figures.undocumentedNames.slice(0, 20).join("\n"))
    })
})

describe("the inspection of language", () => {
  const found = inspectLanguage(
    new Map([
      [
        "src/planted.ts",
        [
          "// What somebody asks for.",
          'const url = "https://whoever.example" // plain',
          "/** `a` is one. */",
          "export const a = 1",
          "// a comment that is no doc comment",
          "export const b = () => `// nobody`",
          "/**",
          " * The overloads of a function are one name, for whom it may concern.",
          " */",
          "export function c(x: string): string",
          "export function c(x: number): number",
          "export function c(x: unknown): unknown {",
          "  return x",
          "}",
          "export type { D } from './other.ts'",
          "const MAX_AT_ONCE = 1",
          "const QUIET = 2, QUIET_MS = 3",
          "const MAX_ZEBRAS = 4",
          "const MAX_MISS = 4",
          "const ROWS_PER_LOOK = 5",
          "const MOST_PER_ROW = 6"
        ].join("\n")
      ]
    ])
  )

  it("reads comments alone, never texts", () => {
    assert.deepStrictEqual(found.vagueLines, [
      "src/planted.ts:1 // What somebody asks for.",
      "src/planted.ts:8 * The overloads of a function are one name, for whom it may concern."
    ])
    assert.strictEqual(found.commentLines, 7)
  })

  it("finds the exported names without a doc comment", () => {
    assert.strictEqual(found.exportedNames, 3)
    assert.deepStrictEqual(found.undocumentedNames, ["src/planted.ts:6 b"])
  })

  it("finds the constants that end in no unit and no noun", () => {
    assert.strictEqual(found.constants, 7)
    assert.deepStrictEqual(found.unclearConstants, [
      "src/planted.ts:16 MAX_AT_ONCE",
      "src/planted.ts:17 QUIET",
      "src/planted.ts:19 MAX_MISS",
      "src/planted.ts:21 MOST_PER_ROW"
    ])
  })

  it("reads the prose of a page, and neither its code nor the targets of its links", () => {
    const page = [
      "# Title",
      "",
      "For whoever: see `nobody`, [page](nobody.md).",
      "```sh",
      "nobody",
      "```",
      "The end."
    ]
    assert.deepStrictEqual(inspectProse(new Map([["page.md", page.join("\n")]])), {
      lines: 3,
      vagueLines: ["page.md:3 For whoever: see , [page."]
    })
  })
})
