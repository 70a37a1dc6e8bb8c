// Searches sections of the guide. All words must occur; titles count for more than text.
import type { Guide, Page } from "./Guide.ts"
import type { Section } from "./markdown.ts"

/** `HighlightedText` is a text cut into matching and other parts. */
export type HighlightedText = ReadonlyArray<{ readonly text: string; readonly found: boolean }>

/** `Hit` is a section that contains all words, with an excerpt. */
export interface Hit {
  readonly page: Page
  readonly section: Section
  readonly title: HighlightedText
  readonly excerpt: HighlightedText
}

/** `MAX_HITS` bounds the results. */
export const MAX_HITS = 30
/** Bounds a query, since the search is open to everyone. */
const MAX_QUERY_CHARACTERS = 100
const EXCERPT_BEFORE_CHARACTERS = 70
const EXCERPT_AFTER_CHARACTERS = 140

const wordsOf = (query: string): ReadonlyArray<string> =>
  query
    .slice(0, MAX_QUERY_CHARACTERS)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")

const occurrences = (text: string, word: string): number => text.split(word).length - 1

/** Returns how well a section matches; 0: a word is missing. */
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

/** Returns a pattern of the words, longer ones first where two begin alike. */
const patternOf = (words: ReadonlyArray<string>): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"))
    .join("|")

const highlight = (text: string, pattern: string): HighlightedText =>
  text
    .split(new RegExp(`(${pattern})`, "i"))
    .map((part, at) => ({ text: part, found: at % 2 === 1 }))
    .filter((part) => part.text !== "")

const excerptOf = (text: string, pattern: string): string => {
  const first = Math.max(text.search(new RegExp(pattern, "i")), 0)
  const from =
    first <= EXCERPT_BEFORE_CHARACTERS ? 0 : text.indexOf(" ", first - EXCERPT_BEFORE_CHARACTERS) + 1
  const to =
    first + EXCERPT_AFTER_CHARACTERS >= text.length
      ? text.length
      : text.lastIndexOf(" ", first + EXCERPT_AFTER_CHARACTERS)
  // a long word without spaces around the match gives the match only
  const piece = text.slice(Math.min(from, first), Math.max(to, first + 1))
  return `${from > 0 ? "… " : ""}${piece}${to < text.length ? " …" : ""}`
}

/** Returns the matching sections, best first; none for a query without words. */
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
      title: highlight(section.title, pattern),
      excerpt: highlight(excerptOf(section.text, pattern), pattern)
    }))
}
