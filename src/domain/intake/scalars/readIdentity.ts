// Names that senders give devices and animals: texts, or the serial numbers that many write as numbers. Without
// imports: it runs for every item, and in browsers too.

/**
 * Reads an identity as text; null: it is none. A whole number that JSON holds exactly becomes its digits; a
 * larger one has lost its last digits and identifies nothing.
 *
 * @example
 *   readIdentity(2130621128) // "2130621128"
 */
export const readIdentity = (value: unknown): string | null => {
  if (typeof value === "string") return value === "" ? null : value
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : null
}
