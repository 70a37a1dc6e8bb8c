// English words of the sign-in page.

/** login are the words of the sign-in page. */
export const login = {}
