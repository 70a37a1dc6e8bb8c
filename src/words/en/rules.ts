// English words of the list of rules.

/** rules are the words of the list of rules. */
export const rules = {}
