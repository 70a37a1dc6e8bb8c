// English words of the account page.

/** account are the words of the account page. */
export const account = {}
