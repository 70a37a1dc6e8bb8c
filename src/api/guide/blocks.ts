// Tables and code of the guide as HTML. Both may be wider than a phone: they scroll on their own, also by
// keyboard, and the page does not.
import { escapeHtml, textOf } from "./escapeHtml.ts"

/** Tables of at most so many columns are stacked on a phone, cell below cell; wider ones scroll. */
const MAX_STACKED_COLUMNS = 3

/** The beginning of a comment by language: after a space or at the start of a line. */
const comments: Readonly<Record<string, RegExp>> = {
  ini: /(?<=^|\s)#\s.*$/gm,
  js: /(?<=^|\s)\/\/\s.*$/gm,
  promql: /(?<=^|\s)#\s.*$/gm,
  sh: /(?<=^|\s)#\s.*$/gm,
  ts: /(?<=^|\s)\/\/\s.*$/gm
}

/** Returns code as HTML, with comments marked. */
export const codeBlock = (code: string, language: string): string => {
  const comment = Object.hasOwn(comments, language) ? comments[language] : undefined
  const escaped = escapeHtml(code)
  // characters that begin or end a comment are not escaped
  const marked = comment === undefined ? escaped : escaped.replace(comment, `<span class="comment">$&</span>`)
  const type = /^\w+$/.test(language) ? ` class="language-${language}"` : ""
  return `<pre tabindex="0"><code${type}>${marked}\n</code></pre>\n`
}

/** Longer names in the first column may be broken, since they would make it wider than the text beside them. */
const MAX_NAME_CHARACTERS = 24
const breakable = (html: string): string =>
  html.replace(/(?<=<code>)[^<]*(?=<\/code>)/g, (name) =>
    name.length > MAX_NAME_CHARACTERS ? name.replace(/[_/](?=[\w{])/g, "$&<wbr>") : name
  )

/** Returns a table of cells of HTML. The first cell of a row is its header. */
export const tableBlock = (
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const stacked = header.length <= MAX_STACKED_COLUMNS
  const labels = header.map((cell) => escapeHtml(textOf(cell)))
  const heading = (cell: string) => (cell === "" ? "<td></td>" : `<th scope="col">${cell}</th>`)
  const cell = (html: string, at: number) => {
    if (at === 0) return `<th scope="row">${breakable(html)}</th>`
    const label = stacked && labels.length > 2 && labels[at] !== "" ? ` data-label="${labels[at]}"` : ""
    return `<td${label}>${html}</td>`
  }
  const head = labels.every((label) => label === "")
    ? ""
    : `<thead><tr>${header.map(heading).join("")}</tr></thead>\n`
  const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n")
  const table = `<table>\n${head}<tbody>\n${body}\n</tbody></table>`
  return `<div class="wide${stacked ? " stacked" : ""}" tabindex="0">${table}</div>\n`
}
