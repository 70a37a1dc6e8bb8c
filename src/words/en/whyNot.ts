// English words of the page why there was no alert.

/** whyNot are the words of the page why there was no alert. */
export const whyNot = {}
