// English words of the forms that add and change animals.

/** addAnimals are the words of the forms that add and change animals. */
export const addAnimals = {}
