// Spanish words of the forms that add and change animals.
import type { addAnimals as english } from "../en/addAnimals.ts"
import type { Like } from "../tools.ts"

/** addAnimals are the words of the forms that add and change animals. */
export const addAnimals: Like<typeof english> = {}
