// Analyses in the console: a file is imported, a run asked for in the form by the keyboard and seen to its end; a reader
// sees results and no buttons; and where every module is switched off there is no trace of them.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import type { Page } from "playwright-core"
import type { Made } from "../journeys/client.ts"
import { completed } from "../support/browser/grazedHerd.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { lookUp, lookUpGrazing } from "../support/browser/shownTables.ts"
import { type Console, TheConsole } from "../support/browser/theConsole.ts"
import { violations, visit } from "../support/browser/visit.ts"
import { fixtures } from "../support/fixtures.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { MAIN } from "../support/processes/service.ts"

interface Project extends Made {
  readonly slug: string
  readonly settings: object
}

/** `pugmark import movebank` into a project of its own, made by it: five buffaloes. */
const importBuffaloes = ({ client, origin, token }: Console) =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    const slug = `buffaloes-${randomBytes(3).toString("hex")}`
    const file = fixtures.unpackCsv("buffalo", directory)
    yield* Effect.callback<void>((resume) => {
      execFile(
        process.execPath,
        [MAIN, "import", "movebank", file, "--project", slug, "--create-project", "Buffaloes"],
        {
          env: { PATH: process.env["PATH"], DATA_DIR: directory, PUGMARK_URL: origin, PUGMARK_TOKEN: token }
        },
        (error, stdout, stderr) =>
          resume(error === null ? Effect.void : Effect.die(new Error(stdout + stderr)))
      )
    })
    const project = (yield* client.all<Project>("/projects")).find((one) => one.slug === slug)!
    return { project, projectId: project.id, path: `/p/${slug}` }
  })

/** A part of where the two buffaloes live, from a meridian on. */
const areaFrom = (west: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, -25.2],
      [west + 0.06, -25.2],
      [west + 0.06, -24.9],
      [west, -24.9],
      [west, -25.2]
    ]
  ]
})

/** Goes on with Tab until the focus is on what `selector` names. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not come to ${selector}`)
}

const zero = "00000000-0000-7000-8000-000000000000"

/** The page, which is whole, has nothing of that role and name. */
const noTrace = async (
  page: Page,
  role: "row" | "combobox" | "group" | "link" | "option",
  name: string | RegExp
) => assert.strictEqual(await page.getByRole(role, { name }).count(), 0, String(name))

/** What axe has against a page, in both themes. */
const inBothThemes = async (page: Page): Promise<ReadonlyArray<string>> => {
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: "dark" })
  const dark = await violations(page, "color-contrast")
  await page.emulateMedia({ colorScheme: "light" })
  return [...light, ...dark]
}

