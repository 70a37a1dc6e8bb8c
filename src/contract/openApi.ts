// The OpenAPI document: generated from the contract, then completed. Numbers of addresses become numbers, every
// operation says which permission it needs and how any error looks, and members of the generator are removed.
import { Context } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Api } from "./Api.ts"
import { type Need, Needs } from "./http/authorization.ts"
import { PARAMETER_SCHEMA_KEY } from "./http/paging.ts"

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

const needsByOperation = (): ReadonlyMap<string, Need> => {
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

const audienceOf = (need: Need | undefined): string => {
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

/** Describes a parameter whose schema has no description: an id. */
const fallbackDescription = (name: string) =>
  name.endsWith("_id") ? `Id of the ${name.slice(0, -3).replaceAll("_", " ")}` : ""

/** Example values of required parameters whose schema does not list its values. */
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

const EXAMPLE_ID = "0198c0de-7a11-7c3e-9d53-0f0a2f6f4f11"

const sample = (name: string, schema: Json): unknown =>
  Array.isArray(schema["enum"])
    ? schema["enum"][0]
    : name.endsWith("_id")
      ? schema["type"] === "array"
        ? [EXAMPLE_ID]
        : EXAMPLE_ID
      : samples[name]

const finishParameter = (parameter: OpenApi.OpenAPISpecParameter): OpenApi.OpenAPISpecParameter => {
  const {
    description = fallbackDescription(parameter.name),
    [PARAMETER_SCHEMA_KEY]: typed,
    ...text
  } = parameter.schema as Json
  const schema = typed instanceof Object ? typed : text
  // tools that try operations send the example
  const shown = parameter.required ? { example: sample(parameter.name, schema as Json) } : {}
  return { ...parameter, description: String(description), schema, ...shown }
}

/** Stands for all responses that an operation does not list: 405, 431, 500, 503. */
const anyOther = {
  description: "Any other refusal, or a failure: 503 carries Retry-After",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } }
}

const finishOperation = (
  operation: OpenApi.OpenAPISpecOperation,
  need: Need | undefined
): OpenApi.OpenAPISpecOperation => ({
  ...operation,
  description: [operation.description ?? "", audienceOf(need)].filter((part) => part !== "").join(" "),
  parameters: operation.parameters.map(finishParameter),
  responses: Object.assign({}, operation.responses, { default: anyOther })
})

/** Adds `items` to a tuple, for programs that do not know `prefixItems`. */
const withItems = (tuple: Json): Json => {
  const parts = tuple["prefixItems"] as ReadonlyArray<Json>
  const types = new Set(parts.map(({ type }) => type))
  return {
    ...tuple,
    items: types.size === 1 && !types.has(undefined) ? { type: parts[0]!["type"] } : { anyOf: parts }
  }
}

/** Removes the generator's own members, and the suffix of the names it gives to encoded classes. */
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
            ? withItems(value)
            : value
  )

/**
 * Makes the OpenAPI document of the contract; takes about a tenth of a second.
 *
 * @example
 *   const { info, paths } = makeOpenApi()
 *   console.log(info.title, "get" in paths["/api/v1/projects"]) // Pugmark true
 */
export const makeOpenApi = (): OpenApi.OpenAPISpec => {
  const spec = withoutInternals(
    OpenApi.fromApi(Api, { includeAnnotationKey: (key) => key === PARAMETER_SCHEMA_KEY })
  )
  const needed = needsByOperation()
  const paths = Object.entries(spec.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations as Record<string, OpenApi.OpenAPISpecOperation>).map(
        ([method, operation]) => [method, finishOperation(operation, needed.get(operation.operationId))]
      )
    )
  ])
  // the operator of this server has no address that the code could know
  const info = { ...spec.info, contact: { name: "Whoever runs this server" } }
  return {
    ...spec,
    info,
    servers: [{ url: "/", description: "This server" }],
    paths: Object.fromEntries(paths)
  }
}
