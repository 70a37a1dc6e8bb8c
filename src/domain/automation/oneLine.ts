/**
 * Returns a text as one line: control characters, line ends and characters that reverse the direction of
 * reading become blanks.
 */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim()
