// What the console's page may load.
import { assert, describe, it } from "vitest"
import { consolePolicy } from "../../../src/api/http/contentPolicy.ts"

describe("the console's content policy", () => {
  it("lets it load from this server alone", () => {
    assert.strictEqual(
      consolePolicy([]),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
  })

  it("adds the hosts of the map to pictures and data, and to nothing else", () => {
    const hosts = ["https://tiles.example.org", "https://fonts.example.org:8443"]
    const wider = consolePolicy(hosts)
      .split("; ")
      .filter((directive) => !consolePolicy([]).split("; ").includes(directive))
    assert.deepStrictEqual(wider, [
      `img-src 'self' data: blob: ${hosts.join(" ")}`,
      `connect-src 'self' ${hosts.join(" ")}`
    ])
  })
})
