// English words of the map.

/** map are the words of the map. */
export const map = {}
