// The OpenAPI document: what the generator makes of the contract, finished for readers who know neither.
// Numbers of addresses are numbers, every operation says which permission it needs and how any refusal looks,
// and nothing of the generator's own is left.
import { Context } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Api } from "./Api.ts"
import { type Need, Needs } from "./http/authorization.ts"
import { PARAMETER } from "./http/paging.ts"

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

const needs = (): ReadonlyMap<string, Need> => {
  const found = new Map<string, Need>()
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      const need = Context.get(mergedAnnotations, Needs)
      if (need !== undefined) found.set(`${group.identifier}.${endpoint.identifier}`, need)
    }
  })
  return found
}

const who = (need: Need | undefined): string => {
  switch (need) {
    case undefined:
      return ""
    case "server_admin":
      return "For server admins."
    case "known_caller":
      return "For every known caller."
    case "account":
      return "For a person's session, or the start-up token."
    case "nothing":
      return "For everybody."
    case "source_token":
      return "For data sources, with their own token."
    default:
      return `Needs the permission \`${need}\`.`
  }
}

/** What a parameter is for where its schema does not say: ids explain themselves. */
const fallback = (name: string) =>
  name.endsWith("_id") ? `Id of the ${name.slice(0, -3).replaceAll("_", " ")}` : ""

/** Parameters that no request can do without, as they look where their schema does not list what they may be. */
const samples: Json = {
  role_key: "ranger",
  metric_key: "battery_voltage",
  metric: ["battery_voltage"],
  version: 1,
  q: "alma",
  token: "src_tRtPbGUHq4rDy0mBPw1YyXbqK9m8mX0c3d7Jf1hC2aE",
  from: "2026-05-01T00:00:00Z",
  to: "2026-06-01T00:00:00Z",
  at: "2026-05-01T12:00:00Z"
}

const ID = "0198c0de-7a11-7c3e-9d53-0f0a2f6f4f11"

const sample = (name: string, schema: Json): unknown =>
  Array.isArray(schema["enum"])
    ? schema["enum"][0]
    : name.endsWith("_id")
      ? schema["type"] === "array"
        ? [ID]
        : ID
      : samples[name]

const finishParameter = (parameter: OpenApi.OpenAPISpecParameter): OpenApi.OpenAPISpecParameter => {
  const { description = fallback(parameter.name), [PARAMETER]: typed, ...text } = parameter.schema as Json
  const schema = typed instanceof Object ? typed : text
  // programs that try operations send it
  const shown = parameter.required ? { example: sample(parameter.name, schema as Json) } : {}
  return { ...parameter, description: String(description), schema, ...shown }
}

/** Whatever no other answer of an operation stands for: 405, 431, 500, 503. */
const anyOther = {
  description: "Any other refusal, or a failure: 503 carries Retry-After",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } }
}

const finishOperation = (
  operation: OpenApi.OpenAPISpecOperation,
  need: Need | undefined
): OpenApi.OpenAPISpecOperation => ({
  ...operation,
  description: [operation.description ?? "", who(need)].filter((part) => part !== "").join(" "),
  parameters: operation.parameters.map(finishParameter),
  responses: Object.assign({}, operation.responses, { default: anyOther })
})

/** A tuple says what is in it once more, as a list: programs that know of no `prefixItems` read `items` alone. */
const asList = (tuple: Json): Json => {
  const parts = tuple["prefixItems"] as ReadonlyArray<Json>
  const types = new Set(parts.map(({ type }) => type))
  return {
    ...tuple,
    items: types.size === 1 && !types.has(undefined) ? { type: parts[0]!["type"] } : { anyOf: parts }
  }
}

/**
 * Takes out what speaks of the generator: its own members, and the suffix of the names it gives to encoded
 * classes.
 */
const withoutInternals = (spec: OpenApi.OpenAPISpec): OpenApi.OpenAPISpec =>
  JSON.parse(JSON.stringify(spec), (key, value: unknown) =>
    key.startsWith("x-effect")
      ? undefined
      : key === "$ref"
        ? String(value).replace(/Encoded$/, "")
        : key === "schemas" && value instanceof Object
          ? Object.fromEntries(
              Object.entries(value).map(([name, schema]) => [name.replace(/Encoded$/, ""), schema])
            )
          : isObject(value) && "prefixItems" in value && !("items" in value)
            ? asList(value)
            : value
  )

/** Makes the document; a tenth of a second of work. */
export const makeOpenApi = (): OpenApi.OpenAPISpec => {
  const spec = withoutInternals(OpenApi.fromApi(Api, { includeAnnotationKey: (key) => key === PARAMETER }))
  const needed = needs()
  const paths = Object.entries(spec.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations as Record<string, OpenApi.OpenAPISpecOperation>).map(
        ([method, operation]) => [method, finishOperation(operation, needed.get(operation.operationId))]
      )
    )
  ])
  // no address is theirs that we could know
  const info = { ...spec.info, contact: { name: "Whoever runs this server" } }
  return {
    ...spec,
    info,
    servers: [{ url: "/", description: "This server" }],
    paths: Object.fromEntries(paths)
  }
}
