// The OpenAPI document as its readers need it: complete, described, typed, with examples that hold, and
// nothing of its generator.
import { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import type * as OpenApi from "effect/http-api/OpenApi"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { makeOpenApi } from "../../src/contract/openApi.ts"
import { VERSION } from "../../src/contract/version.ts"

const document = makeOpenApi()

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Everything in the document, with its JSON Pointer. */
const everything: ReadonlyArray<readonly [pointer: string, value: unknown]> = (() => {
  const found: Array<readonly [string, unknown]> = []
  const walk = (pointer: string, value: unknown) => {
    found.push([pointer, value])
    if (Array.isArray(value)) value.forEach((item, i) => walk(`${pointer}/${i}`, item))
    else if (isObject(value))
      for (const [key, member] of Object.entries(value))
        walk(`${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, member)
  }
  walk("", document)
  return found
})()

const operations: ReadonlyArray<OpenApi.OpenAPISpecOperation> = Object.values(document.paths).flatMap(
  (path) => Object.values(path as Record<string, OpenApi.OpenAPISpecOperation>)
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema(document, "openapi")
const at = (pointer: string) => ({ $ref: `openapi#${encodeURI(pointer)}` })

describe("the OpenAPI document", () => {
  it("says what it is of: the version of package.json, the licence, the server, and how to come in", () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    assert.isTrue(isObject(manifest) && manifest["version"] === VERSION)
    assert.match(document.openapi, /^3\.1/)
    assert.deepInclude(document.info, {
      title: "Pugmark",
      version: VERSION,
      license: { name: "MIT", identifier: "MIT" }
    })
    assert.deepStrictEqual(document.servers, [{ url: "/", description: "This server" }])
    const { session, ...tokens } = document.components.securitySchemes
    assert.deepInclude(session, { type: "apiKey", in: "cookie", name: "__Host-pugmark" })
    assert.sameMembers(Object.keys(tokens), ["bearerAuth", "sourceToken"])
    for (const [name, scheme] of Object.entries(tokens))
      assert.deepInclude(scheme, { type: "http", scheme: "bearer" }, name)
  })

  it("holds nothing of the program that made it", () => {
    assert.notMatch(JSON.stringify(document), /x-effect|x-parameter|effect\/|Encoded"|"~|_tag/)
    for (const [pointer] of everything) assert.notMatch(pointer, /\/x-[^/]+$/)
  })

  it("names, summarises and describes every operation, under a tag that is described too", () => {
    assert.isAbove(operations.length, 70)
    assert.lengthOf(new Set(operations.map((o) => o.operationId)), operations.length)
    const tags = new Set(document.tags.filter((tag) => tag.description !== undefined).map((tag) => tag.name))
    for (const { description, operationId, summary, tags: own } of operations) {
      assert.match(operationId, /^[a-z]\w+\.[a-z]\w+$/i)
      assert.match(summary ?? "", /^[A-Z].*[^.]$/, operationId)
      assert.match(description ?? "", /^.*[.]$/, operationId)
      assert.isTrue(
        own.every((tag) => tags.has(tag)),
        operationId
      )
    }
  })

  it("shows every operation's success, and every refusal as a problem document", () => {
    for (const { operationId, responses, security } of operations) {
      const answers = Object.entries(
        responses as Record<string, { readonly description: string; readonly content?: Json }>
      )
      // what is too much to be answered at once becomes a job
      const expected = operationId === "exports.direct" ? ["200", "202"] : null
      const successes = answers.map(([status]) => status).filter((status) => status.startsWith("2"))
      if (expected === null) assert.lengthOf(successes, 1, operationId)
      else assert.deepStrictEqual(successes, expected, operationId)
      // whoever asks whether they are known is never refused for not being so
      assert.includeMembers(
        answers.map(([status]) => status),
        [...(operationId === "login.session" ? [] : ["401"]), "422", "default"],
        operationId
      )
      if (security.some((way) => "bearerAuth" in way))
        assert.includeMembers(
          answers.map(([status]) => status),
          ["403", "404"],
          operationId
        )
      for (const [status, { content, description }] of answers) {
        assert.isNotEmpty(description, `${operationId} ${status}`)
        if (!status.startsWith("2"))
          assert.deepStrictEqual(
            Object.keys(content!),
            ["application/problem+json"],
            `${operationId} ${status}`
          )
      }
    }
  })

  it("types and describes every parameter: a limit is an integer of 1 to 500, 50 unless said", () => {
    for (const { operationId, parameters } of operations) {
      for (const { description, name, schema } of parameters) {
        assert.isNotEmpty(description ?? "", `${operationId} ${name}`)
        assert.isTrue("type" in schema || "enum" in schema, `${operationId} ${name}`)
        assert.doesNotThrow(() => ajv.compile(schema), `${operationId} ${name}`)
      }
      const limit = parameters.find(({ name }) => name === "limit")
      // what is found is one page, and short; of the nearest the first few
      if (operationId === "search.find" || operationId === "entities.nearest") continue
      if (limit !== undefined && !["analyses.geometries", "positions.mapEvents"].includes(operationId))
        assert.deepStrictEqual(limit.schema, { type: "integer", minimum: 1, maximum: 500, default: 50 })
      assert.strictEqual(limit === undefined, !parameters.some(({ name }) => name === "cursor"), operationId)
    }
  })

  it(
    "gives an example of every parameter that a request cannot do without, for programs that send what " +
      "is shown",
    () => {
      const without = operations.flatMap(({ operationId, parameters }) =>
        (parameters as ReadonlyArray<OpenApi.OpenAPISpecParameter & { readonly example?: unknown }>).flatMap(
          ({ example, in: where, name, required, schema }) =>
            (required || where === "path") && (example === undefined || !ajv.validate(schema, example))
              ? [`${operationId} ${name}: ${JSON.stringify(example)}`]
              : []
        )
      )
      assert.deepStrictEqual(without, [])
    }
  )

  it("says of every list, tuples too, what is in it", () => {
    const lists = everything.flatMap(([pointer, value]) =>
      isObject(value) && value["type"] === "array" ? [[pointer, value] as const] : []
    )
    assert.isAbove(lists.filter(([, { prefixItems }]) => prefixItems !== undefined).length, 10)
    for (const [pointer, { items }] of lists) assert.isTrue(isObject(items), pointer)
  })

  it("refers to nothing that is not there, and names no schema that nothing refers to", () => {
    const named = new Set(
      Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    )
    const referred = new Set(
      everything.flatMap(([pointer, value]) => (pointer.endsWith("/$ref") ? [String(value)] : []))
    )
    assert.sameMembers([...referred], [...named])
  })

  it("gives examples that are what they are examples of", () => {
    const examples = everything.filter(
      ([pointer, value]) => pointer.endsWith("/examples") && Array.isArray(value)
    )
    assert.isAtLeast(examples.length, 18)
    for (const [pointer, list] of examples) {
      const fits = ajv.compile(at(pointer.slice(0, -"/examples".length)))
      for (const example of list as ReadonlyArray<unknown>)
        assert.isTrue(fits(example), `${pointer}: ${ajv.errorsText(fits.errors)}`)
    }
  })

  it("gives an example of every body that makes something", () => {
    for (const operation of operations.filter(
      ({ requestBody, responses }) => "201" in responses && requestBody !== undefined
    )) {
      const [media] = Object.values(operation.requestBody?.content ?? {})
      const { $ref, ...body } = media!.schema as { readonly $ref?: string; readonly examples?: unknown }
      const schema =
        $ref === undefined ? body : document.components.schemas[$ref.replace("#/components/schemas/", "")]!
      assert.isDefined(schema["examples"], operation.operationId)
    }
  })
})
