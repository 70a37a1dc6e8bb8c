// English words of the live map.

/** live are the words of the live map. */
export const live = {}
