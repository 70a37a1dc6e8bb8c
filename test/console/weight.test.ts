// What the console weighs as it is sent, against what was agreed: the shell, the map, every page that is loaded
// when it is opened.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { TheConsole } from "../support/browser/theConsole.ts"
import { weightOf, weightOfShell } from "../support/browser/weights.ts"

const CONSOLE = fileURLToPath(new URL("../../src/console/", import.meta.url))

// the console is built before it is shared
layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("the console", (it) => {
  it.effect("weighs no more than was agreed: shell 150 kB, map 450, every page 25", () =>
    Effect.sync(() => {
      assert.isAbove(weightOfShell(), weightOf("index"))
      assert.isBelow(weightOfShell(), 150)
      assert.isBelow(weightOf("TrackingMap", "maplibre-gl-worker"), 450)
      const routes = readdirSync(CONSOLE).filter((name) => /routes\.tsx$/i.test(name))
      const names = routes.flatMap((name) =>
        [...readFileSync(CONSOLE + name, "utf8").matchAll(/import\("[^"]*\/(\w+)\.tsx"\)/g)].map(
          ([, page]) => page!
        )
      )
      assert.includeMembers(names, ["Live", "Alerts", "EventPage", "Animals", "Traces"])
      for (const name of [...names, "Tools"]) assert.isBelow(weightOf(name), 25, name)
      assert.isBelow(weightOf("Pen"), 40)
      assert.isBelow(weightOf("lineReach"), 75)
    })
  )
})
