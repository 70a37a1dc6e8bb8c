// The OpenAPI document as the linters of others see it, with the rules they recommend: what they refuse, the
// programs of their users refuse.
// @module-tag story
import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"
import { assert, describe, it } from "vitest"
import { makeOpenApi } from "../../src/contract/openApi.ts"

const served = JSON.stringify(makeOpenApi())

/** What Spectral finds in a document. */
const bySpectral = async (document: string): Promise<ReadonlyArray<string>> => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, "recommended"]] })
  return (await linter.run(JSON.parse(document) as Record<string, unknown>)).map(
    ({ code, message, path }) => `${code} at ${path.join("/")}: ${message}`
  )
}

/** What Redocly finds in a document. */
const byRedocly = async (document: string): Promise<ReadonlyArray<string>> => {
  const config = await createConfig({ extends: ["recommended"] })
  return (await lintFromString({ source: document, absoluteRef: "/openapi.json", config })).map(
    ({ location, message, ruleId }) =>
      `${ruleId} at ${location.map(({ pointer }) => pointer).join(", ")}: ${message}`
  )
}

describe("the OpenAPI document", () => {
  it("passes Spectral without a word: tuples have items beside prefixItems", async () => {
    assert.deepStrictEqual(await bySpectral(served), [])
  })

  it("passes Redocly without a word", async () => {
    assert.deepStrictEqual(await byRedocly(served), [])
  })

  it("would not, had it a fault: both say where", async () => {
    const { info, openapi, paths, ...rest } = makeOpenApi()
    const health = paths["/api/v1/permissions"]
    const broken = JSON.stringify({
      openapi,
      info,
      servers: rest.servers,
      components: { securitySchemes: rest.components.securitySchemes },
      paths: { "/one": health, "/two": health }
    })
    assert.match((await bySpectral(broken)).join("\n"), /operation-operationId-unique at paths\/\/two\//)
    assert.match((await byRedocly(broken)).join("\n"), /operation-operationId-unique at #\/paths\/~1two\//)
  })
})
