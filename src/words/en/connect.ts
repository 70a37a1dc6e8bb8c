// English words of the pages that connect a source.

/** connect are the words of the pages that connect a source. */
export const connect = {}
