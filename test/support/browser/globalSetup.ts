// What all tests with a browser share: the built console, one product with it, one Chromium. Nothing of it is
// there until the first test asks at the address that is provided, because the other tests come first and have
// the machine to themselves; it ends with the run.
import { Effect, Exit, Redacted, Scope } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TestProject } from "vitest/node"
import { temporaryDirectory } from "../machine.ts"
import { startService } from "../processes/service.ts"
import { cloneDatabase } from "../sql/clone.ts"
import { serveBrowser } from "./browser.ts"
import { buildConsole } from "./buildConsole.ts"
import { logIn, PASSWORD, type Shared } from "./shared.ts"

const startConsole = (project: TestProject) =>
  Effect.gen(function* () {
    yield* buildConsole
    const { adminUrl, prefix, template } = project.getProvidedContext()
    const databaseUrl = Redacted.value(yield* cloneDatabase({ adminUrl, prefix }, template))
    const { origin, token } = yield* startService({
      directory: yield* temporaryDirectory,
      databaseUrl,
      // a process of its own, which tests that run with `npm test` do not need
      analyses: process.env["PUGMARK_STORIES"] === "on",
      settings: { ADMIN_PASSWORD: PASSWORD }
    })
    const cookie = yield* Effect.promise(() => logIn(origin, "admin@localhost", PASSWORD))
    return { origin, databaseUrl, token, cookie }
  })

/** Chromium is unpacked, the first time in a checkout, while the console is built: seconds of one core each. */
const share = (project: TestProject) =>
  Effect.map(
    Effect.all([startConsole(project), serveBrowser], { concurrency: 2 }),
    ([console, browser]): Effect.Effect<Shared> =>
      Effect.map(browser.address, (address) => ({ ...console, browser: address }))
  )

export default async (project: TestProject) => {
  const scope = Scope.makeUnsafe()
  let sharing: Promise<Effect.Effect<Shared>> | undefined
  const desk = createServer((_, response) => {
    sharing ??= Effect.runPromise(Scope.provide(share(project), scope))
    sharing.then(Effect.runPromise).then(
      (all) => response.end(JSON.stringify(all)),
      (cause: unknown) => response.writeHead(500).end(String(cause))
    )
  }).listen(0, "127.0.0.1")
  await once(desk, "listening")
  const { port } = desk.address() as AddressInfo // it listens on TCP
  project.provide("consoleDesk", `http://127.0.0.1:${port}`)
  return async () => {
    desk.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
