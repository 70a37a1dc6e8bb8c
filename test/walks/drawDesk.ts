// What tests of drawing stand on: the product with Alma on an empty map, and somebody signed in before it.
import { Context, Effect, Layer, Redacted } from "effect"
import type { BrowserContext, Page } from "playwright-core"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { type Client, makeClient } from "../journeys/client.ts"
import { addCollar, type Fix, type Herd, makeHerd, send } from "../journeys/herd.ts"
import { logIn, PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit } from "../support/browser/visit.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { startService } from "../support/processes/service.ts"
import { EmptyDatabase } from "../support/sql/database.ts"

interface Desk {
  /** where `data` lies, as DATA_DIR */
  readonly directory: string
  readonly client: Client
  readonly herd: Herd
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: ReadonlyArray<string>
  /** the live map, with a panel open on it */
  readonly open: (search?: string) => Promise<void>
}
export class TheDesk extends Context.Service<TheDesk, Desk>()("test/TheDesk") {}

/** The product with Alma in the middle of an empty map, and somebody signed in before it. */
export const DeskLive = Layer.effect(
  TheDesk,
  Effect.gen(function* () {
    const { browser } = yield* TheConsole
    const directory = yield* temporaryDirectory
    const { origin, token } = yield* startService({
      directory,
      databaseUrl: Redacted.value(yield* DatabaseUrl),
      analyses: false,
      settings: { ADMIN_PASSWORD: PASSWORD }
    })
    const client = makeClient({ origin, token })
    const herd = yield* makeHerd(client, "north")
    yield* addCollar(client, herd, "Alma")
    yield* send(client, herd, [fix(14.05, 60)])
    const cookie = yield* Effect.promise(() => logIn(origin, "admin@localhost", PASSWORD))
    const { complaints, context, page } = yield* visit(browser, {
      height: 800,
      expected: /412|422/,
      session: { origin, cookie }
    })
    const open = async (search = "") => {
      await page.goto(`${origin}/p/north/live${search}`)
      await page.locator("[data-ready]").waitFor()
    }
    return { directory, client, herd, page, context, complaints, open }
  })
).pipe(Layer.provideMerge(Layer.merge(TheConsole.layer, EmptyDatabase)))

/** Where Alma was, some seconds ago. */
export const fix = (lon: number, seconds: number): Fix => ({
  device: "Alma",
  time: new Date(Date.now() - seconds * 1000).toISOString(),
  lon,
  lat: 51.05
})
