// HTML documents of the guide: navigation, search form and page. There is no script: menus are `details`
// elements.
import { addressOf, type Guide, type Page } from "./Guide.ts"
import { escapeHtml } from "./escapeHtml.ts"
import { type Hit, type HighlightedText, MAX_HITS } from "./searchGuide.ts"
import { GUIDE_STYLE } from "./guideStyle.ts"

/** The logo of the console. */
const LOGO =
  `<svg viewBox="0 0 34 34" width="28" height="28" aria-hidden="true"><rect width="34" height="34" rx="9"/>` +
  `<path d="M6.5 22.5c4-7.5 7.5-9.5 10.5-9.5s6.5 2 10.5 9.5" opacity=".55"/>` +
  `<path d="M10 25.5c2.5-5 4.8-7 7-7s4.5 2 7 7"/><circle cx="17" cy="9.2" r="1.6"/></svg>`

/** Returns the links to all pages by group, with the open page marked. */
const pagesNav = ({ pages }: Guide, open: Page | null): string => {
  const item = (page: Page) => {
    const current = page === open ? ` aria-current="page"` : ""
    return `<li><a href="${addressOf(page)}"${current}>${escapeHtml(page.label)}</a></li>`
  }
  const groups = [...Map.groupBy(pages, ({ group }) => group)]
    .map(([group, members]) => `<p>${escapeHtml(group)}</p><ul>${members.map(item).join("")}</ul>`)
    .join("\n")
  return `<details class="pages">
<summary>Pages</summary>
<nav aria-label="Pages of the guide">
${groups}
</nav>
</details>`
}

/** Returns the links to the headings of a page; empty for a single heading. */
const headingsNav = ({ sections }: Page): string => {
  const headings = sections.filter(({ depth }) => depth === 2)
  if (headings.length < 2) return ""
  const items = headings.map(({ anchor, title }) => `<li><a href="#${anchor}">${escapeHtml(title)}</a></li>`)
  return `<details class="headings">
<summary>On this page</summary>
<nav aria-label="On this page"><ul>${items.join("")}</ul></nav>
</details>`
}

/** Returns the links to the previous and the next page, in the order of the index. */
const turnNav = ({ index, pages }: Guide, open: Page): string => {
  const all = [index, ...pages]
  const link = (page: Page | undefined, way: "prev" | "next", word: string) =>
    page === undefined
      ? ""
      : `<a rel="${way}" href="${addressOf(page)}"><span>${word}</span>${escapeHtml(page.label)}</a>`
  const at = all.indexOf(open)
  const links = `${link(all[at - 1], "prev", "Before")}${link(all[at + 1], "next", "Next")}`
  return `<nav class="turn" aria-label="Before and after">${links}</nav>`
}

interface Parts {
  readonly title: string
  readonly main: string
  readonly open?: Page
  readonly query?: string
}

const document = (guide: Guide, { main, open, query = "", title }: Parts): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Pugmark</title>
<style>${GUIDE_STYLE}</style>
</head>
<body>
<a class="skip" href="#the-page">Skip to the page</a>
<header>
<a class="home" href="/guide">${LOGO}Pugmark <span>Guide</span></a>
<form action="/guide" method="get" role="search">
<input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search the guide" aria-label="Search the guide">
<button>Search</button>
</form>
<a class="api" href="/docs">API</a>
</header>
${pagesNav(guide, open ?? null)}
${open === undefined || open === guide.index ? "" : headingsNav(open)}
<main id="the-page" tabindex="-1">
${main}
</main>
</body>
</html>
`

/** Returns the document of a page; the index shows its groups side by side. */
export const pageDocument = (guide: Guide, page: Page): string => {
  const [first = "", ...more] = page.sections.map(({ html }) => html)
  const main =
    page === guide.index
      ? `${first}<div class="groups">\n${more.map((html) => `<section>${html}</section>`).join("\n")}\n</div>`
      : `<p class="group">${escapeHtml(page.group)}</p>\n${[first, ...more].join("\n")}`
  return document(guide, { title: page.title, main: `${main}\n${turnNav(guide, page)}`, open: page })
}

const marked = (parts: HighlightedText): string =>
  parts.map(({ found, text }) => (found ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text))).join("")

const hitItem = ({ excerpt, page, section, title }: Hit): string => {
  const where = section === page.sections[0] ? page.group : page.title
  return (
    `<li><a href="${addressOf(page)}#${section.anchor}">${marked(title)}</a> ` +
    `<span>${escapeHtml(where)}</span><p>${marked(excerpt)}</p></li>`
  )
}

const hitList = (hits: ReadonlyArray<Hit>): string =>
  hits.length === 0 ? "" : `<ol class="hits">\n${hits.map(hitItem).join("\n")}\n</ol>`

const countOf = (hits: ReadonlyArray<Hit>): string => {
  if (hits.length === 0)
    return `Nothing in the guide has all of these words. Fewer of them, or the beginning of one, find more.`
  if (hits.length === MAX_HITS) return `The ${MAX_HITS} sections that fit best.`
  return hits.length === 1 ? "One section." : `${hits.length} sections, the best first.`
}

/** Returns the document with the results of a search. */
export const searchDocument = (guide: Guide, query: string, hits: ReadonlyArray<Hit>): string =>
  document(guide, {
    title: `Search: ${query}`,
    main: `<h1>${escapeHtml(query)}</h1>\n<p class="count">${countOf(hits)}</p>\n${hitList(hits)}`,
    query
  })

/** Returns the document for an unknown path; `hits` are pages that it may have meant. */
export const missingDocument = (guide: Guide, hits: ReadonlyArray<Hit>): string =>
  document(guide, {
    title: "No such page",
    main:
      `<h1>There is no such page</h1>\n<p>The guide has no page at this address. ` +
      `${hits.length > 0 ? "Perhaps it is one of these, or in" : "Search it, or go to"} ` +
      `<a href="/guide">the list of all pages</a>.</p>\n${hitList(hits)}`
  })
