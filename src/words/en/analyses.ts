// English words of the list of analyses.

/** analyses are the words of the list of analyses. */
export const analyses = {}
