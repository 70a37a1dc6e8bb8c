// Reads the served JSON Schema at a position of a document: allowed members and values. Validation is the server's
// task.
import { isObject, type Json, type JsonObject } from "../document.ts"

/** Schema is a JSON Schema. */
export type Schema = JsonObject

const MAX_DEPTH = 12

const resolve = (schema: Schema, node: Json | undefined, depth = 0): JsonObject | null => {
  if (!isObject(node) || depth > MAX_DEPTH) return null
  const ref = node["$ref"]
  if (typeof ref !== "string") return node
  const defs = schema["$defs"]
  const name = ref.replace("#/$defs/", "")
  return isObject(defs) ? resolve(schema, defs[name], depth + 1) : null
}

const listAt = (node: JsonObject, key: string): ReadonlyArray<Json> => {
  const list = node[key]
  return Array.isArray(list) ? (list as ReadonlyArray<Json>) : []
}

const propertyOf = (node: JsonObject, name: string): Json | undefined => {
  const properties = node["properties"]
  return isObject(properties) ? properties[name] : undefined
}

const constantOf = (schema: Schema, node: Json | undefined): Json | undefined =>
  resolve(schema, node)?.["const"]

/** Discriminators of unions. */
const DISCRIMINATORS = ["type", "kind"]

const fits = (schema: Schema, branch: JsonObject, value: Json | undefined): boolean => {
  if (!isObject(value)) return true
  return DISCRIMINATORS.every((tag) => {
    const own = propertyOf(branch, tag)
    if (value[tag] === undefined)
      return (
        own === undefined ||
        !Object.keys(value).some((key) => key !== tag && propertyOf(branch, key) === undefined)
      )
    const wanted = constantOf(schema, own)
    const listed = resolve(schema, own)?.["enum"]
    return (
      wanted === value[tag] || (Array.isArray(listed) && (listed as ReadonlyArray<Json>).includes(value[tag]))
    )
  })
}

/** Returns the union branches that a value may have; its discriminator narrows them. */
const branchesOf = (
  schema: Schema,
  node: Json | undefined,
  value: Json | undefined,
  depth = 0
): ReadonlyArray<JsonObject> => {
  const found = resolve(schema, node)
  if (found === null || depth > MAX_DEPTH) return []
  const union = [...listAt(found, "oneOf"), ...listAt(found, "anyOf")]
  if (union.length === 0) return [found]
  const all = union.flatMap((one) => branchesOf(schema, one, value, depth + 1))
  const fitting = all.filter((branch) => fits(schema, branch, value))
  return fitting.length === 0 ? all : fitting
}

/** schemasAt returns the schemas at a path, narrowed by the document. */
const schemasAt = (
  schema: Schema,
  document: Json | undefined,
  path: ReadonlyArray<string>
): ReadonlyArray<JsonObject> => {
  let nodes = branchesOf(schema, schema, document)
  let value = document
  for (const step of path) {
    value = isObject(value)
      ? value[step]
      : Array.isArray(value)
        ? (value as ReadonlyArray<Json>)[Number(step)]
        : undefined
    const here = value
    nodes = nodes.flatMap((node) => branchesOf(schema, propertyOf(node, step) ?? node["items"], here))
  }
  return nodes
}

/** Member is an allowed member with its description. */
interface Member {
  readonly name: string
  readonly title: string
  readonly description: string
  /** initial value as JSON */
  readonly value: string
}

const text = (value: Json | undefined): string => (typeof value === "string" ? value : "")

const beginning = (schema: Schema, node: JsonObject): string => {
  const constant = node["const"] ?? node["default"] ?? listAt(node, "enum")[0] ?? listAt(node, "examples")[0]
  if (constant !== undefined) return JSON.stringify(constant)
  const { type } = resolve(schema, node) ?? {}
  return type === "array"
    ? "[]"
    : type === "string"
      ? '""'
      : type === "object"
        ? "{}"
        : type === "boolean"
          ? "false"
          : "0"
}

/** membersAt returns the members that are allowed at a path and missing. */
export const membersAt = (
  schema: Schema,
  document: Json | undefined,
  path: ReadonlyArray<string>,
  present: ReadonlyArray<string>
): ReadonlyArray<Member> => {
  const members = new Map<string, Member>()
  for (const node of schemasAt(schema, document, path)) {
    const properties = node["properties"]
    if (!isObject(properties)) continue
    for (const [name, own] of Object.entries(properties)) {
      const found = resolve(schema, own)
      if (found === null || present.includes(name) || members.has(name) || isObject(found["not"])) continue
      members.set(name, {
        name,
        title: text(found["title"]),
        description: text(found["description"]),
        value: beginning(schema, found)
      })
    }
  }
  return [...members.values()]
}

/** valuesAt returns the allowed values at a path as JSON; empty: the schema names none. */
export const valuesAt = (
  schema: Schema,
  document: Json | undefined,
  path: ReadonlyArray<string>
): ReadonlyArray<string> => {
  // the value being typed does not narrow its own alternatives
  const parent = path.slice(0, -1),
    last = path.at(-1) ?? ""
  const values = new Set<string>()
  const around = schemasAt(schema, without(document, path), parent)
  for (const node of around)
    for (const own of branchesOf(schema, propertyOf(node, last) ?? node["items"], undefined)) {
      const some = own["const"] === undefined ? listAt(own, "enum") : [own["const"]]
      const more =
        some.length > 0 ? some : own["type"] === "boolean" ? [true, false] : listAt(own, "examples")
      for (const one of more) values.add(JSON.stringify(one))
    }
  return [...values]
}

const without = (value: Json | undefined, [step, ...rest]: ReadonlyArray<string>): Json | undefined => {
  if (step === undefined || value === undefined) return undefined
  if (Array.isArray(value))
    return (value as ReadonlyArray<Json>).map((one, i) =>
      i === Number(step) ? (without(one, rest) ?? null) : one
    )
  if (!isObject(value)) return value
  const { [step]: own, ...others } = value
  const next = without(own, rest)
  return next === undefined ? others : { ...others, [step]: next }
}
