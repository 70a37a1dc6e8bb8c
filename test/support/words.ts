// All words of the console in English, for tests of its modules without a browser: import it before anything else.
import { en, type Room } from "../../src/words/en.ts"
import { loadWords } from "../../src/words/language.ts"

await loadWords(...(Object.keys(en) as ReadonlyArray<Room>))
