// Threads are given JavaScript: two that strip types at the same time can end the whole process.
import { execFile } from "node:child_process"
import { once } from "node:events"
import { globSync, readFileSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "vitest"
import { startThread } from "../../src/process/startThread.ts"
import { strippedSources } from "../../src/process/stripTypes.ts"
import { loadedBy } from "../architecture/testProjects.ts"
import { STORY } from "../support/stories.ts"

const root = join(import.meta.dirname, "../..")
const at = (path: string) => pathToFileURL(join(root, path))

/** What a file loads, and what that loads, by its path: read from its source as the architecture's tests do. */
const closure = (entry: string): ReadonlyArray<string> => {
  const paths = new Set([entry])
  for (const path of paths)
    for (const loaded of loadedBy(path, readFileSync(join(root, path), "utf8"))) paths.add(loaded)
  return [...paths]
}

describe("a thread", () => {
  for (const entry of [
    "src/process/engineThreadMain.ts",
    "sandbox/movement/movement.ts",
    "sandbox/grazing/grazing.ts"
  ])
    it(`is given every file that ${entry} loads, without types, line for line`, async () => {
      const given = await strippedSources([at(entry)])
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

  it("is given what an earlier process stripped, for as long as the source is the same", STORY, async () => {
    const directory = await mkdtemp(join(tmpdir(), "stripped-")),
      entry = join(directory, "entry.ts")
    /** The text of the entry, as a new process has it. */
    const stripped = async (): Promise<string> => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          "--input-type=module",
          "--eval",
          tell,
          at("src/process/stripTypes.ts").href,
          pathToFileURL(entry).href
        ],
        { env: { NODE_COMPILE_CACHE: directory } }
      )
      return stdout
    }
    const tell = `
      const { strippedSources } = await import(process.argv[1])
      process.stdout.write((await strippedSources([new URL(process.argv[2])])).get(process.argv[2]))`
    try {
      await writeFile(entry, "export const a: number = 1")
      assert.strictEqual(await stripped(), "export const a         = 1")
      const [kept = ""] = globSync("stripped-*.json", { cwd: directory })
      const place = join(directory, kept)
      await writeFile(place, (await readFile(place, "utf8")).replace("= 1", "= 2"))
      assert.strictEqual(await stripped(), "export const a         = 2")
      await writeFile(entry, "export const a: string = 3")
      assert.strictEqual(await stripped(), "export const a         = 3")
      await writeFile(place, "{")
      assert.strictEqual(await stripped(), "export const a         = 3")
    } finally {
      await rm(directory, { recursive: true })
    }
  })

  it("says which file is missing, as Node does", async () => {
    const thread = await startThread(at("test/no-such-file.ts"), {})
    const [error] = (await once(thread, "error")) as [Error]
    assert.match(error.message, /Cannot find module .*no-such-file\.ts/)
  })

  it("is started in one place", () => {
    // those of the browser are others
    const starting = globSync(["src/**/*.ts", "sandbox/**/*.ts"], { cwd: root })
      .filter((path) => !path.startsWith("src/console/"))
      .filter((path) => readFileSync(join(root, path), "utf8").includes("new Worker("))
    assert.deepStrictEqual(starting, ["src/process/startThread.ts"])
  })
})
