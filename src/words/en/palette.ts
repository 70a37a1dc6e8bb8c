// English words of the command palette.

/** palette are the words of the command palette. */
export const palette = {}
