// The result of as large a run as there may be, 25 animals of 20,000 fixes, computed by the worker: the page hands
// bounded figures to the map and to the charts, and a pointer over a chart moves a mark on the map and redraws nothing.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import type { Page } from "playwright-core"
import type { Run } from "../../src/domain/analysis/Run.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { MAX_CHART_ELEMENTS } from "../figures/bounds.ts"
import { completed } from "../support/browser/grazedHerd.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit } from "../support/browser/visit.ts"
import { LARGE, makeLargeHerd } from "../support/largeHerd.ts"
import { LoginSql } from "../support/sql/database.ts"

/** Shapes of one answer, points of one track and of all. */
const MAX_PAGE_SHAPES = 2000,
  MAX_TRACK_POINTS = 5000,
  MAX_ALL_POINTS = 60_000

/**
 * Points of the shapes that the map is handed at once, with every kind switched on: about ten a hotspot or
 * cluster.
 */
const MAX_MAP_POINTS = 200_000

interface Loaded {
  readonly source: string
  readonly features: number
  readonly points: number
  /** of the first feature, if it is a point */
  readonly place: readonly [number, number] | null
}

/** Notes what the map is handed: what its worker is told to load. */
const noteLoads = () => {
  /** A message of the map to its worker, of a source of GeoJSON. */
  interface Told {
    readonly type?: string
    readonly data?: {
      readonly source: string
      readonly data?: { readonly features?: ReadonlyArray<Feature> }
    }
  }
  interface Feature {
    readonly geometry: { readonly type: string; readonly coordinates: readonly [number, number] }
  }
  const loads: Array<Loaded> = []
  Object.assign(globalThis, { loads })
  const pointsIn = (coordinates: unknown): number =>
    !Array.isArray(coordinates)
      ? 0
      : typeof coordinates[0] === "number"
        ? 1
        : coordinates.reduce((sum: number, one: unknown) => sum + pointsIn(one), 0)
  // oxlint-disable-next-line typescript/unbound-method -- called with the worker below
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (this: Worker, told: Told, ...more: ReadonlyArray<never>) {
    const features = told.data?.data?.features
    if (told.type === "LD" && features !== undefined) {
      const [first] = features
      loads.push({
        source: told.data!.source,
        features: features.length,
        points: features.reduce((sum, { geometry }) => sum + pointsIn(geometry.coordinates), 0),
        place: first?.geometry.type === "Point" ? first.geometry.coordinates : null
      })
    }
    post.call(this, told, ...more)
  }
}

const loadsOf = async (page: Page, name: RegExp): Promise<ReadonlyArray<Loaded>> =>
  (await page.evaluate(() => (globalThis as unknown as { loads: ReadonlyArray<Loaded> }).loads)).filter(
    ({ source }) => name.test(source)
  )

/** Notes which elements change from now on; the answer is what it has heard of. */
const noteChanges = () => {
  const changed: Array<string> = []
  Object.assign(globalThis, { changed })
  const nameOf = (node: Node) =>
    `${node.nodeName.toLowerCase()} ${node instanceof Element ? (node.getAttribute("class") ?? "") : ""}`
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, target, type } of records)
      changed.push(...(type === "childList" ? [...addedNodes, ...removedNodes] : [target]).map(nameOf))
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
}

const sql = LoginSql.pipe(
  Layer.provide(
    Layer.effect(
      DatabaseUrl,
      Effect.map(TheConsole, ({ databaseUrl }) => Redacted.make(databaseUrl))
    )
  )
)

