// The console that all tests with a browser share, and what they do there.
import { Context, Effect, Layer } from "effect"
import { inject } from "vitest"
import { type Client, makeClient } from "../../journeys/client.ts"
import { type JoinedBrowser, joinBrowser } from "./browser.ts"
import type { Shared } from "./shared.ts"

export interface Console {
  readonly browser: JoinedBrowser
  /** the API as the server admin */
  readonly client: Client
  readonly origin: string
  /** opens the API as the server admin, for commands */
  readonly token: string
  /** of the product's database, as its owner */
  readonly databaseUrl: string
  /** `name=value`: the session of the server admin */
  readonly cookie: string
}

/** One product and one browser for the run: every test makes its own project. */
export class TheConsole extends Context.Service<TheConsole, Console>()("test/TheConsole") {
  static readonly layer = Layer.effect(
    TheConsole,
    Effect.gen(function* () {
      const ask = async () => {
        const answer = await fetch(inject("consoleDesk"))
        if (!answer.ok) throw new Error(await answer.text())
        return (await answer.json()) as Shared
      }
      const shared = yield* Effect.promise(ask)
      return {
        browser: yield* joinBrowser(async () => (await ask()).browser),
        client: makeClient(shared),
        origin: shared.origin,
        token: shared.token,
        databaseUrl: shared.databaseUrl,
        cookie: shared.cookie
      }
    })
  )
}
