// English words of the import.

/** imports are the words of the import. */
export const imports = {}
