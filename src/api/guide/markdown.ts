// A page of the guide, from Markdown to HTML: a section for each heading, with the anchor that GitHub gives
// it. HTML in the Markdown is shown as it was written and never passed on.
import { Marked } from "marked"

/** A heading and what stands below it, up to the next heading. */
export interface Section {
  /** unique in its page */
  readonly anchor: string
  /** plain text */
  readonly title: string
  readonly depth: number
  readonly html: string
  /** what a reader sees of it besides the title, in one line */
  readonly text: string
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]))

/** Text as HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found]!)

/** Elements within a line part no words; all others do. */
const textOf = (html: string): string =>
  html
    .replace(/<\/?(?:a|code|del|em|strong)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters.get(entity)!)
    .replace(/\s+/g, " ")
    .trim()

/** Where a link leads in the running product: between pages it names files, as it has to on GitHub. */
const served = (href: string): string => {
  const [, page, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (page === undefined) return href
  return `/guide${page === "index" ? "" : `/${page}`}${anchor}`
}

const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    heading({ tokens }) {
      return this.parser.parseInline(tokens) // its element is made with its section
    },
    link({ href, tokens }) {
      return `<a href="${escapeHtml(served(href))}">${this.parser.parseInline(tokens)}</a>`
    }
  }
})

/** Wide things scroll by themselves, by keyboard too, and the page does not. */
const scrollable = (html: string): string =>
  html
    .replaceAll("<pre>", `<pre tabindex="0">`)
    .replaceAll("<table>", `<div class="wide" tabindex="0"><table>`)
    .replaceAll("</table>", "</table></div>")

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-")

/** The sections of a page, in their order. What stands before the first heading is left out. */
export const sectionsOf = (markdown: string): ReadonlyArray<Section> => {
  const tokens = marked.lexer(markdown)
  const starts = tokens.flatMap((token, at) => (token.type === "heading" ? [at] : []))
  const taken = new Map<string, number>()
  return starts.map((start, nth) => {
    const heading = marked.parser([tokens[start]!])
    const body = scrollable(marked.parser(tokens.slice(start + 1, starts[nth + 1])))
    const title = textOf(heading),
      plain = anchorOf(title),
      times = taken.get(plain) ?? 0
    taken.set(plain, times + 1)
    const anchor = times === 0 ? plain : `${plain}-${times}`
    const depth = /^#*/.exec(tokens[start]!.raw)![0].length
    const link = `<a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a>`
    return {
      anchor,
      title,
      depth,
      html: `<h${depth} id="${anchor}">${heading} ${link}</h${depth}>\n${body}`,
      text: textOf(body)
    }
  })
}
