// English words of the positions of an animal.

/** fixes are the words of the positions of an animal. */
export const fixes = {}
