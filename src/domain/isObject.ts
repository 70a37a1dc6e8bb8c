// An object of JSON: members by name, and no list.

export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
