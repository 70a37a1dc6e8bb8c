// English words of the editor of areas.

/** areas are the words of the editor of areas. */
export const areas = {}
