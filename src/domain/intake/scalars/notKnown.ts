// Words that senders and spreadsheets write where they know no value. Without imports: it runs in browsers too.

/** Words for "not known" in every kind of value, in small letters. */
const UNKNOWN_WORDS: ReadonlySet<string> = new Set([
  "",
  "n/a",
  "n.a.",
  "#n/a",
  "#n/a n/a",
  "#na",
  "#value!",
  "#num!",
  "#null!",
  "#div/0!",
  "#ref!",
  "nan",
  "-nan",
  "+nan",
  "nan(ind)",
  "-nan(ind)",
  "1.#qnan",
  "-1.#qnan",
  "1.#ind",
  "-1.#ind",
  "null",
  "(null)",
  "nil",
  "undefined"
])

/** Words that may be a category of a text, and can only mean "not known" where a number belongs. */
const NO_NUMBER_WORDS: ReadonlySet<string> = new Set([
  "na",
  "none",
  "unknown",
  "unavailable",
  "unset",
  "invalid",
  "missing",
  "not available",
  "not known",
  "no data",
  "nodata",
  "no fix",
  "-",
  "--",
  "---",
  "–",
  "—",
  "*",
  "?",
  "."
])

const MAX_WORD_CHARACTERS = 16

/** Whether a text stands for "not known", whatever its value may be: `n/a`, `NaN`, `null`, `#N/A`, blanks. */
export const isUnknownText = (text: string): boolean =>
  text.length <= MAX_WORD_CHARACTERS && UNKNOWN_WORDS.has(text.trim().toLowerCase())

/** Whether a text in the place of a number stands for "not known": also `-`, `none`, `unknown`. */
export const isUnknownNumberText = (text: string): boolean => {
  if (text.length > MAX_WORD_CHARACTERS) return text.trim() === ""
  const word = text.trim().toLowerCase()
  return UNKNOWN_WORDS.has(word) || NO_NUMBER_WORDS.has(word)
}
