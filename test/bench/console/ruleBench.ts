// The page of a rule whose test reads and finds as much as it may: what its answer and a drag of the limit cost it.
import { Console, Effect } from "effect"
import type { Page } from "playwright-core"
import { openBrowser } from "../../support/browser/browser.ts"
import { buildConsole } from "../../support/browser/buildConsole.ts"
import { Client } from "../Client.ts"
import { connect } from "../Database.ts"
import type { Line } from "../report.ts"
import { fast, FIXES, makePast, MINUTE } from "../rulePast.ts"
import { startServer } from "../Server.ts"
import { trusting } from "../strangers.ts"
import { ConsolePage, LOGIN } from "./page.ts"
import { signedIn } from "./run.ts"
import { scriptOfTasks } from "./tasks.ts"

/** True at every other fix of everybody: more spans and events than an answer may have. */
const restless = {
  ...fast,
  conditions: {
    all: [
      { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
      { type: "threshold", metric: "speed_mps", op: ">", value: 8 }
    ]
  },
  for_seconds: 0
}

const ROUNDS = 3
/** What was agreed of every task, ms of script. */
const AGREED_MS = 100
/** A drag of the limit: so many moves of the mouse, a pixel each. */
const MOVES = 40

/** The server's number stands. */
const answered = (page: Page) => page.locator("header[aria-busy=false] [data-count=server]").waitFor()

/** Does something that asks the server anew, until its numbers stand again. */
const asking = async (page: Page, act: () => Promise<unknown>) => {
  await act()
  await page.locator("header[aria-busy=true]").waitFor()
  await answered(page)
}

const limitOf = (page: Page) => page.getByRole("slider", { name: /^Limit of/ })

const press = (page: Page) => limitOf(page).press("ArrowUp")

const drag = async (page: Page) => {
  const { height, width, x, y } = (await limitOf(page).boundingBox())!
  await page.mouse.move(x + width - 20, y + height / 2)
  await page.mouse.down()
  for (let by = 1; by <= MOVES; by++) await page.mouse.move(x + width - 20, y + height / 2 + by)
  await page.locator("[data-count=guess]").waitFor()
  await page.mouse.up()
}

/** The longest task of each of three things that somebody does there, ms of script. */
export const ruleBenchLines = (directory: string): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    yield* Console.error("... the page of a rule that is tested on 50,000 rows")
    yield* buildConsole
    const server = yield* startServer(directory, undefined, {
      settings: { ...trusting, ADMIN_PASSWORD: LOGIN.password, ANALYSIS_MODULES: "" }
    })
    const client = new Client(server)
    const begin = (Math.floor(Date.now() / MINUTE) - FIXES) * MINUTE
    const { id } = yield* makePast(client, yield* connect(directory, 2), "rule-bench", begin)
    const rule = yield* client.post(`/projects/${id}/rules`, {
      name: "Restless",
      enabled: true,
      document: restless
    })
    const browser = yield* openBrowser
    const context = yield* signedIn(browser, server)
    return yield* Effect.promise(async () => {
      const { page } = await ConsolePage.open(browser, context)
      const longest = async (act: () => Promise<unknown>) =>
        Math.max(0, ...(await scriptOfTasks(browser, page, act)))
      const opening = await longest(async () => {
        await page.goto(`http://127.0.0.1:${server.port}/p/rule-bench/rules/${rule.id}?days=1`)
        await answered(page)
        await page.locator("[data-ready]").waitFor()
      })
      const read = await page.getByText(/^Tested on/).textContent()
      let pressed = 0,
        dragged = 0
      for (let round = 0; round < ROUNDS; round++) {
        pressed = Math.max(pressed, await longest(() => asking(page, () => press(page))))
        dragged = Math.max(dragged, await longest(() => asking(page, () => drag(page))))
      }
      const ms = { unit: "ms", digits: 1, target: { below: AGREED_MS } }
      return [
        {
          key: "console_rule_dragged",
          label: `page of a rule, ${read}: limit dragged and answered, longest task in script`,
          value: dragged,
          ...ms
        },
        { key: "console_rule_pressed", label: "  limit moved by a key and answered", value: pressed, ...ms },
        { key: "console_rule_opening", label: "  opened, until it is answered", value: opening, ...ms }
      ]
    })
  }).pipe(Effect.scoped, Effect.orDie)
