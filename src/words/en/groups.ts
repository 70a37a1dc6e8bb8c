// English words of the groups of animals.

/** groups are the words of the groups of animals. */
export const groups = {}
