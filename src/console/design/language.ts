// The language of the console: the user's own, otherwise the browser's. A change reloads the page, because texts are
// read in many places that do not render again.
import { languageFor, setLanguage } from "../../words/language.ts"

/** LanguageChoice is the user's choice; null: the browser's language. */
export type LanguageChoice = "en" | "es" | null

const KEY = "pugmark language"

/** languageChoice returns the stored choice. */
export const languageChoice = (): LanguageChoice => {
  const stored = localStorage.getItem(KEY)
  return stored === "en" || stored === "es" ? stored : null
}

const store = (choice: LanguageChoice): void => {
  if (choice === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, choice)
}

const TAB_KEY = "pugmark language of tab"

/** The language of the page, by its code: that of the tab, if it was opened with `?lang=es`, or the choice. */
const codeFor = (choice: LanguageChoice): string =>
  languageFor(sessionStorage.getItem(TAB_KEY) ?? choice, navigator.languages)

/** startLanguage sets the language; called before the first paint. */
export const startLanguage = (): void => {
  const wanted = new URL(location.href).searchParams.get("lang")
  if (wanted !== null) sessionStorage.setItem(TAB_KEY, wanted)
  const code = codeFor(languageChoice())
  setLanguage(code)
  document.documentElement.lang = code === "xx" ? "en" : code
}

/** chooseLanguage stores a choice, and shows the page in it. */
export const chooseLanguage = (choice: LanguageChoice): void => {
  const isChanged = codeFor(choice) !== codeFor(languageChoice())
  store(choice)
  if (isChanged) location.reload()
}
