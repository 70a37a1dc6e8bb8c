// English words of the consent page.

/** consent are the words of the consent page. */
export const consent = {}
