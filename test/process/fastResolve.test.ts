// What is read off an import is what Node would have found.
import { globSync, readFileSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { resolveSibling } from "../../src/process/fastResolve.ts"
import { STORY } from "../support/stories.ts"

const root = realpathSync(join(import.meta.dirname, "../.."))
const packages = [
  "effect",
  ...globSync("@effect/{platform-node,sql-pg}*", { cwd: join(root, "node_modules") })
]
const named = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g

/** What it resolves to; null: Node is asked. */
const neighbourOf = (specifier: string, parentURL: string | undefined) => {
  let isAsked = false
  const asked = () => {
    isAsked = true
    return { url: specifier }
  }
  const context = { conditions: [], importAttributes: {}, parentURL }
  const found = resolveSibling(specifier, context, asked)
  return isAsked ? null : found
}

/** Every relative import of some files: who, and what they name. */
const importsOf = (pattern: string): ReadonlyArray<readonly [parent: string, specifier: string]> =>
  globSync(pattern, { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(named)].map(
      ([, specifier]) => [pathToFileURL(join(root, path)).href, specifier!] as const
    )
  )

describe("a neighbour", () => {
  it("is the file that Node finds, for every import of ours and of Effect's", STORY, () => {
    const ours = importsOf("src/!(console)/**/*.ts"),
      theirs = packages.flatMap((name) => importsOf(`node_modules/${name}/dist/**/*.js`))
    assert.isAbove(ours.length, 3000)
    assert.isAbove(theirs.length, 2000)
    for (const [parent, specifier] of [...ours, ...theirs]) {
      const neighbour = neighbourOf(specifier, parent)
      if (neighbour === null) continue
      const path = fileURLToPath(neighbour.url)
      assert.strictEqual(realpathSync(path), path, `${specifier} in ${parent}`)
    }
  })

  it("is an ES module: its package says so, and no folder of it says otherwise", () => {
    for (const path of ["", ...packages.map((name) => join("node_modules", name))]) {
      const says = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"))
      assert.strictEqual(says.type, "module", path)
      assert.deepStrictEqual(globSync("{src,dist}/**/package.json", { cwd: join(root, path) }), [], path)
    }
  })

  it("is left to Node where it is a package's name, a file of another package, or not named whole", () => {
    const effect = "file:///app/node_modules/effect/dist/Effect.js"
    for (const [specifier, parent] of [
      ["effect", "file:///app/src/main.ts"],
      ["./main.ts", undefined],
      ["./data.json", "file:///app/src/main.ts"],
      ["./lib/other.js", "file:///app/node_modules/uuid/dist/index.js"],
      ["./Other", effect],
      ["node:fs", effect]
    ] as const)
      assert.isNull(neighbourOf(specifier, parent), specifier)
    assert.deepStrictEqual(neighbourOf("./internal/core.js", effect), {
      url: "file:///app/node_modules/effect/dist/internal/core.js",
      format: "module",
      shortCircuit: true
    })
  })
})
