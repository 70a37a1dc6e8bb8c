// The page "What do I own?" as it is written: its lines for a Traccar server are those that the page of a source shows,
// its formats are those that there are, and its configuration makes a source that reads what it says.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SaxesParser } from "saxes"
import { traccarEntries } from "../../../src/console/pages/sources/connect/pasted.ts"
import { senderOf } from "../../../src/console/pages/sources/connect/senders.ts"
import { adapterKeys } from "../../../src/domain/tracking/DataSource.ts"
import { blocksIn, guidePage } from "../../support/guide.ts"
import { serve } from "../../support/http/server.ts"
import { expectStatus } from "../../support/http/tracking.ts"

const page = guidePage("what-do-i-own")

/** The entries of a Traccar configuration, as its parser of properties reads them. */
const entriesIn = (xml: string): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>(),
    parser = new SaxesParser()
  let key = ""
  parser.on("opentag", ({ attributes, name }) => {
    key = name === "entry" ? String(attributes["key"]) : ""
    if (key !== "") entries.set(key, "")
  })
  parser.on("text", (text) => {
    if (key !== "") entries.set(key, `${entries.get(key) ?? ""}${text}`)
  })
  parser.on("closetag", () => {
    key = ""
  })
  parser.on("error", (error) => {
    throw error
  })
  parser.write(xml).close()
  return entries
}

describe("What do I own?", () => {
  it("has the lines of a Traccar server that forwards to a source", () => {
    const entries = entriesIn(blocksIn(page, "xml")[0]!)
    for (const [key, value] of traccarEntries({ origin: "https://HOST", sourceId: "SOURCE", token: "TOKEN" }))
      assert.strictEqual(entries.get(key), value)
    assert.strictEqual(entries.get("forward.retry.enable"), "true")
  })

  it("has a compose file that mounts that configuration and keeps what the server stores", () => {
    const [compose = ""] = blocksIn(page, "yaml")
    const lines = compose.split("\n").map((line) => line.replace(/ #.*$/u, ""))
    assert.isTrue(
      lines.every((line) => !line.includes("\t") && (line.length - line.trimStart().length) % 2 === 0)
    )
    for (const line of [
      "services:",
      "  traccar:",
      "    image: traccar/traccar:6",
      "    restart: unless-stopped",
      '      - "5000-5150:5000-5150"',
      "      - ./traccar.xml:/opt/traccar/conf/traccar.xml:ro",
      "      - traccar-data:/opt/traccar/data",
      "volumes:",
      "  traccar-data:"
    ])
      assert.include(lines, line)
  })

  it("names formats that there are", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| ") && line.split("|").length === 6)
    const named = rows.flatMap((row) => [...row.split("|")[3]!.matchAll(/`(\w+)`/gu)].map(([, key]) => key!))
    assert.isAbove(named.length, 8)
    for (const key of named) assert.include(adapterKeys, key)
  })
})

layer(serve(), { excludeTestServices: true })("the RockBLOCK of What do I own?", (it) => {
  it.effect("is the source that the page that connects makes, and can be made", () =>
    Effect.gen(function* () {
      const body = JSON.parse(blocksIn(page, "json")[0]!) as { readonly config: object }
      assert.deepStrictEqual(body.config, senderOf("rockblock")!.config)
      const made = yield* expectStatus(201, "POST", "/data-sources", body)
      assert.deepStrictEqual(made.config, body.config)
    })
  )
})
