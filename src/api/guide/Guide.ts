// The pages of the guide, read from src/guide beside the program. Their order is that of the links in its
// index.
import { readdirSync, readFileSync } from "node:fs"
import { textOf } from "./escapeHtml.ts"
import { type Section, sectionsOf } from "./markdown.ts"

/** `Page` is a page of the guide. */
export interface Page {
  /** in its address: `/guide/{name}` */
  readonly name: string
  readonly title: string
  /** its title in few words, as the index links it */
  readonly label: string
  /** the heading of the index under which it is named */
  readonly group: string
  /** the first has the title of the page */
  readonly sections: ReadonlyArray<Section>
}

/** `Guide` holds the index and the other pages in order. */
export interface Guide {
  readonly index: Page
  readonly pages: ReadonlyArray<Page>
}

const GUIDE_FOLDER = new URL("../../guide/", import.meta.url)
const INDEX_NAME = "index"

/** Returns the names of all pages but the index. */
export const pageNames = (): ReadonlyArray<string> =>
  readdirSync(GUIDE_FOLDER)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .filter((name) => name !== INDEX_NAME)

/** Returns the path of a page. */
export const addressOf = ({ name }: Pick<Page, "name">): string =>
  name === INDEX_NAME ? "/guide" : `/guide/${name}`

/** Reads and renders every page. */
export const readGuide = (): Guide => {
  const read = (name: string) => sectionsOf(readFileSync(new URL(`${name}.md`, GUIDE_FOLDER), "utf8"))
  const index = read(INDEX_NAME)
  const title = index[0]?.title ?? INDEX_NAME
  const placeOf = (name: string) => {
    const link = `href="${addressOf({ name })}"`
    const at = index.findIndex(({ html }) => html.includes(link))
    const html = index[at]?.html ?? ""
    const begin = html.indexOf(link)
    // up to the end of the link's element
    const label = textOf(`<a ${html.slice(begin, html.indexOf("</a>", begin))}`)
    return { group: index[at]?.title ?? "", label, rank: [at, begin] as const }
  }
  const pages = pageNames().map((name) => {
    const sections = read(name)
    return { name, title: sections[0]?.title ?? name, sections, ...placeOf(name) }
  })
  return {
    index: { name: INDEX_NAME, title, label: title, group: "", sections: index },
    pages: pages.toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
  }
}
