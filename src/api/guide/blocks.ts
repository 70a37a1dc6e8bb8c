// Tables and code of the guide as HTML. Both may be wider than a phone: they scroll by themselves, by keyboard
// too, and the page does not.
import { escapeHtml, textOf } from "./escapeHtml.ts"

/** Tables of up to so many columns are read on a phone cell below cell; wider ones are a grid and stay one. */
const MOST_STACKED = 3

/** How a comment begins in the languages of the guide: after a space or at the start of a line. */
const comments: Readonly<Record<string, RegExp>> = {
  ini: /(?<=^|\s)#\s.*$/gm,
  js: /(?<=^|\s)\/\/\s.*$/gm,
  promql: /(?<=^|\s)#\s.*$/gm,
  sh: /(?<=^|\s)#\s.*$/gm,
  ts: /(?<=^|\s)\/\/\s.*$/gm
}

/** Code as it was written, its comments apart from what is run. */
export const codeBlock = (code: string, language: string): string => {
  const comment = Object.hasOwn(comments, language) ? comments[language] : undefined
  const escaped = escapeHtml(code)
  // no sign that begins or ends a comment is escaped
  const marked = comment === undefined ? escaped : escaped.replace(comment, `<span class="comment">$&</span>`)
  const type = /^\w+$/.test(language) ? ` class="language-${language}"` : ""
  return `<pre tabindex="0"><code${type}>${marked}\n</code></pre>\n`
}

/** Names longer than this make the first column wider than what is said of them, so they may be broken. */
const LONGEST_NAME = 24
const breakable = (html: string): string =>
  html.replace(/(?<=<code>)[^<]*(?=<\/code>)/g, (name) =>
    name.length > LONGEST_NAME ? name.replace(/[_/](?=[\w{])/g, "$&<wbr>") : name
  )

/** A table by its cells, which are HTML. The first cell of a row names it. */
export const tableBlock = (
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const stacked = header.length <= MOST_STACKED
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
