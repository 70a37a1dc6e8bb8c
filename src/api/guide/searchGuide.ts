// Finds sections of the guide by words. All of the words have to occur; titles count for more than text.
import type { Guide, Page } from "./Guide.ts"
import type { Section } from "./markdown.ts"

/** A section that has all the words, and a piece of its text, cut into what was looked for and what was not. */
export interface Hit {
  readonly page: Page
  readonly section: Section
  readonly excerpt: ReadonlyArray<{ readonly text: string; readonly found: boolean }>
}

const MAX_HITS = 30
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

const excerptOf = (text: string, words: ReadonlyArray<string>): Hit["excerpt"] => {
  const pattern = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"))
    .join("|")
  const first = Math.max(text.search(new RegExp(pattern, "i")), 0)
  const from = first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1
  const to = first + AFTER >= text.length ? text.length : text.lastIndexOf(" ", first + AFTER)
  // of a long word without a space on either side nothing but itself
  const piece = text.slice(Math.min(from, first), Math.max(to, first + 1))
  const cut = `${from > 0 ? "… " : ""}${piece}${to < text.length ? " …" : ""}`
  return cut
    .split(new RegExp(`(${pattern})`, "i"))
    .map((part, at) => ({ text: part, found: at % 2 === 1 }))
    .filter((part) => part.text !== "")
}

/** The best sections first; none for a query without words. */
export const searchGuide = ({ index, pages }: Guide, query: string): ReadonlyArray<Hit> => {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return [...pages, index]
    .flatMap((page) =>
      page.sections.map((section) => ({ page, section, score: scoreOf(page, section, words) }))
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_HITS)
    .map(({ page, section }) => ({ page, section, excerpt: excerptOf(section.text, words) }))
}
