// English words of the pages of the operator.

/** operate are the words of the pages of the operator. */
export const operate = {}
