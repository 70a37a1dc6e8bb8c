// Texts in tables that a spreadsheet opens: none may begin a formula, and each comes back as it was.

/**
 * What spreadsheets take for the beginning of a formula, also in full width, and what hides it from their
 * view. Apostrophes may stand before it: a text that has them is guarded by one more, so that taking one away
 * always gives the text.
 */
const FORMULA_PATTERN = /^'*[\s\p{Cf}]*[=+\-@＝＋－＠\t\r]/u

/** Returns the text with an apostrophe before it where it would be taken for a formula. */
export const guardFormula = (text: string): string => (FORMULA_PATTERN.test(text) ? `'${text}` : text)

/** Returns the text that `guardFormula` was given. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && FORMULA_PATTERN.test(text) ? text.slice(1) : text
