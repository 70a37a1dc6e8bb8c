// English words of the form of a new analysis.

/** newAnalysis are the words of the form of a new analysis. */
export const newAnalysis = {}
