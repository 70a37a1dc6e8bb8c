// Threads are given JavaScript: two that strip types at the same time can end the whole process.
import { globSync, readFileSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { javaScriptOf, startThread } from "../src/startThread.ts"
import { loadedBy } from "./architecture/testProjects.ts"

const root = join(import.meta.dirname, "..")
const at = (path: string) => pathToFileURL(join(root, path))

/** What a file loads, and what that loads, by its path: read from its source as the architecture's tests do. */
const closure = (entry: string): ReadonlyArray<string> => {
  const paths = new Set([entry])
  for (const path of paths)
    for (const loaded of loadedBy(path, readFileSync(join(root, path), "utf8"))) paths.add(loaded)
  return [...paths]
}

describe("a thread", () => {
  for (const entry of ["src/engineThread.ts", "sandbox/movement/movement.ts", "sandbox/grazing/grazing.ts"])
    it(`is given every file that ${entry} loads, without types, line for line`, async () => {
      const given = await javaScriptOf([at(entry)])
      assert.sameMembers(
        [...given.keys()],
        closure(entry).map((path) => at(path).href)
      )
      for (const [address, text] of given)
        assert.strictEqual(
          text.split("\n").length,
          readFileSync(new URL(address), "utf8").split("\n").length,
          address
        )
    })

  it("says which file is missing, as Node does", async () => {
    const thread = await startThread(at("test/no-such-file.ts"), {})
    const [error] = (await once(thread, "error")) as [Error]
    assert.match(error.message, /Cannot find module .*no-such-file\.ts/)
  })

  it("is started in one place", () => {
    const starting = globSync(["src/**/*.ts", "sandbox/**/*.ts"], { cwd: root }).filter((path) =>
      readFileSync(join(root, path), "utf8").includes("new Worker(")
    )
    assert.deepStrictEqual(starting, ["src/startThread.ts"])
  })
})
