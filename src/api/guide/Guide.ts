// The pages of the guide, read from src/guide beside the program, wherever that was started from. The order
// is that of the links of its index.
import { readdirSync, readFileSync } from "node:fs"
import { textOf } from "./escapeHtml.ts"
import { type Section, sectionsOf } from "./markdown.ts"

/** One subject. */
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

export interface Guide {
  readonly index: Page
  readonly pages: ReadonlyArray<Page>
}

const FOLDER = new URL("../../guide/", import.meta.url)
const INDEX = "index"

/** The names of all pages but the index. */
export const pageNames = (): ReadonlyArray<string> =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length))
    .filter((name) => name !== INDEX)

/** Where a page is. */
export const addressOf = ({ name }: Pick<Page, "name">): string =>
  name === INDEX ? "/guide" : `/guide/${name}`

/** Reads and renders every page. */
export const readGuide = (): Guide => {
  const read = (name: string) => sectionsOf(readFileSync(new URL(`${name}.md`, FOLDER), "utf8"))
  const index = read(INDEX)
  const title = index[0]?.title ?? INDEX
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
    index: { name: INDEX, title, label: title, group: "", sections: index },
    pages: pages.toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
  }
}
