// The pages of the guide as documents: a search box, the page, and the way to the others. No script.
import { addressOf, type Guide, type Page } from "./Guide.ts"
import { escapeHtml } from "./markdown.ts"
import type { Hit } from "./searchGuide.ts"
import { STYLE } from "./style.ts"

/** The headings of the page that is open, beside its name. */
const headingsOf = ({ sections }: Page): string => {
  const headings = sections.filter(({ depth }) => depth === 2)
  if (headings.length < 2) return ""
  const items = headings.map(({ anchor, title }) => `<li><a href="#${anchor}">${escapeHtml(title)}</a></li>`)
  return `<ul>${items.join("")}</ul>`
}

const navigation = ({ pages }: Guide, open: Page | null): string => {
  const item = (page: Page) => {
    const current = page === open ? ` aria-current="page"` : ""
    const inside = page === open ? headingsOf(page) : ""
    return `<li><a href="${addressOf(page)}"${current}>${escapeHtml(page.title)}</a>${inside}</li>`
  }
  return [...Map.groupBy(pages, ({ group }) => group)]
    .map(([group, members]) => `<p>${escapeHtml(group)}</p><ul>${members.map(item).join("")}</ul>`)
    .join("")
}

const document = (guide: Guide, open: Page | null, title: string, main: string, query = ""): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Pugmark</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<a href="/guide">Pugmark guide</a>
<a class="pages" href="#pages">Pages</a>
<form action="/guide" method="get" role="search">
<input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search the guide" aria-label="Search the guide">
<button>Search</button>
</form>
<a href="/docs">API</a>
</header>
<main>
${main}
</main>
<nav id="pages" aria-label="Pages of the guide">${navigation(guide, open)}</nav>
</body>
</html>
`

/** A page, as it is read. */
export const pageDocument = (guide: Guide, page: Page): string =>
  document(guide, page, page.title, page.sections.map(({ html }) => html).join("\n"))

const hitItem = ({ excerpt, page, section }: Hit): string => {
  const address = `${addressOf(page)}#${section.anchor}`
  const title = section.title === page.title ? page.title : `${page.title}: ${section.title}`
  const text = excerpt.map((part) =>
    part.found ? `<mark>${escapeHtml(part.text)}</mark>` : escapeHtml(part.text)
  )
  return `<div class="hit"><a href="${address}">${escapeHtml(title)}</a><p>${text.join("")}</p></div>`
}

/** What was found for a query. */
export const searchDocument = (guide: Guide, query: string, hits: ReadonlyArray<Hit>): string => {
  const said =
    hits.length > 0
      ? hits.map(hitItem).join("\n")
      : "<p>Nothing in the guide has all of these words. Fewer of them, or the beginning of one, find more.</p>"
  return document(guide, null, `Search: ${query}`, `<h1>${escapeHtml(query)}</h1>\n${said}`, query)
}
