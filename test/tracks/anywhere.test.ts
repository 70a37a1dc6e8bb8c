// One reader of tracks for the command line and the browser.
import { assert, describe, it } from "vitest"
import { build, type Rolldown } from "vite"
import { ROOT } from "../projects.ts"

describe("the reader of tracks", () => {
  it("is built for a browser without Node and without Effect, in less than 250 kB", async () => {
    const built = (await build({
      configFile: false,
      root: ROOT,
      logLevel: "error",
      resolve: { alias: { "csv-parse": "csv-parse/browser/esm" } },
      build: {
        write: false,
        lib: {
          entry: ["openTable", "surveyTable", "batchTable"].map((name) => `src/tracks/${name}.ts`),
          formats: ["es"]
        },
        rolldownOptions: { external: [/^node:/u] }
      }
    })) as ReadonlyArray<Rolldown.RolldownOutput>
    const chunks = built.flatMap(({ output }) => output.filter((one) => one.type === "chunk"))
    const modules = chunks.flatMap(({ imports, moduleIds }) => [...imports, ...moduleIds])
    assert.isNotEmpty(modules.filter((id) => id.includes("/src/tracks/readGpx.ts")))
    assert.deepStrictEqual(
      modules.filter(
        (id) => id.startsWith("node:") || /\/node_modules\/effect\/|__vite-browser-external/u.test(id)
      ),
      []
    )
    assert.isBelow(
      chunks.reduce((sum, { code }) => sum + code.length, 0),
      250_000
    )
  })
})
