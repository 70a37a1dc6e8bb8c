// Files of tracks go in through the browser: what they do not say is asked, what is stored is what the command line
// stores, and what was interrupted goes on.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { makeHerd } from "../journeys/herd.ts"
import { type Console, TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"
import { fixtures } from "../support/fixtures.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { MAIN } from "../support/processes/service.ts"
import { kml, kmz, xlsx } from "../support/tracks/trackFiles.ts"

interface File {
  readonly kind: "movebank" | "csv" | "excel" | "gpx" | "kml"
  readonly path: string
  /** what else the command line is told */
  readonly flags: ReadonlyArray<string>
  /** answers what the page asks */
  readonly answer: (page: Page) => Promise<void>
}

const nothingAsked = () => Promise.resolve()

const minute = (i: number) =>
  `${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}`

/** A table as spreadsheets of half of Europe write it. */
const semicolons = (directory: string): File => {
  const path = join(directory, "weide.csv")
  const rows = Array.from(
    { length: 200 },
    (_, i) => `${i % 2 === 0 ? "Alma" : "Berta"};2024-03-01 ${minute(i)};9,${10_000 + i};47,${20_000 + i}`
  )
  const text = ["animal;timestamp;longitude;latitude", ...rows, "Alma;2024-03-01 12:00;9,1;95,5"].join("\r\n")
  writeFileSync(path, Buffer.from(`\uFEFF${text}`, "utf16le"))
  return {
    kind: "csv",
    path,
    flags: ["--times-in", "UTC"],
    answer: async (page) => {
      await page.getByRole("heading", { name: "Which clock wrote the times?" }).waitFor()
      await page.getByRole("button", { name: "UTC", exact: true }).click()
    }
  }
}

const gpx = (directory: string): File => {
  const path = join(directory, "Rex.gpx")
  const points = Array.from(
    { length: 100 },
    (_, i) =>
      `<trkpt lat="47.5" lon="${8 + i / 1000}"><ele>${400 + i}</ele>` +
      `<time>2024-01-01T${minute(i)}:00Z</time></trkpt>`
  )
  writeFileSync(
    path,
    `<?xml version="1.0"?><gpx version="1.1" creator="x"><trk><trkseg>${points.join("\n")}</trkseg></trk></gpx>`
  )
  return { kind: "gpx", path, flags: [], answer: nothingAsked }
}

const tracks = (directory: string): File => {
  const path = join(directory, "herd.kmz")
  const trackOf = (name: string, lat: number) =>
    `<Placemark><name>${name}</name><gx:Track>` +
    Array.from({ length: 60 }, (_, i) => `<when>2024-02-01T${minute(i)}:00Z</when>`).join("") +
    Array.from({ length: 60 }, (_, i) => `<gx:coord>${8 + i / 1000} ${lat} ${400 + i}</gx:coord>`).join("") +
    "</gx:Track></Placemark>"
  writeFileSync(path, kmz(kml(trackOf("Alma", 47.5) + trackOf("Berta", 47.6))))
  return { kind: "kml", path, flags: [], answer: nothingAsked }
}

const workbook = async (directory: string): Promise<File> => {
  const path = join(directory, "herd.xlsx")
  const rows = Array.from({ length: 60 }, (_, i) => [
    i % 2 === 0 ? "Alma" : "Berta",
    new Date(Date.UTC(2024, 3, 1, 6, i)),
    500_000 + 10 * i,
    5_400_000,
    "33N",
    1.5
  ])
  const header = ["animal", "timestamp (UTC)", "easting", "northing", "zone", "HDOP"]
  const sheets = { Fixes: [["Cattle of the valley"], header, ...rows], Notes: [["nothing"]] }
  writeFileSync(path, await xlsx(sheets, { formats: { 2: "dd.mm.yyyy hh:mm" } }))
  return { kind: "excel", path, flags: [], answer: nothingAsked }
}

const movebank = (path: string): File => ({ kind: "movebank", path, flags: [], answer: nothingAsked })

/** `pugmark import` into a project of its own. Rows that were refused are no failure. */
const importByCommand = ({ origin, token }: Console, directory: string, slug: string, file: File) =>
  Effect.callback<void>((resume) => {
    execFile(
      process.execPath,
      [MAIN, "import", file.kind, file.path, "--project", slug, "--create-project", slug, ...file.flags],
      { env: { PATH: process.env["PATH"], DATA_DIR: directory, PUGMARK_URL: origin, PUGMARK_TOKEN: token } },
      (error, stdout, stderr) =>
        resume(
          error === null || error.code === 2 ? Effect.void : Effect.die(new Error(`${stdout}\n${stderr}`))
        )
    )
  })

/** All positions of a project but for what is drawn anew for each: ids, and when they were received. */
const positionsOf = ({ client, origin, token }: Console, slug: string) =>
  Effect.gen(function* () {
    const projects = yield* client.all<{ readonly id: string; readonly slug: string }>("/projects")
    const { id } = projects.find((one) => one.slug === slug)!
    const answer = yield* Effect.promise(async () => {
      const query = "dataset=positions&format=json&from=2000-01-01T00:00:00Z&to=2026-01-01T00:00:00Z"
      const response = await fetch(
        `${origin}/api/v1/projects/${id}/exports/direct?${query}&include_invalid=true`,
        { headers: { authorization: `Bearer ${token}` } }
      )
      return (await response.json()) as ReadonlyArray<Record<string, unknown>>
    })
    return answer
      .map((row) => {
        const { device_id: _d, entity_id: _e, id: _i, received_at: _r, ...rest } = row
        return JSON.stringify(rest)
      })
      .toSorted()
  })

const choose = (page: Page, path: string) => page.locator("input[type=file]").setInputFiles(path)

/** What is alive in the page and in its workers, in bytes. */
const watchHeaps = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  const workers = new Set<string>()
  const waiting = new Map<string, (bytes: number) => void>()
  client.on("Target.attachedToTarget", ({ sessionId }) => void workers.add(sessionId))
  client.on("Target.detachedFromTarget", ({ sessionId }) => {
    workers.delete(sessionId)
    for (const [key, resolve] of waiting) if (key.startsWith(sessionId)) resolve(0)
  })
  client.on("Target.receivedMessageFromTarget", ({ message, sessionId }) => {
    const { id, result } = JSON.parse(message) as { id: number; result?: { usedSize?: number } }
    waiting.get(`${sessionId} ${id}`)?.(result?.usedSize ?? 0)
  })
  await client.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false
  })
  let asked = 0
  const inWorker = (sessionId: string, method: string) =>
    new Promise<number>((resolve) => {
      const id = ++asked
      waiting.set(`${sessionId} ${id}`, resolve)
      client
        .send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) })
        .catch(() => resolve(0))
    })
  return async () => {
    await client.send("HeapProfiler.collectGarbage")
    let bytes = (await client.send("Runtime.getHeapUsage")).usedSize
    for (const worker of workers) {
      await inWorker(worker, "HeapProfiler.collectGarbage")
      bytes += await inWorker(worker, "Runtime.getHeapUsage")
    }
    return bytes
  }
}

