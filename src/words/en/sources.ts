// English words of the list of sources.

/** sources are the words of the list of sources. */
export const sources = {}
