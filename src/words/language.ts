// The language that is shown, and its words. A language is a list of rooms (`en.ts`, `es.ts`) and a folder with a
// module for each; the console loads the rooms that a page needs.
import { en, type Loaders, type Room, type Words } from "./en.ts"
import { es } from "./es.ts"

interface Language {
  /** its own name */
  readonly name: string
  /** the BCP 47 tag that dates and numbers are formatted by */
  readonly locale: string
  readonly loaders: Loaders
}

/** languages are the languages that the product speaks, by ISO 639 code. */
export const languages: Readonly<Record<"en" | "es", Language>> = {
  en: { name: "English", locale: "en-GB", loaders: en },
  es: { name: "Español", locale: "es", loaders: es }
}

/** The code of the pseudo-language: English with each message in marks, to find text that is in no catalogue. */
const PSEUDO_CODE = "xx"

/**
 * words are the messages of the loaded rooms. Read them when you render: at the top level of a module they
 * are not loaded yet.
 */
export const words = {} as Words

let language: Language = languages.en
let isMarked = false

/** localeOf returns the BCP 47 tag of the shown language, for `Intl`. */
export const localeOf = (): string => language.locale

/** marked puts a text in marks where the pseudo-language is shown: for texts that `Intl` makes. */
export const marked = (text: string): string => (isMarked ? `⟦${text}⟧` : text)

const withMarks = (value: unknown): unknown => {
  if (typeof value === "string") return marked(value)
  if (Array.isArray(value)) return ["⟦", ...(value as ReadonlyArray<unknown>), "⟧"]
  if (typeof value === "function")
    return (...args: ReadonlyArray<unknown>) => withMarks(Reflect.apply(value, undefined, args))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, withMarks(of)]))
}

/** loadWords loads rooms in the shown language, unless they are loaded. */
export const loadWords = async (...rooms: ReadonlyArray<Room>): Promise<void> => {
  const missing = rooms.filter((room) => !(room in words))
  const modules = await Promise.all(missing.map((room) => language.loaders[room]()))
  for (const module of modules) Object.assign(words, isMarked ? (withMarks({ ...module }) as object) : module)
}

/** setLanguage sets the shown language by its code, and forgets the words of the one before. */
export const setLanguage = (code: string): void => {
  isMarked = code === PSEUDO_CODE
  language = languages[code as keyof typeof languages] ?? languages.en
  for (const room of Object.keys(words)) Reflect.deleteProperty(words, room)
}

/**
 * languageFor returns the code of the first language that the product speaks: of the user's own, then of the
 * browser's; English where it speaks none of them.
 */
export const languageFor = (own: string | null, browser: ReadonlyArray<string>): string =>
  [own, ...browser]
    .map((tag) => tag?.split("-")[0] ?? "")
    .find((code) => code in languages || code === PSEUDO_CODE) ?? "en"
