// Programs of others that know nothing of Pugmark: the Inspector's command line comes from nothing to an answer, and
// the official conformance suite says what it finds.
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { until } from "../journeys/client.ts"
import { type Given, letIn } from "../support/browser/letIn.ts"
import { listens } from "../support/browser/listens.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { makeMember } from "../support/browser/member.ts"
import { PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { runOut } from "../support/browser/trouble.ts"
import { visit } from "../support/browser/visit.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"
import { openTerminal } from "../support/processes/terminal.ts"
import { setOut } from "../support/sdkClients.ts"
import { carryToken, type Check, conform } from "./conformance.ts"
import { exceptionFor, exceptions } from "./conformanceExceptions.ts"

const packages = new URL("../../node_modules/@modelcontextprotocol/", import.meta.url)
const INSPECTOR = fileURLToPath(new URL("inspector/clients/launcher/build/index.js", packages))

/** How the Inspector speaks, and how it says what it was told. */
const AS = "--transport http --protocol-era modern --format json"

const wordsOf = (line: string): ReadonlyArray<string> => line.split(" ")

/** Somebody with a project, whose browser is at hand. */
const makeErik = Effect.fnUntraced(function* (word: string) {
  const { browser, client, origin } = yield* TheConsole
  const meadow = yield* makeMeadow(client, word, [])
  const { email, id } = yield* makeMember({ client, origin }, meadow, { role: "operator", scope: null })
  const { page } = yield* visit(browser, { width: 780 })
  return {
    id,
    meadow,
    origin,
    page,
    as: { email, password: PASSWORD },
    projects: [`Herd ${meadow.path.slice(3)}`]
  }
})

/** An address of the authorization server in what a program shows. */
const addressIn = (screen: string): string | undefined =>
  // oxlint-disable-next-line no-control-regex -- terminals end a link with one
  /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?[^\s\u0000-\u001f"]+(?=[\s\u0000-\u001f"])/.exec(screen)?.[0]

const shown = (screen: Effect.Effect<string>) =>
  Effect.map(
    until("an address to decide at", screen, (text) => addressIn(text) !== undefined, 60),
    (text) => addressIn(text)!
  )

const press = (page: Page, address: string, given: Given) => Effect.promise(() => letIn(page, address, given))

/** Fails with what was not foreseen, and with what was and did not come. */
const assertForeseen = (checks: ReadonlyArray<Check>) => {
  const failed = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING")
  const unforeseen = failed.filter(({ id, scenario }) => exceptionFor(scenario, id) === undefined)
  assert.deepStrictEqual(
    unforeseen.map(({ errorMessage, id, scenario }) => `${scenario}/${id}: ${errorMessage}`),
    []
  )
  const used = new Set(failed.map(({ id, scenario }) => exceptionFor(scenario, id)))
  assert.deepStrictEqual(
    exceptions.flatMap(({ checks: named }) => named.filter((one) => !used.has(one))),
    [],
    "passes by now"
  )
}

layer(TheConsole.layer, { timeout: "240 seconds", excludeTestServices: true })("programs of others", (it) => {
  it.effect(
    "the Inspector's command line comes in, is answered, renews itself, and is refused the rest",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { as, id, meadow, origin, page, projects } = yield* makeErik("inspector")
          const house = yield* TheConsole
          const home = yield* temporaryDirectory,
            port = yield* freePort
          const inspect = (args: ReadonlyArray<string>) => {
            const at = `--server-url ${origin}/mcp --callback-url http://127.0.0.1:${port}/oauth/callback`
            const words = [process.execPath, INSPECTOR, ...wordsOf(`--cli ${at} ${AS}`), ...args]
            return openTerminal(words.map((word) => `'${word}'`).join(" "), home, {
              PATH: process.env["PATH"] ?? "",
              HOME: home,
              BROWSER: "true",
              MCP_AUTO_OPEN_ENABLED: "false",
              MCP_INSPECTOR_SECRET_STORE: "file"
            })
          }
          const call = (tool: string, ...more: ReadonlyArray<string>) =>
            inspect(["--method", "tools/call", "--tool-name", tool, ...more])
          const first = yield* call("list_projects")
          const address = yield* shown(Effect.sync(first.screen))
          const without = [/^Report events/, /^Acknowledge, resolve and snooze/]
          yield* press(page, address, { as, projects, without })
          assert.strictEqual(yield* first.end, 0, first.screen())
          assert.include(first.screen(), meadow.projectId)

          // a quarter of an hour later
          yield* runOut(id, house)
          const later = yield* call("list_projects", "--stored-auth-only")
          assert.strictEqual(yield* later.end, 0, later.screen())
          assert.include(later.screen(), meadow.projectId)

          const refused = yield* call(
            "create_event",
            "--stored-auth-only",
            "--tool-arg",
            `project_id=${meadow.projectId}`,
            "event_type=WOLF_SEEN",
            "title=A-wolf"
          )
          assert.notStrictEqual(yield* refused.end, 0, refused.screen())
          assert.notInclude(refused.screen(), "event_id")
        })
      )
  )

  it.effect("the conformance suite finds nothing that is not named, with its reason, beforehand", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { as, origin, page, projects } = yield* makeErik("conformance")
        const callback = yield* listens
        const come = Effect.fnUntraced(function* (given: Partial<Given>) {
          const { address, arrive, keeper } = yield* Effect.promise(() =>
            setOut("modern", new URL(`${origin}/mcp`), callback)
          )
          address.searchParams.set("scope", "project:read traces:read alerts:write events:write")
          const back = yield* press(page, address.href, { projects, ...given })
          yield* Effect.promise(() => arrive(back.searchParams))
          return { ...keeper.given(), ...keeper.known() }
        })
        const { client_id } = yield* come({ as })

        let told = ""
        const port = yield* freePort
        const asked = yield* Effect.forkChild(
          conform(
            wordsOf(
              `authorization --url ${origin} --resource ${origin}/mcp --client-id ${client_id} --port ${port}`
            ),
            (text) => (told += text)
          )
        )
        yield* press(page, yield* shown(Effect.sync(() => told)), { projects })
        const authorization = yield* Fiber.join(asked)
        assert.deepStrictEqual(
          authorization.map(({ id, status }) => `${id}: ${status}`),
          [
            "authorization-code-grant: SUCCESS",
            "authorization-server-metadata: SUCCESS",
            "authorization-server-metadata-cimd: SUCCESS"
          ]
        )

        const runs = yield* Effect.forEach(
          [
            "--requirements 2026-07-28",
            "--suite all --spec-version 2025-11-25",
            "--suite all --spec-version 2025-06-18"
          ],
          Effect.fnUntraced(function* (which) {
            // a client of its own each time: one may ask 240 times a minute, and the suite does
            const { access_token } = yield* come({})
            const endpoint = `${yield* carryToken(origin, access_token)}/mcp`
            return yield* conform(wordsOf(`server --url ${endpoint} ${which}`))
          })
        )
        assert.deepStrictEqual(
          runs.map((checks) => new Set(checks.map(({ scenario }) => scenario)).size),
          [50, 33, 27]
        )
        assertForeseen(runs.flat())
      })
    )
  )
})
