// One reader of tracks for the command line and the browser.
import { assert, describe, it } from "vitest"
import { build, type Rolldown } from "vite"
import * as here from "../../src/tracks/readTable.ts"
import type { TrackFile } from "../../src/tracks/TrackFile.ts"
import { ROOT } from "../projects.ts"

describe("the reader of tracks", () => {
  it("is built for a browser without Node and without Effect, in less than 420 kB, of which half knows coordinate systems", async () => {
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
      420_000
    )
  })

  it("reads tables there as here, in every encoding, in pieces of any length", async () => {
    const [built] = (await build({
      configFile: false,
      root: ROOT,
      logLevel: "error",
      resolve: { alias: { "csv-parse": "csv-parse/browser/esm" } },
      build: { write: false, lib: { entry: "src/tracks/readTable.ts", formats: ["es"] } }
    })) as ReadonlyArray<Rolldown.RolldownOutput>
    const code = Buffer.from(built!.output[0].code).toString("base64")
    const there: typeof here = await import(`data:text/javascript;base64,${code}`)
    const text = 'Tier;lon\r\n"Bär; alt";9,5\r\nKühe;10\r\n'
    const files = [
      ["utf-8", Buffer.from(`\uFEFF${text}`)],
      ["utf-16le", Buffer.from(`\uFEFF${text}`, "utf16le")],
      ["latin1", Buffer.from(text, "latin1")]
    ] as const
    for (const [encoding, bytes] of files) {
      const file: TrackFile = {
        name: "a.csv",
        size: bytes.length,
        modified: 0,
        read: async function* (from) {
          for (let at = from; at < bytes.length; at += 7) yield new Uint8Array(bytes.subarray(at, at + 7))
        }
      }
      const rowsOf = async ({ readTable }: typeof here) => {
        const rows: Array<here.Row> = []
        for await (const row of readTable(file, ";", undefined, encoding)) rows.push(row)
        return rows
      }
      const rows = await rowsOf(there)
      assert.deepStrictEqual(rows, await rowsOf(here))
      assert.deepStrictEqual(
        rows.map(({ cells }) => cells),
        [
          ["Tier", "lon"],
          ["Bär; alt", "9,5"],
          ["Kühe", "10"]
        ]
      )
    }
  })
})
