// Objects of JSON: members by name, not lists.

/** JsonObject is a JSON object whose members are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Returns whether a value of JSON is an object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
