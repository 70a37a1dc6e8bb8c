// The console in a pseudo-language that puts every message in marks: what stands outside of marks came over the API.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { goTo, makeSights, stops } from "../support/browser/everyPage.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { settled, textOf, unmarkedTexts } from "../support/browser/unmarked.ts"
import { visit } from "../support/browser/visit.ts"

/** Texts that are the same in every language: names of products and protocols, units, names of languages. */
const NAMES = new Set(
  ["Pugmark", "API", "MapLibre", "English", "Español", "CSV", "GPX", "JSON", "GeoJSON", "HTTP", "MQTT"].map(
    (name) => name.toLowerCase()
  )
)
const UNITS = /^(?:[\d\s.,:/+−–-]*(?:km\/h|km²|m²|m\/s²?|min|km|kB|MB|GB|ha|ms|px|d|h|s))+$/

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })(
  "in the pseudo-language",
  (it) => {
    it.effect(
      "every text of every page is a message, or data that came over the API",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const house = yield* TheConsole
            const { meadow, sights } = yield* makeSights(house)
            const { complaints, page } = yield* visit(house.browser, { session: house })
            const answers: Array<string> = []
            page.on("response", (response) => {
              if (!new URL(response.url()).pathname.startsWith("/api/")) return
              if (response.headers()["content-type"]?.includes("event-stream") === true) return
              void response.text().then(
                (text) => answers.push(text.toLowerCase()),
                () => undefined
              )
            })
            const left: Array<string> = []
            yield* Effect.promise(async () => {
              await page.goto(`${meadow.path}/rules?lang=xx`)
              await settled(page, "")
              for (const { path } of [{ path: `${meadow.path}/live` }, ...stops(sights, true)]) {
                const before = await textOf(page)
                await goTo(page, path)
                await settled(page, before)
                const data = answers.join("\n")
                for (const text of await unmarkedTexts(page)) {
                  const plain = text.toLowerCase()
                  if (NAMES.has(plain) || UNITS.test(text)) continue
                  // as JSON has it: a quote within a text is escaped
                  // of a payload that is shown as JSON: `"time":`
                  const quoted = JSON.stringify(plain.replaceAll(/^"|[":,\s]+$/g, "")).slice(1, -1)
                  // a member of a record with its value: `item 0`
                  const isData = data.includes(quoted) || data.includes(`"${quoted.replace(" ", '":')}`)
                  if (!isData) left.push(`${path}: ${text}`)
                }
              }
            })
            assert.deepStrictEqual(left, [])
            assert.deepStrictEqual(complaints, [])
          })
        ),
      600_000
    )
  }
)
