// Finds sections of the guide by words. All of the words have to occur; titles count for more than text.
import type { Guide, Page } from "./Guide.ts"
import type { Section } from "./markdown.ts"

/** Text, cut into what was looked for and what was not. */
export type Marked = ReadonlyArray<{ readonly text: string; readonly found: boolean }>

/** A section that has all the words, and a piece of its text. */
export interface Hit {
  readonly page: Page
  readonly section: Section
  readonly title: Marked
  readonly excerpt: Marked
}

/** No more are listed. */
export const MAX_HITS = 30
/** Anybody may ask, so that a question has a bound. */
const MAX_LENGTH = 100
const BEFORE = 70
const AFTER = 140

const wordsOf = (query: string): ReadonlyArray<string> =>
  query
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")

const occurrences = (text: string, word: string): number => text.split(word).length - 1

/** How well a section answers; 0: a word is missing. */
const scoreOf = (page: Page, section: Section, words: ReadonlyArray<string>): number => {
  const title = section.title.toLowerCase(),
    text = section.text.toLowerCase(),
    pageTitle = page.title.toLowerCase()
  const scores = words.map(
    (word) =>
      (title.includes(word) ? 20 + (10 * word.length) / title.length : 0) +
      (pageTitle.includes(word) ? 4 : 0) +
      Math.min(occurrences(text, word), 5)
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** Any of the words, the longest where two begin alike. */
const patternOf = (words: ReadonlyArray<string>): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"))
    .join("|")

const mark = (text: string, pattern: string): Marked =>
  text
    .split(new RegExp(`(${pattern})`, "i"))
    .map((part, at) => ({ text: part, found: at % 2 === 1 }))
    .filter((part) => part.text !== "")

const excerptOf = (text: string, pattern: string): string => {
  const first = Math.max(text.search(new RegExp(pattern, "i")), 0)
  const from = first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1
  const to = first + AFTER >= text.length ? text.length : text.lastIndexOf(" ", first + AFTER)
  // of a long word without a space on either side nothing but itself
  const piece = text.slice(Math.min(from, first), Math.max(to, first + 1))
  return `${from > 0 ? "… " : ""}${piece}${to < text.length ? " …" : ""}`
}

/** The best sections first; none for a query without words. */
export const searchGuide = ({ index, pages }: Guide, query: string): ReadonlyArray<Hit> => {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const pattern = patternOf(words)
  return [...pages, index]
    .flatMap((page) =>
      page.sections.map((section) => ({ page, section, score: scoreOf(page, section, words) }))
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_HITS)
    .map(({ page, section }) => ({
      page,
      section,
      title: mark(section.title, pattern),
      excerpt: mark(excerptOf(section.text, pattern), pattern)
    }))
}
