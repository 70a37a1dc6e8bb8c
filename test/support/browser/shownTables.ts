// The tables of a result page, looked up in the stored document: every figure that is shown is the one of its subject,
// period and metric, through the formatter that the report uses too.
import { assert } from "@effect/vitest"
import type { Page } from "playwright-core"
import type { Column, ResultDocument, Table } from "../../../src/domain/analysis/Result.ts"
import { cellText } from "../../../src/figures/cellText.ts"

interface Shown {
  readonly heads: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** What a table of the page shows, as text. */
const tableNamed = (page: Page, name: string): Promise<Shown> =>
  page.getByRole("table", { name, exact: true }).evaluate((table) => ({
    heads: [...table.querySelectorAll("thead th")].map((head) =>
      head.textContent.replace(/ [▾▴]?$/u, "").trim()
    ),
    rows: [...table.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll("th, td")].map((cell) => cell.textContent.trim())
    )
  }))

const headOf = ({ label, note, unit }: Column): string =>
  `${label}${unit === null ? "" : `, ${unit}`}${note === undefined ? "" : ` (${note})`}`

/** What the document says of the cells that a table shows, in the same order. */
const saidOf = ({ columns, rows }: Table, { heads }: Shown, period: string) => {
  const periods = columns.findIndex(({ key }) => key === "period")
  const shown = heads.map((head, at) =>
    columns.findIndex((column) => (at === 0 ? column.label : headOf(column)) === head)
  )
  assert.notInclude(shown, -1, heads.join(" | "))
  return rows
    .filter((row) => periods < 0 || row[periods] === period)
    .map((row) => shown.map((at) => cellText(row[at]!, columns[at]!) || "–"))
}

/** Shows every column of a card. */
const showAll = async (page: Page, title: string) => {
  const card = page.getByRole("region", { name: title, exact: true })
  await card.getByRole("button", { name: "Columns" }).click()
  for (const box of await card.getByRole("checkbox").all()) await box.check()
  await card.getByRole("button", { name: "Columns" }).click()
}

/** Which table of a document is looked up: by its key, under the title that the page gives it. */
export interface LookedUp {
  readonly key: string
  readonly title: string
  readonly period: "main" | "comparison"
}

/** Looks up every figure of a table of the open page, all columns shown; how many there are. */
export const lookUp = async (
  page: Page,
  document: ResultDocument,
  { key, period, title }: LookedUp
): Promise<number> => {
  await showAll(page, title)
  const table = document.tables.find((one) => one.key === key)!
  const shown = await tableNamed(page, title)
  assert.isAbove(shown.heads.length, 3, title)
  assert.deepStrictEqual(shown.rows, saidOf(table, shown, period), title)
  return shown.rows.length * shown.heads.length
}

/** Looks up every table of the open page of a grazing result, in its main period. */
export const lookUpGrazing = async (page: Page, document: ResultDocument): Promise<number> => {
  const title = document.tables.find(({ key }) => key === "areas")!.title
  let figures = 0
  for (const [key, name] of [
    ["areas", title],
    ["area_animals", "Areas by animal"],
    ["animals", "Animals of the herd"]
  ] as const)
    figures += await lookUp(page, document, { key, title: name, period: "main" })
  return figures
}
