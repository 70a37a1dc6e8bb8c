// Renders Markdown of the guide to HTML: a section for each heading, with the anchor that GitHub gives it.
// HTML within Markdown is escaped.
import { Marked } from "marked"
import { codeBlock, tableBlock } from "./blocks.ts"
import { escapeHtml, textOf } from "./escapeHtml.ts"

/** `Section` is a heading and the text below it, up to the next heading. */
export interface Section {
  /** unique in its page */
  readonly anchor: string
  /** plain text */
  readonly title: string
  readonly depth: number
  readonly html: string
  /** its visible text without the title, in one line */
  readonly text: string
}

/** Returns the path in the running product of a link that names a file, as it must on GitHub. */
const servedHref = (href: string): string => {
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
    code: ({ lang = "", text }) => codeBlock(text, lang),
    table({ header, rows }) {
      const cells = (row: typeof header) => row.map(({ tokens }) => this.parser.parseInline(tokens))
      return tableBlock(cells(header), rows.map(cells))
    },
    link({ href, tokens }) {
      return `<a href="${escapeHtml(servedHref(href))}">${this.parser.parseInline(tokens)}</a>`
    }
  }
})

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-")

/** Returns the sections of a page in order. Text before the first heading is left out. */
export const sectionsOf = (markdown: string): ReadonlyArray<Section> => {
  const tokens = marked.lexer(markdown)
  const starts = tokens.flatMap((token, at) => (token.type === "heading" ? [at] : []))
  const taken = new Map<string, number>()
  return starts.map((start, nth) => {
    const heading = marked.parser([tokens[start]!])
    const body = marked.parser(tokens.slice(start + 1, starts[nth + 1]))
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