layer(sql.pipe(Layer.provideMerge(TheConsole.layer)), {
  timeout: "240 seconds",
  excludeTestServices: true
})("the page of the largest result", (it) => {
  it.effect(
    "is handed bounded figures; a pointer over a chart moves marks, and nothing is drawn again",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { client } = house
          const slug = `large-${randomBytes(3).toString("hex")}`
          const herd = yield* makeLargeHerd(client, yield* SqlClient.SqlClient, slug)
          const runs = `/projects/${herd.projectId}/analyses`
          const { id } = yield* client.post<Run>(runs, { module: "movement", parameters: herd.parameters })
          const run = yield* completed(client, `${runs}/${id}`, 200)
          assert.strictEqual(run.input_count, LARGE.subjects * LARGE.fixes)

          const { complaints, context, page } = yield* visit(house.browser, {
            session: house,
            width: 1440,
            height: 900
          })
          const shapes: Array<Promise<number>> = []
          const tracks: Array<
            Promise<{ readonly at: ReadonlyArray<readonly [number, number]>; readonly times: Array<number> }>
          > = []
          page.on("response", (response) => {
            if (response.url().includes("/geometries?"))
              shapes.push(response.json().then(({ features }) => features.length))
            if (response.url().includes("/tracks?"))
              tracks.push(
                response.json().then(({ geometry, properties }) => ({
                  at: geometry?.coordinates ?? [],
                  times: properties.times.map((time: string) => Date.parse(time))
                }))
              )
          })
          yield* Effect.promise(async () => {
            await context.addInitScript(noteLoads)
            await page.goto(`${herd.path}/analyses/${id}`)
            await page
              .getByRole("table", { name: "By animal" })
              .getByRole("row", { name: /Roamer 25/ })
              .waitFor()
            await page.locator("[data-ready]").waitFor({ state: "attached" })
            await page.waitForLoadState("networkidle")
            for (const kind of ["Hotspots", "Clusters", "Tracks"]) {
              await page.getByRole("button", { name: kind, exact: true }).click()
              await page.waitForLoadState("networkidle")
            }
            await page.getByText("Loading shapes").waitFor({ state: "detached" })
            // tracks come one after another, and the network rests between them
            for (let looks = 0; tracks.length < LARGE.subjects && looks < 240; looks++)
              await page.waitForTimeout(250)
            await page.waitForLoadState("networkidle")

            // what was fetched
            const pages = await Promise.all(shapes),
              ways = await Promise.all(tracks)
            assert.isAtMost(Math.max(...pages), MAX_PAGE_SHAPES)
            assert.isAtLeast(pages.length, 5, "some kind is more than one page")
            assert.lengthOf(ways, LARGE.subjects)
            assert.isAtMost(Math.max(...ways.map(({ at }) => at.length)), MAX_TRACK_POINTS)
            const all = ways.reduce((sum, { at }) => sum + at.length, 0)
            assert.isAtMost(all, MAX_ALL_POINTS)

            // what the map and the charts were handed
            const found = (await loadsOf(page, /found$/u)).at(-1)!
            const kinds = run.result.geometries
            const wanted = (["mcp", "kde", "hotspot", "cluster"] as const).reduce(
              (sum, kind) => sum + (kinds[kind] ?? 0),
              0
            )
            assert.isAtLeast(found.features, wanted + LARGE.subjects)
            assert.isAtMost(found.points, all + MAX_MAP_POINTS)
            const drawings = await page
              .getByRole("main")
              .locator("svg")
              .evaluateAll((svgs) => svgs.map((svg) => svg.querySelectorAll("*").length))
            assert.isAbove(Math.max(...drawings), 50)
            assert.isAtMost(Math.max(...drawings), MAX_CHART_ELEMENTS)

            // the cursor of the charts and of the map
            const chart = page
              .getByRole("region", { name: "Net squared displacement" })
              .locator("svg")
              .first()
            await chart.scrollIntoViewIfNeeded()
            const before = (await loadsOf(page, /found$/u)).length
            await page.evaluate(noteChanges)
            const { height, width, x, y } = (await chart.boundingBox())!
            /** the track that the first mark stands on: of the chosen animal, which came in any order */
            let chosen: (typeof ways)[number] | undefined
            let last = -1
            for (const part of [0.3, 0.5, 0.7, 0.9]) {
              const marks = (await loadsOf(page, /found cursor$/u)).length
              await page.mouse.move(x + width * part, y + height / 2)
              await page.waitForFunction(
                (count) =>
                  (globalThis as unknown as { loads: ReadonlyArray<Loaded> }).loads.filter(({ source }) =>
                    source.endsWith("found cursor")
                  ).length > count,
                marks
              )
              const { place } = (await loadsOf(page, /found cursor$/u)).at(-1)!
              const indexOn = ({ at }: (typeof ways)[number]) =>
                at.findIndex(([lon, lat]) => lon === place?.[0] && lat === place[1])
              chosen ??= ways.find((way) => indexOn(way) >= 0)
              const index = chosen === undefined ? -1 : indexOn(chosen)
              assert.isAbove(index, last, "further along the track of the chosen one")
              last = index
            }
            // a line in each chart by time
            assert.isAtLeast(await page.locator("main i[style*=left]").count(), 2)
            const changed = await page.evaluate(
              () => (globalThis as unknown as { changed: ReadonlyArray<string> }).changed
            )
            assert.isAtLeast(changed.length, 2)
            assert.deepStrictEqual(
              changed.filter((name) => !name.startsWith("i ")),
              [],
              "marks alone"
            )
            assert.strictEqual(
              (await loadsOf(page, /found$/u)).length,
              before,
              "no shape is handed over again"
            )
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    400_000
  )
})
