// English words of the animals and one animal.

/** animals are the words of the animals and one animal. */
export const animals = {}
