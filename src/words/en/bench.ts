// English words of the rule bench.

/** bench are the words of the rule bench. */
export const bench = {}