layer(TheConsole.layer, { timeout: "180 seconds", excludeTestServices: true })("analyses", (it) => {
  it.effect(
    "are asked for by the keyboard, of a file that was imported, and seen to their end",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const { path, project, projectId } = yield* importBuffaloes(house)
          const { complaints, page } = yield* visit(house.browser, {
            session: house,
            width: 1440,
            height: 900,
            // what is asked while a form is filled, and of what is switched off
            expected: /422|404/
          })
          for (const [name, west] of [
            ["Riverside", 31.85],
            ["Upland", 31.91]
          ] as const)
            yield* house.client.post(`/projects/${projectId}/features`, {
              feature_type: "zone",
              name,
              geometry: areaFrom(west)
            })
          const resultOf = (address: string) =>
            Effect.map(
              completed(
                house.client,
                `/projects/${projectId}/analyses/${new URL(address).pathname.split("/").at(-1)}`
              ),
              ({ result }) => result
            )
          const found: Array<string> = []
          yield* Effect.promise(async () => {
            await page.goto(`${path}/analyses`)
            await page.getByRole("heading", { name: "No analyses yet." }).waitFor()
            found.push(...(await inBothThemes(page)))
            await page.keyboard.press("n")
            await page.waitForURL("**/analyses/new")
            await page.getByText("Choose who it is about.").waitFor()
            await tabTo(page, "[placeholder='Add animals by name']")
            for (const name of ["Gabs", "Pepper"]) {
              await page.keyboard.type(name.toLowerCase())
              await page.getByRole("list", { name: "animals found" }).getByText(name).waitFor()
              await page.keyboard.press("Enter")
              await page.getByRole("button", { name: `Take out ${name}` }).waitFor()
            }
            // the fixes are of another year: the address takes its days as a person types them
            await page.getByRole("button", { name: "Dates…" }).press("Enter")
            await page.getByLabel("Period, first day").fill("2005-04-10")
            await page.getByLabel("Period, last day").fill("2005-06-20")
            await page.getByText("Within all limits").waitFor()
            assert.include(page.url(), "from=2005-04-10")
            await page.getByLabel("Cell", { exact: true }).fill("50")
            await page.getByText("default 100").waitFor()
            await page.getByText("Within all limits").waitFor()
            await page.getByLabel("Name of the run").fill("Two months of two")
            found.push(...(await inBothThemes(page)))
            await page.keyboard.press("Control+Enter")
            await page.waitForURL(/analyses\/[0-9a-f-]{36}$/)
            await page.getByRole("heading", { name: /Two months of two/ }).waitFor()
            await page.keyboard.press("g")
            await page.keyboard.press("s")
            const row = page.getByRole("row", { name: /Two months of two/ })
            await row.getByText("completed").waitFor()
            await row.getByText("10 Apr – 20 Jun 2005").waitFor()
            await row.getByText("2 animals").waitFor()
            await row.getByText("kept", { exact: true }).waitFor()
            found.push(...(await inBothThemes(page)))
            await row.getByRole("link", { name: "Two months of two" }).press("Enter")
            await page.getByRole("heading", { name: "Home ranges" }).waitFor()
          })
          const movement = yield* resultOf(page.url())
          yield* Effect.promise(async () => {
            const figures = await lookUp(page, movement, {
              key: "summary",
              title: "By animal",
              period: "main"
            })
            assert.isAbove(figures, 50)

            // the same animals and days again, which the form begins with: how they used two areas
            await page.keyboard.press("g")
            await page.keyboard.press("s")
            const row = page.getByRole("row", { name: /Two months of two/ })
            await row.getByRole("button", { name: /^More about/ }).press("Enter")
            await page.getByRole("link", { name: "Re-run with changes" }).press("Enter")
            await page.getByText("copied from Two months of two").waitFor()
            await page.getByText("default 100").waitFor()
            await page.getByRole("button", { name: "Take out Gabs" }).waitFor()
            await page.getByRole("button", { name: "Grazing and pasture use" }).press("Enter")
            await page.getByRole("button", { name: "Add all 2" }).press("Enter")
            await page.getByRole("button", { name: "Take out Riverside" }).waitFor()
            await page.getByLabel("Name of the run").fill("Two areas of two")
            await page.getByText("Within all limits").waitFor()
            await page.keyboard.press("Control+Enter")
            await page.getByRole("heading", { name: "Use by area: presence, not feeding" }).waitFor()
          })
          const grazing = yield* resultOf(page.url())
          const used = yield* Effect.promise(() => lookUpGrazing(page, grazing))
          assert.isAbove(used, 40)

          const reader = yield* makeMember(house, { path, projectId }, { role: "viewer", scope: null })
          const seen = yield* visit(house.browser, {
            session: { origin: house.origin, cookie: reader.cookie }
          })
          yield* Effect.promise(async () => {
            await seen.page.goto(`${path}/analyses`)
            const row = seen.page.getByRole("row", { name: /Two months of two/ })
            await row.getByText("completed").waitFor()
            assert.strictEqual(await row.getByRole("button").count(), 0)
            assert.strictEqual(await seen.page.getByRole("link", { name: "New analysis" }).count(), 0)
          })

          const offer = (analysis_modules: ReadonlyArray<string>) =>
            house.client.ask("PATCH", `/projects/${projectId}`, {
              settings: { ...project.settings, analysis_modules }
            })
          yield* offer(["movement"])
          yield* Effect.promise(async () => {
            await page.goto(`${path}/analyses`)
            await page.getByRole("row", { name: /Two months of two/ }).waitFor()
            await noTrace(page, "row", /Two areas of two/)
            await noTrace(page, "combobox", "Kind")
            await page.keyboard.press("n")
            await page.getByText("Choose who it is about.").waitFor()
            await noTrace(page, "group", "Kind of analysis")
          })
          yield* offer([])
          yield* Effect.promise(async () => {
            for (const address of ["", `/compare?a=${zero}`]) {
              await page.goto(`${path}/analyses${address}`)
              await page.getByRole("heading", { name: "There is no such page." }).waitFor()
            }
            await page.goto(`${path}/animals`)
            await page.getByRole("link", { name: "Gabs" }).first().press("Enter")
            await page.getByRole("heading", { name: "Gabs" }).waitFor()
            const rail = page.getByRole("navigation", { name: "Main" })
            await rail.getByRole("link", { name: "Animals" }).waitFor()
            await page.waitForLoadState("networkidle")
            await noTrace(page, "link", /anal/i)
            await page.keyboard.press("Control+k")
            for (const text of ["Analys", "Two areas", "Gabs"]) {
              await page.getByRole("combobox").fill(text)
              await page.waitForLoadState("networkidle")
              await noTrace(page, "option", /analys|Two areas/i)
            }
            await page.getByRole("option", { name: /Gabs/ }).first().waitFor()
          })
          assert.deepStrictEqual(found, [])
          assert.deepStrictEqual([...complaints, ...seen.complaints], [])
        })
      ),
    400_000
  )

  it.effect(
    "begin with an animal's page, and name what breaks with a button that mends it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const house = yield* TheConsole
          const meadow = yield* makeMeadow(house.client, "asked", ["Alma"])
          yield* meadow.walk("Alma", [
            [30, "inside"],
            [20, "outside"]
          ])
          const { complaints, page } = yield* visit(house.browser, { session: house, expected: /422/ })
          yield* Effect.promise(async () => {
            await page.goto(`${meadow.path}/animals/${meadow.animals["Alma"]!.entityId}`)
            await page.getByRole("link", { name: "Analyse movement" }).press("Enter")
            await page.getByRole("button", { name: "Take out Alma" }).waitFor()
            await page.getByText("Within all limits").waitFor()
            await page.goto(`${page.url()}&days=400`)
            await page.getByRole("button", { name: "Only the last 366 days" }).press("Enter")
            await page.getByText("Within all limits").waitFor()
          })
          assert.deepStrictEqual(complaints, [])
        })
      ),
    240_000
  )
})
