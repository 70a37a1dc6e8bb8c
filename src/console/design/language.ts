// The language of the console: the user's own, otherwise the browser's. A change reloads the page, because texts are
// read in many places that do not render again.
import { languageFor, languages, setLanguage } from "../../words/language.ts"

/** LanguageChoice is the user's choice; null: the browser's language. */
export type LanguageChoice = keyof typeof languages | null

const KEY = "pugmark language"

/** languageChoice returns the stored choice. */
export const languageChoice = (): LanguageChoice => {
  const stored = localStorage.getItem(KEY)
  return (
    (Object.keys(languages) as ReadonlyArray<keyof typeof languages>).find((code) => code === stored) ?? null
  )
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

/** Stores a choice, and reloads the page if it is in another language. */
const change = (choice: LanguageChoice, shownCode: string): void => {
  store(choice)
  if (codeFor(choice) !== shownCode) location.reload()
}

/** chooseLanguage shows the page in the language that the user chose, also in a tab opened with `?lang=es`. */
export const chooseLanguage = (choice: LanguageChoice): void => {
  const shownCode = codeFor(languageChoice())
  sessionStorage.removeItem(TAB_KEY)
  const address = new URL(location.href)
  address.searchParams.delete("lang")
  history.replaceState(history.state, "", address)
  change(choice, shownCode)
}

/** followLanguage applies the choice that the user made on another machine. */
export const followLanguage = (choice: LanguageChoice): void => {
  if (choice !== languageChoice()) change(choice, codeFor(languageChoice()))
}
