// English words of the health page.

/** health are the words of the health page. */
export const health = {}
