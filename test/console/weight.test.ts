// What the console weighs as it is sent, against what was agreed: the shell, the map, every page that is loaded
// when it is opened.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { TheConsole } from "../support/browser/theConsole.ts"

const ASSETS = fileURLToPath(new URL("../../dist/assets/", import.meta.url))
/** The files that name the pages. */
const ROUTES = ["routes.tsx", "operateRoutes.tsx"].map((name) =>
  fileURLToPath(new URL(`../../src/console/${name}`, import.meta.url))
)

/** The size of chunks, kB of gzip. */
const weight = (...chunks: ReadonlyArray<string>): number => {
  const parts = readdirSync(ASSETS).filter(
    (name) => name.endsWith(".js.gz") && chunks.some((chunk) => name.startsWith(`${chunk}-`))
  )
  assert.isAtLeast(parts.length, chunks.length, chunks.join())
  return parts.reduce((sum, name) => sum + statSync(ASSETS + name).size, 0) / 1000
}

// the console is built before it is shared
layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("the console", (it) => {
  it.effect("weighs no more than was agreed: shell 150 kB, map 450, every page 25", () =>
    Effect.sync(() => {
      assert.isBelow(weight("index"), 150)
      assert.isBelow(weight("FieldMap", "maplibre-gl-worker"), 450)
      const names = ROUTES.flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/import\("[^"]*\/(\w+)\.tsx"\)/g)].map(([, name]) => name!)
      )
      assert.includeMembers(names, ["Live", "Alerts", "EventPage", "Animals", "TracePage"])
      for (const name of names) assert.isBelow(weight(name), 25, name)
    })
  )
})
