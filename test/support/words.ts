// All words of the console in English, for tests of its modules without a browser: import it before anything else.
import { en, type Room } from "../../src/words/en.ts"
import { loadWords, setLanguage } from "../../src/words/language.ts"

/**
 * showLanguage shows all words in a language, `xx` in the pseudo-language. Test files share the words: a test
 * that shows another language shows English again when it ends.
 */
export const showLanguage = async (code: string): Promise<void> => {
  setLanguage(code)
  await loadWords(...(Object.keys(en) as ReadonlyArray<Room>))
}

await showLanguage("en")
