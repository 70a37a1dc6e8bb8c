// The report of each module on paper: Chromium prints it, and what stands on the pages is read back.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Browser, Page } from "playwright-core"
import type { ResultDocument, Table } from "../../src/domain/analysis/Result.ts"
import { reportOf } from "../../src/figures/report/reportOf.ts"
import { cellText } from "../../src/figures/cellText.ts"
import { MAX_REPORT_ROWS, shownColumns } from "../../src/figures/report/reportTables.ts"
import { openBrowser } from "../support/browser/browser.ts"
import { inked, pdfPages } from "../support/pdfText.ts"
import { compared, grazed, wandering } from "./documents.ts"

class Printer extends Context.Service<Printer, Browser>()("test/Printer") {
  static readonly layer = Layer.effect(Printer, openBrowser)
}

const reports = [
  { title: "Movement, compared", computed: compared, pages: [10, 40] },
  { title: "Movement of a herd", computed: wandering(25, 400), pages: [10, 60] },
  { title: "Use of the pastures", computed: grazed, pages: [4, 12] }
] as const

/** A page that shows a report; without a network. */
const open = (html: string) =>
  Effect.acquireRelease(
    Effect.flatMap(Printer, (browser) =>
      Effect.promise(async () => {
        const page = await browser.newPage({ offline: true, colorScheme: "dark" })
        await page.setContent(html)
        return page
      })
    ),
    (page) => Effect.promise(() => page.close())
  )

/** The first words of the rows of every table, by title: of each part of a table its own. */
const rowsByTitle = (page: Page) =>
  Effect.promise(() =>
    page.evaluate(() =>
      [...document.querySelectorAll("h2")].flatMap((head) => {
        const tables: Array<ReadonlyArray<string>> = []
        for (
          let next = head.nextElementSibling;
          next !== null && next.tagName !== "H2";
          next = next.nextElementSibling
        )
          for (const table of next.matches("table") ? [next] : next.querySelectorAll("table"))
            tables.push(
              [...table.querySelectorAll("tbody tr")].map((row) => row.firstElementChild!.textContent)
            )
        return tables.length === 0 ? [] : [{ title: head.textContent, tables }]
      })
    )
  )

/**
 * What the rows of a table begin with: the first cell that is shown, and where it lies on its side the
 * labels.
 */
const expectedRows = (table: Table) => {
  const shown = shownColumns(table)
  return {
    names: table.rows
      .slice(0, MAX_REPORT_ROWS)
      .map((row) => cellText(row[shown[0]!]!, table.columns[shown[0]!]!)),
    labels: shown.map((at) => table.columns[at]!.label)
  }
}

const assertRows = (
  document: ResultDocument,
  parts: ReadonlyArray<{ readonly title: string; readonly tables: ReadonlyArray<ReadonlyArray<string>> }>
) => {
  const tables = document.tables.filter((table) => shownColumns(table).length > 0)
  assert.deepStrictEqual(
    parts.map(({ title }) => title),
    tables.map(({ title }) => title)
  )
  parts.forEach((part, at) => {
    const { labels, names } = expectedRows(tables[at]!)
    for (const rows of part.tables) {
      if (rows.length === names.length && rows.every((row, i) => row === names[i])) continue
      const inHead = labels.length - rows.length
      assert.isTrue(inHead === 1 || inHead === 2, `${part.title}: ${rows.length} rows`)
      rows.forEach((row, i) => assert.isTrue(row.startsWith(labels[inHead + i]!), `${part.title}: ${row}`))
    }
  })
}

layer(Printer.layer, { timeout: "120 seconds" })("a report", (it) => {
  for (const { computed, pages, title } of reports)
    for (const format of ["A4", "Letter"] as const)
      it.effect(`of ${title.toLowerCase()} is printed whole on ${format}`, () =>
        Effect.scoped(
          Effect.gen(function* () {
            const page = yield* open(reportOf({ title, ...computed }))
            const parts = yield* rowsByTitle(page)
            assertRows(computed.document, parts)

            const pdf = yield* Effect.promise(() => page.pdf({ format, printBackground: true }))
            const printed = pdfPages(pdf)
            assert.strictEqual(printed.length, pdf.toString("latin1").match(/\/Type \/Page\b/gu)!.length)
            assert.isTrue(printed.length >= pages[0] && printed.length <= pages[1], `${printed.length} pages`)
            for (const [at, text] of printed.entries())
              assert.isAbove(text.length, 0, `page ${at + 1} is blank`)
            assert.isTrue(printed[0]!.startsWith(inked(title)))

            // every row of every table, folded ones too, in its order
            const all = printed.join("")
            let from = 0
            for (const { tables, title } of parts) {
              from = all.indexOf(inked(title), from)
              assert.isAbove(from, 0, title)
              for (const row of tables.flat()) {
                const found = all.indexOf(inked(row), from)
                assert.isAtLeast(found, 0, `${title}: ${row}`)
                from = found + inked(row).length
              }
            }
            for (const { title } of computed.document.charts.filter(({ key }) => key !== "rest_calendar"))
              assert.include(all, inked(title))
          })
        )
      )

  it.effect(
    "fits the width of the paper, dark as the screen may be, and repeats the heads of a long table",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          for (const { computed, title } of reports) {
            const page = yield* open(reportOf({ title, ...computed }))
            yield* Effect.promise(async () => {
              await page.setViewportSize({ width: 703, height: 1017 }) // A4 between its margins
              await page.emulateMedia({ media: "print" })
            })
            const { background, width } = yield* Effect.promise(() =>
              page.evaluate(() => ({
                width: document.documentElement.scrollWidth,
                background: getComputedStyle(document.body).backgroundColor
              }))
            )
            assert.isAtMost(width, 703, title)
            assert.strictEqual(background, "rgb(255, 255, 255)")
          }
          const page = yield* open(reportOf({ title: "Herd", ...wandering(25, 400) }))
          const printed = pdfPages(yield* Effect.promise(() => page.pdf({ format: "A4" })))
          const heads = printed.filter((text) => text.includes("SubjectRankCelleastCellnorth"))
          assert.isAbove(heads.length, 2, "400 rows take several pages")
        })
      )
  )
})
