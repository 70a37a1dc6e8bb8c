// Spanish words of the animals and one animal.
import type { animals as english } from "../en/animals.ts"
import type { Like } from "../tools.ts"

/** animals are the words of the animals and one animal. */
export const animals: Like<typeof english> = {}
