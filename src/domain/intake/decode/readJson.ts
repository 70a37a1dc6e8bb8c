// JSON as adapters meet it: text that may be none, members that may be of any type. Nothing here throws.
import { Result } from "effect"
import { type Refusal, refuse } from "../Report.ts"
import { duplicateMembers, twice } from "./duplicateMembers.ts"
import { isObject, type JsonObject } from "../../isObject.ts"

/** What the text says, or what is wrong with it. */
export const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text) as unknown)
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : "not JSON")
  }
}

/** The same for a message that has to be JSON, and says everything once. */
export const parseBody = (body: string): Result.Result<unknown, Refusal> => {
  const parsed = parse(body)
  if (Result.isFailure(parsed)) return Result.fail(refuse("PAYLOAD_DECODE_FAILED", "", parsed.failure))
  const [first] = duplicateMembers(body, parsed.success)
  return first === undefined
    ? Result.succeed(parsed.success)
    : Result.fail(refuse("PAYLOAD_DECODE_FAILED", first.pointer, twice(first)))
}

/** The member at a path of names joined by dots, its own and never an inherited one; undefined: there is none. */
export const at = (value: unknown, path: string): unknown => {
  let found = value
  for (const name of path.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as JsonObject)[name]
  }
  return found
}

/** The object at a path, an empty one where there is none. */
export const objectAt = (value: unknown, path: string): JsonObject => {
  const found = at(value, path)
  return isObject(found) ? found : {}
}

/** The text at a path that is not empty. */
export const textAt = (value: unknown, path: string): string | undefined => {
  const found = at(value, path)
  return typeof found === "string" && found !== "" ? found : undefined
}

/** What people call a device, at a path: as long as a name may be; undefined where nobody named it. */
export const nameAt = (value: unknown, path: string): string | undefined => {
  const name = textAt(value, path)
    ?.replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed()
  return name === "" ? undefined : name
}

/**
 * A number times a factor, to 12 significant digits; anything else as it is, for the check of items to
 * refuse.
 */
export const times = (value: unknown, factor: number): unknown =>
  typeof value === "number" ? Number((value * factor).toPrecision(12)) : value

/** The object without the members that are undefined or null: an item's member that is not there. */
export const given = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null))

/** The object, or undefined if it is empty. */
export const filled = (members: JsonObject): JsonObject | undefined =>
  Object.keys(members).length === 0 ? undefined : members
