/** Returns the distinct values of a query parameter that may be given once or several times. */
export const queryValues = (values: string | ReadonlyArray<string> | undefined): ReadonlyArray<string> =>
  values === undefined ? [] : typeof values === "string" ? [values] : [...new Set(values)]