const slugOf = (what: string) => `${what}-${randomBytes(3).toString("hex")}`

layer(TheConsole.layer, { timeout: "300 seconds", excludeTestServices: true })("tracks", (it) => {
  it.effect(
    "of a file are stored by the browser as by the command line",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const directory = yield* temporaryDirectory
          const { complaints, page } = yield* visit(house.browser, { session: house })
          const files = [
            semicolons(directory),
            gpx(directory),
            tracks(directory),
            yield* Effect.promise(() => workbook(directory)),
            movebank(fixtures.unpackCsv("buffalo", directory)),
            movebank(fixtures.unpackCsv("livestock_5min", directory))
          ]
          for (const file of files) {
            const slug = slugOf(file.kind)
            yield* makeHerd(house.client, slug)
            yield* Effect.promise(async () => {
              await page.goto(`/p/${slug}/import`)
              await choose(page, file.path)
              await file.answer(page)
              await page.getByRole("button", { name: /^Import [\d,]+ records/ }).click()
              await page.getByRole("heading", { name: "The file is in" }).waitFor()
            })
            yield* importByCommand(house, directory, `${slug}-cli`, file)
            const [here, there] = [yield* positionsOf(house, slug), yield* positionsOf(house, `${slug}-cli`)]
            assert.isAbove(here.length, 50)
            assert.deepStrictEqual(here, there, file.path)
          }
          assert.deepStrictEqual(complaints, [])
        })
      ),
    300_000
  )

  it.effect(
    "of an import that a reload interrupted are there once, and the rows that were refused can be kept",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const directory = yield* temporaryDirectory
          const file = join(directory, "herd.csv")
          const rows = Array.from({ length: 6500 }, (_, i) =>
            [
              `Cow ${i % 5}`,
              new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString(),
              10 + i / 1e5,
              i === 6200 ? 95 : 50
            ].join(",")
          )
          writeFileSync(file, ["animal,timestamp,lon,lat", ...rows].join("\n"))
          const slug = slugOf("reload")
          yield* makeHerd(house.client, slug)
          const { complaints, page } = yield* visit(house.browser, {
            session: house,
            expected: /Failed to load/
          })
          yield* Effect.promise(async () => {
            let pieces = 0
            // the first piece arrives; no later one leaves the browser
            await page.route("**/rows", async (route) => {
              if (++pieces > 1) await route.abort()
              else await route.continue()
            })
            await page.goto(`/p/${slug}/animals`)
            await page.getByRole("link", { name: "Import tracks" }).click()
            await choose(page, file)
            await page.getByRole("button", { name: "Import 6,499 records" }).click()
            await page.getByText("2,000 records stored").waitFor()
            await page.getByText("It goes on when Pugmark can be reached again").waitFor()
            await page.reload()
            await page.unroute("**/rows")
            await page
              .getByText("choose the file again to go on")
              .waitFor()
              .catch(async (cause: unknown) => {
                throw new Error(`the page says: ${await page.locator("body").innerText()}`, { cause })
              })
            await choose(page, file)
            await page.getByText("Rows up to line 2001 are stored").waitFor()
            await page.getByRole("button", { name: "Import 6,499 records" }).click()
            await page.getByRole("heading", { name: "The file is in" }).waitFor()
            await page.getByText("6,499 records stored, 1 row refused", { exact: true }).waitFor()
            const saved = page.waitForEvent("download")
            await page.getByRole("button", { name: "Download the refused rows" }).click()
            const path = join(directory, "refused.csv")
            await (await saved).saveAs(path)
            const kept = readFileSync(path, "utf8")
            assert.match(kept, /^line,code,reason,animal,timestamp,lon,lat\n6202,POSITION_OUT_OF_RANGE,/)
            // the same file once more: it is said
            await page.getByRole("button", { name: "Another file" }).click()
            await choose(page, file)
            await page.getByRole("button", { name: "Import 6,499 records" }).click()
            await page.getByRole("heading", { name: "This file was imported before" }).waitFor()
          })
          assert.lengthOf(yield* positionsOf(house, slug), 6499)
          assert.deepStrictEqual(complaints, [])
        })
      ),
    180_000
  )

  it.effect(
    "are asked about where the file does not say: whose they are, and which comes first of day and month",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const directory = yield* temporaryDirectory
          const file = join(directory, "walk.csv")
          writeFileSync(
            file,
            ["when,longitude,latitude", "03.04.2024 06:00,10.5,61.5", "03.04.2024 07:00,10.6,61.5"].join("\n")
          )
          const slug = slugOf("asked")
          yield* makeHerd(house.client, slug)
          const { complaints, page } = yield* visit(house.browser, { session: house })
          const found: Array<string> = []
          yield* Effect.promise(async () => {
            const check = async () => {
              found.push(...(await violations(page)))
              await page.emulateMedia({ colorScheme: "dark" })
              found.push(...(await violations(page, "color-contrast")))
              await page.emulateMedia({ colorScheme: "light" })
            }
            await page.goto(`/p/${slug}/import`)
            await page.getByText("Choose a file").waitFor()
            await check()
            await choose(page, file)
            await page.getByRole("heading", { name: "Whose rows are these?" }).waitFor()
            await check()
            await page.getByLabel("The name of the animal").fill("Rex")
            await page.getByRole("button", { name: "Use it" }).first().click()
            await page.getByLabel("What when says").selectOption("time")
            await page.getByRole("button", { name: "The day" }).click()
            await page.getByRole("button", { name: "Africa/Johannesburg, as the project" }).click()
            await page.getByRole("heading", { name: "2 records" }).waitFor()
            await check()
            await page.setViewportSize({ width: 390, height: 800 })
            const overflow = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth
            )
            assert.strictEqual(overflow, 0)
            found.push(...(await violations(page)))
            await page.setViewportSize({ width: 1280, height: 640 })
            await page.getByRole("button", { name: "Import 2 records" }).click()
            await page.getByRole("heading", { name: "The file is in" }).waitFor()
            await check()
          })
          const positions = yield* positionsOf(house, slug)
          assert.lengthOf(positions, 2)
          assert.include(positions[0], "2024-04-03T04:00:00.000Z")
          assert.include(positions[0], "Rex")
          assert.deepStrictEqual(found, [])
          assert.deepStrictEqual(complaints, [])
        })
      ),
    180_000
  )

  it.effect(
    "are asked for their system of coordinates, and a hostile file is refused by what is wrong in it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const directory = yield* temporaryDirectory
          const grid = join(directory, "grid.csv"),
            walk = join(directory, "walk.gpx"),
            bomb = join(directory, "bomb.kmz"),
            laughs = join(directory, "laughs.kml")
          const row = "Rex,2024-04-03T06:00:00Z,500000,5400000"
          writeFileSync(grid, ["Herd of 2024", "animal,timestamp,easting,northing", row].join("\n"))
          writeFileSync(
            walk,
            `<gpx><wpt lat="47.5" lon="8"><time>2024-04-03T06:00:00Z</time></wpt><wpt lat="1" lon="2"/></gpx>`
          )
          writeFileSync(bomb, kmz(kml(" ".repeat(20_000_000))))
          writeFileSync(laughs, `<!DOCTYPE kml [<!ENTITY a "b">]>${kml("&a;")}`)
          const slug = slugOf("grid")
          yield* makeHerd(house.client, slug)
          const { complaints, page } = yield* visit(house.browser, { session: house })
          const found: Array<string> = []
          yield* Effect.promise(async () => {
            const refuses = async (path: string, words: string) => {
              await page.goto(`/p/${slug}/import`)
              await choose(page, path)
              await page.getByRole("alert").filter({ hasText: words }).waitFor()
            }
            await refuses(bomb, 'bomb.kmz: "doc.kml" in it unpacks to more than 100 times its size')
            await refuses(laughs, "laughs.kml: line 1: the file has a document type (DTD)")
            await page.goto(`/p/${slug}/import`)
            await choose(page, walk)
            await page.getByRole("heading", { name: "No records in this file" }).waitFor()
            await page.getByRole("button", { name: "Take the waypoints instead" }).click()
            await page.getByRole("heading", { name: "1 record", exact: true }).waitFor()
            await page.goto(`/p/${slug}/import`)
            await choose(page, grid)
            await page.getByRole("heading", { name: "In which system are the coordinates?" }).waitFor()
            await page.getByText("The first line is a title, and no record.").waitFor()
            found.push(...(await violations(page)))
            await page.getByLabel("Another system").fill("EPSG:4202")
            await page.getByRole("button", { name: "Use it" }).click()
            await page.getByText("EPSG:4202 is none of the coordinate systems that are known here").waitFor()
            await page.getByLabel("Zone of UTM").selectOption("33")
            await page.getByRole("button", { name: "Use this zone" }).click()
            await page.getByRole("button", { name: "Import 1 record" }).click()
            await page.getByRole("heading", { name: "The file is in" }).waitFor()
          })
          const positions = yield* positionsOf(house, slug)
          assert.lengthOf(positions, 1)
          assert.include(positions[0], '"lon":15')
          assert.deepStrictEqual(found, [])
          assert.deepStrictEqual(complaints, [])
        })
      ),
    120_000
  )

  it.effect(
    "of ten times as many rows take no more memory, and the page answers meanwhile",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const directory = yield* temporaryDirectory
          const slug = slugOf("large")
          yield* makeHerd(house.client, slug)
          const fileOf = (rows: number) => {
            const path = join(directory, `${rows}.csv`)
            const lines = Array.from({ length: rows }, (_, i) =>
              [
                `Cow ${i % 5}`,
                new Date(Date.UTC(2023, 0, 1) + i * 60_000).toISOString(),
                10 + i / 1e6,
                50
              ].join()
            )
            writeFileSync(path, ["animal,timestamp,lon,lat", ...lines].join("\n"))
            return path
          }
          const { page } = yield* visit(house.browser, { session: house })
          const heapOf = yield* Effect.promise(() => watchHeaps(page))
          /** The most that page and worker hold while a file is read, and the slowest answer to a click. */
          const read = async (rows: number) => {
            await page.goto(`/p/${slug}/import`)
            await choose(page, fileOf(rows))
            let bytes = 0,
              answered = 0
            const heading = page.getByRole("heading", { name: `${rows.toLocaleString("en")} records` })
            while (!(await heading.isVisible())) {
              bytes = Math.max(bytes, await heapOf())
              const asked = performance.now()
              await page.getByRole("heading", { name: "Import tracks" }).click()
              answered = Math.max(answered, performance.now() - asked)
              await page.waitForTimeout(100)
            }
            return { bytes, answered }
          }
          const few = yield* Effect.promise(() => read(50_000))
          const many = yield* Effect.promise(() => read(500_000))
          assert.isAbove(few.bytes, 0)
          assert.isAtMost(many.bytes, 1.3 * few.bytes)
          assert.isBelow(many.answered, 5000)
        })
      ),
    240_000
  )
})
