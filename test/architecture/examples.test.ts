// The examples in doc comments (`@example`) run, and print what their comments say. An example has all exports of its
// file in scope.
import { assert, describe, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { compileFunction } from "node:vm"

interface Example {
  readonly path: string
  readonly line: number
  readonly code: string
}

/** Returns the examples of a source: each is the rest of a doc comment after `@example`. */
const examplesIn = (path: string, text: string): ReadonlyArray<Example> =>
  [...text.matchAll(/@example\n((?: \*.*\n)*?) \*\//g)].map(({ 1: code, index }) => ({
    path,
    line: text.slice(0, index).split("\n").length,
    code: code!.replaceAll(/^ \* */gm, "")
  }))

const examples = globSync(["src/testing/*.ts", "src/contract/**/*.ts", "sandbox/**/*.ts"]).flatMap((path) =>
  examplesIn(path, readFileSync(path, "utf8"))
)

describe("the examples of doc comments", () => {
  it("are in the testing entry, the contract and the mathematics", () => {
    for (const folder of ["src/testing/", "src/contract/", "sandbox/"])
      assert.isTrue(
        examples.some(({ path }) => path.startsWith(folder)),
        folder
      )
  })

  for (const { code, line, path } of examples)
    it(`${path}:${line} prints what it says`, { timeout: 60_000 }, async () => {
      const expected = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(({ 1: printed }) => printed)
      assert.isNotEmpty(expected)
      const module = (await import(`../../${path}`)) as Readonly<Record<string, unknown>>
      const printed: Array<string> = []
      const log = (...values: ReadonlyArray<unknown>) =>
        void printed.push(
          values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(" ")
        )
      const run = compileFunction(stripTypeScriptTypes(code), ["console", ...Object.keys(module)])
      run({ log }, ...Object.values(module))
      assert.deepStrictEqual(printed, expected)
    })
})
