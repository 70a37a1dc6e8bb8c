// Numbers as senders write them: JSON numbers, and texts of plain decimal numbers. Without imports of libraries:
// it runs for every item, and in browsers too.
import { isUnknownNumberText } from "./notKnown.ts"

/** Why a value gives no number. */
export type UnreadReason = "not known" | "unreadable"

/** Decimals is the decimal mark of numbers in texts. */
export type Decimals = "point" | "comma" | "either"

/** Longer texts are no numbers that a sender means. */
const MAX_NUMBER_CHARACTERS = 64

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/iu
const withComma = /^[+-]?(?:\d*,\d+)(?:e[+-]?\d{1,3})?$/iu

/** Returns the number that a trimmed text is; null: it is none. Of two kinds of mark none is guessed at. */
export const parseDecimal = (text: string, decimals: Decimals = "point"): number | null => {
  if (text.length > MAX_NUMBER_CHARACTERS) return null
  let ascii = text.startsWith("\u2212") ? `-${text.slice(1)}` : text
  if (decimals !== "point" && withComma.test(ascii)) ascii = ascii.replace(",", ".")
  else if (decimals === "comma" && ascii.includes(".")) return null
  if (!plain.test(ascii)) return null
  const value = Number(ascii)
  return Number.isFinite(value) ? value : null
}

/** Whether a text is a number whose fraction stands behind a comma: `51,05`. */
export const hasDecimalComma = (text: string): boolean => withComma.test(text.trim())

/**
 * Reads a number from a number or a text of one; anything that stands for nothing (null, `NaN`, `n/a`,
 * blanks) is "not known".
 *
 * @example
 *   readNumber("51.05") // 51.05
 *   readNumber("n/a") // "not known"
 */
export const readNumber = (value: unknown, decimals: Decimals = "point"): number | UnreadReason => {
  if (typeof value === "number")
    return Number.isFinite(value) ? value : Number.isNaN(value) ? "not known" : "unreadable"
  if (typeof value === "string")
    return isUnknownNumberText(value) ? "not known" : (parseDecimal(value.trim(), decimals) ?? "unreadable")
  return value === null || value === undefined ? "not known" : "unreadable"
}
