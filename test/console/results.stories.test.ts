// Results in the console: every figure of the page's tables is the one that the document holds, through the formatter
// that the report uses too; two periods are compared; the pages are accessible.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { Page } from "playwright-core"
import type { Run } from "../../src/domain/analysis/Run.ts"
import type { Column, ResultDocument, Table } from "../../src/domain/analysis/Result.ts"
import { cellText } from "../../src/figures/cellText.ts"
import { until } from "../journeys/client.ts"
import { addCollar, type Fix, makeHerd, send } from "../journeys/herd.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"

const BEGIN = Date.parse("2025-03-01T00:00:00Z"),
  HOUR = 3_600_000,
  HOURS = 240
const iso = (hour: number) => new Date(BEGIN + hour * HOUR).toISOString()

/** Ten days, hourly; Berta has too few fixes for a home range. */
const places: Readonly<Record<string, (hour: number) => readonly [lon: number, lat: number] | null>> = {
  Alma: (hour) => [hour < HOURS / 2 ? 10.02 : 10.12, 50.02 + (hour % 7) * 0.002],
  Berta: (hour) => (hour % 24 === 0 ? [10.03, 50.03] : null),
  Cleo: (hour) => [10.3, 50 + (hour % 2) * 0.01]
}

const pasture = (west: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, 50],
      [west + 0.05, 50],
      [west + 0.05, 50.05],
      [west, 50.05],
      [west, 50]
    ]
  ]
})

/** A herd with a finished run of each module. */
const analysed = Effect.gen(function* () {
  const { client } = yield* TheConsole
  const slug = `found-${randomBytes(3).toString("hex")}`
  const herd = yield* makeHerd(client, slug)
  const entity_ids: Array<string> = []
  for (const [name, placeAt] of Object.entries(places)) {
    entity_ids.push((yield* addCollar(client, herd, name)).entityId!)
    const fixes = Array.from({ length: HOURS }, (_, hour) => ({ hour, at: placeAt(hour) })).flatMap(
      ({ at, hour }): ReadonlyArray<Fix> =>
        at === null ? [] : [{ device: name, time: iso(hour), lon: at[0], lat: at[1] }]
    )
    yield* send(client, herd, fixes)
  }
  const feature_ids: Array<string> = []
  for (const [name, west] of [
    ["West", 10],
    ["East", 10.1]
  ] as const)
    feature_ids.push(
      (yield* client.post(`/projects/${herd.projectId}/features`, {
        feature_type: "zone",
        name,
        geometry: pasture(west)
      })).id
    )
  const period = {
    time_from: iso(HOURS / 2),
    time_to: iso(HOURS),
    comparison: { time_from: iso(0), time_to: iso(HOURS / 2) }
  }
  const path = `/projects/${herd.projectId}/analyses`
  const run = (module: string, more: object) =>
    Effect.gen(function* () {
      const { id } = yield* client.post(path, {
        module,
        name: `The ${module} of March`,
        parameters: { entity_ids, ...period, ...more }
      })
      const ended = yield* until(
        "the end of the run",
        client.get<Run>(`${path}/${id}`),
        ({ status }) => status !== "queued" && status !== "running",
        60
      )
      assert.strictEqual(ended.status, "completed", ended.error_message ?? "")
      return { id, document: ended.result! }
    })
  return {
    at: `/p/${slug}/analyses`,
    movement: yield* run("movement", {}),
    grazing: yield* run("grazing", { feature_ids })
  }
})

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

const compare = async (page: Page, document: ResultDocument, key: string, title: string, period: string) => {
  await showAll(page, title)
  const table = document.tables.find((one) => one.key === key)!
  const shown = await tableNamed(page, title)
  assert.isAbove(shown.heads.length, 3, title)
  assert.deepStrictEqual(shown.rows, saidOf(table, shown, period), title)
  return shown.rows.length * shown.heads.length
}

layer(TheConsole.layer, { timeout: "240 seconds", excludeTestServices: true })(
  "the page of a result",
  (it) => {
    it.effect("shows the figures of the document, of both modules and both periods, and nothing else", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { at, grazing, movement } = yield* analysed
          const { complaints, page } = yield* visit(house.browser, {
            session: house,
            width: 1440,
            height: 900
          })
          yield* Effect.promise(async () => {
            await page.goto(`${at}/${movement.id}`)
            await page.getByRole("heading", { name: "Home ranges" }).waitFor()
            await page
              .getByText("Fewer than 30 fixes")
              .or(page.getByText("Displacement").first())
              .first()
              .waitFor()
            let figures = await compare(page, movement.document, "summary", "By animal", "main")
            await page.getByRole("button", { name: "Comparison", exact: true }).click()
            figures += await compare(page, movement.document, "summary", "By animal", "comparison")
            assert.isAbove(figures, 300)
            await page.getByRole("row", { name: /^Berta/u }).click()
            await page.getByText("Fewer than 30 fixes: no home range and no clusters are computed.").waitFor()
            assert.deepStrictEqual(await violations(page), [])
            await page.emulateMedia({ colorScheme: "dark" })
            assert.deepStrictEqual(await violations(page, "color-contrast"), [])
            await page.emulateMedia({ colorScheme: "light" })

            await page.goto(`${at}/${grazing.id}`)
            await page.getByRole("heading", { name: "Use by area: presence, not feeding" }).waitFor()
            const title = grazing.document.tables.find(({ key }) => key === "areas")!.title
            await compare(page, grazing.document, "areas", title, "main")
            await compare(page, grazing.document, "area_animals", "Areas by animal", "main")
            await compare(page, grazing.document, "animals", "Animals of the herd", "main")
            assert.deepStrictEqual(await violations(page), [])
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
    )

    it.effect("compares the two periods of a run with the differences of the worker", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { at, movement } = yield* analysed
          const { complaints, page } = yield* visit(house.browser, {
            session: house,
            width: 1440,
            height: 900
          })
          yield* Effect.promise(async () => {
            await page.goto(`${at}/${movement.id}`)
            await page.getByRole("link", { name: "Compare both periods" }).click()
            const distance = page
              .getByRole("table", { name: "Figures of Alma" })
              .getByRole("row", { name: /^Distance, km/u })
            await distance.waitFor()
            // each map has its own name once it is open
            await page.locator("[data-ready]").nth(1).waitFor({ state: "attached" })
            const table = movement.document.tables.find(({ key }) => key === "comparison")!
            const place = (key: string) => table.columns.findIndex((column) => column.key === key)
            const row = table.rows.find(
              (one) => one[place("subject")] === "Alma" && one[place("metric")] === "distance_km"
            )!
            const number = { key: "distance_km", label: "", type: "number", unit: "km" } as const
            const cells = await distance.getByRole("cell").allInnerTexts()
            assert.deepStrictEqual(cells.slice(0, 2), [
              cellText(row[place("main")]!, number),
              cellText(row[place("comparison")]!, number)
            ])
            assert.strictEqual(
              cells[2]!.replace("−", "-").replace("+", ""),
              cellText(row[place("change")]!, number)
            )
            assert.deepStrictEqual(await violations(page), [])
          })
          assert.deepStrictEqual(complaints, [])
        })
      )
    )
  }
)
