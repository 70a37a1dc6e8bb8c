/** What a query named once or several times, each once. */
export const listOf = (named: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  named === undefined ? [] : typeof named === "string" ? [named] : [...new Set(named)]
