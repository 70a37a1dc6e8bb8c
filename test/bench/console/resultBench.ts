// The page of the largest result, 25 animals of 20,000 fixes each: how soon its first table is there, and the longest
// task of its main thread until everything is.
import { Console, Effect } from "effect"
import type { Page } from "playwright-core"
import type { Run } from "../../../src/domain/analysis/Run.ts"
import { makeClient, until } from "../../journeys/client.ts"
import { openBrowser } from "../../support/browser/browser.ts"
import { buildConsole } from "../../support/browser/buildConsole.ts"
import { LARGE, makeLargeHerd } from "../../support/largeHerd.ts"
import { connect } from "../Database.ts"
import type { Line } from "../report.ts"
import { startServer } from "../Server.ts"
import { trusting } from "../strangers.ts"
import { ConsolePage, LOGIN } from "./page.ts"
import { signedIn } from "./run.ts"

/** Seconds that the worker may take. */
const COMPUTED_WITHIN = 300

const firstTable = (page: Page) =>
  page
    .getByRole("table", { name: "By animal" })
    .getByRole("row", { name: /^Roamer 25/ })
    .waitFor()

/** Opens the page in an empty browser, and waits until shapes and charts are there. */
const open = async (page: Page, address: string): Promise<number> => {
  const began = performance.now()
  await page.goto(address)
  await firstTable(page)
  const table = performance.now() - began
  await page.locator("[data-ready]").waitFor({ state: "attached" })
  await page.waitForLoadState("networkidle")
  return table
}

/** resultBenchLines opens the page twice: with an empty cache, and with the program in it. */
export const resultBenchLines = (directory: string): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    yield* Console.error("... the page of a result of 500,000 fixes")
    yield* buildConsole
    const server = yield* startServer(directory, undefined, {
      settings: { ...trusting, ADMIN_PASSWORD: LOGIN.password }
    })
    const origin = `http://127.0.0.1:${server.port}`
    const client = makeClient({ origin, token: server.token })
    const herd = yield* makeLargeHerd(client, yield* connect(directory, 2), "result-bench")
    const runs = `/projects/${herd.projectId}/analyses`
    const { id } = yield* client.post<Run>(runs, { module: "movement", parameters: herd.parameters })
    const run = yield* until(
      "the result",
      client.get<Run>(`${runs}/${id}`),
      ({ status }) => status !== "queued" && status !== "running",
      COMPUTED_WITHIN
    )
    if (run.result === null)
      return yield* Effect.die(new Error(`the run ended as ${run.status}: ${run.error_message}`))
    const browser = yield* openBrowser
    const context = yield* signedIn(browser, server)
    return yield* Effect.promise(async () => {
      const address = `${origin}${herd.path}/analyses/${id}`
      const measured = async () => {
        const console = await ConsolePage.open(browser, context)
        const table = await open(console.page, address)
        const longest = Math.max(0, ...(await console.notes()).long)
        const main = (await console.mainSeconds()) * 1000
        await console.close()
        return { longest, main, table }
      }
      const first = await measured(),
        second = await measured()
      const ms = { unit: "ms" }
      return [
        {
          key: "console_result_table",
          label: `page of a result, ${LARGE.subjects} animals of ${LARGE.fixes} fixes: first table, by the wall clock`,
          value: first.table,
          ...ms
        },
        {
          key: "console_result_longest",
          label: "  longest task of the main thread",
          value: first.longest,
          ...ms
        },
        {
          key: "console_result_main",
          label: "  main thread until shapes and charts are there",
          value: first.main,
          ...ms
        },
        {
          key: "console_result_table_again",
          label: "  opened again: first table",
          value: second.table,
          ...ms
        },
        { key: "console_result_longest_again", label: "    longest task", value: second.longest, ...ms }
      ]
    })
  }).pipe(Effect.scoped, Effect.orDie)
