// English words of the result of an analysis.

/** results are the words of the result of an analysis. */
export const results = {}
