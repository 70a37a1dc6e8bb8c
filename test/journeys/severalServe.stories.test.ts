// A proxy in front of two `serve`, each of which is killed in turn: what a page and what programs do goes on at the
// other one, and nothing is lost or done twice.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import type { SystemHealth } from "../../src/domain/system/SystemHealth.ts"
import { makeMeadow } from "../support/browser/meadow.ts"
import { PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { isLive, signIn, visit } from "../support/browser/visit.ts"
import { startTwoServes, type TwoServes } from "../support/processes/twoServes.ts"
import { EmptyDatabase } from "../support/sql/database.ts"
import { makeClient, until } from "./client.ts"

/** The one of the two that sends a live stream to a browser. */
const sendsStream = ({ balancer, serves }: TwoServes) =>
  Effect.map(
    until(
      "a live stream",
      Effect.sync(() => balancer.portOf("/stream")),
      (port) => port !== null
    ),
    (port): 0 | 1 => (serves[0].port === port ? 0 : 1)
  )

layer(Layer.mergeAll(TheConsole.layer, EmptyDatabase), { timeout: "180 seconds", excludeTestServices: true })(
  "two serve behind a proxy",
  (it) => {
    it.effect(
      "carry a ranger's evening while one of them is killed, and then the other: sign-in, alerts, acknowledgements, an export",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { browser } = yield* TheConsole
            const service = yield* startTwoServes({ ADMIN_PASSWORD: PASSWORD })
            const client = makeClient(service)
            const health = yield* until(
              "two workers of the role serve",
              client.get<SystemHealth>("/system/health"),
              ({ workers }) => workers.find(({ role }) => role === "serve")?.workers.length === 2
            )
            assert.notInclude(JSON.stringify(health.attention), "SERVES_DIFFER")
            const meadow = yield* makeMeadow(client, "two", ["Alma", "Berta", "Carla"])
            for (const name of ["Alma", "Berta", "Carla"]) yield* meadow.walk(name, [[1, "inside"]])
            const { complaints, page } = yield* visit(browser, {
              // what the browser says of a stream that is cut, and of a login that has to wait for its turn
              expected: /net::ERR_|503/
            })
            yield* Effect.promise(async () => {
              await page.goto(service.origin)
              await signIn(page, "admin@localhost", PASSWORD)
              await page.waitForURL((url) => !url.pathname.startsWith("/login"))
              await page.goto(`${service.origin}${meadow.path}/live`)
              await isLive(page)
              await page.locator("[data-ready]").waitFor()
            })
            yield* meadow.leave("Alma")
            yield* Effect.promise(() => page.locator("[data-toast]", { hasText: "Alma left Home" }).waitFor())

            // the one that has the page's stream
            const first = yield* sendsStream(service)
            yield* service.serves[first].kill
            yield* Effect.promise(async () => {
              await page.keyboard.press("e") // at once, before the page has noticed
              await page.getByText("Acknowledged: Alma left Home").waitFor()
            })
            yield* meadow.leave("Berta")
            yield* Effect.promise(async () => {
              await page.locator("[data-toast]", { hasText: "Berta left Home" }).waitFor()
              await isLive(page)
            })
            assert.strictEqual(yield* sendsStream(service), first === 0 ? 1 : 0)

            // back again, and the other one goes: the session and the stream are known to a process that is new
            yield* service.restart(first)
            yield* service.serves[first === 0 ? 1 : 0].kill
            yield* meadow.leave("Carla")
            yield* Effect.promise(async () => {
              await page.locator("[data-toast]", { hasText: "Carla left Home" }).waitFor()
              await isLive(page)
              await page.reload()
              await isLive(page)
              await page.locator("[data-open='2']").waitFor()
            })
            const told = (yield* meadow.alerted(3)).map(({ status, title }) => `${title}: ${status}`)
            assert.sameMembers(told, [
              "Alma left Home: acknowledged",
              "Berta left Home: open",
              "Carla left Home: open"
            ])

            // an export that was asked for at one of them, written by the role work, and loaded from the other
            const at = `/projects/${meadow.projectId}/exports`
            const hour = 3_600_000
            const order = yield* client.post(at, {
              dataset: "positions",
              format: "csv",
              from: new Date(Date.now() - hour).toISOString(),
              to: new Date(Date.now() + hour).toISOString()
            })
            yield* until(
              "the file",
              client.get<{ readonly status: string }>(`${at}/${order.id}`),
              ({ status }) => status === "completed"
            )
            yield* service.restart(first === 0 ? 1 : 0)
            const files = yield* Effect.forEach(service.serves, ({ origin }) =>
              Effect.promise(async () => {
                const answer = await fetch(`${origin}/api/v1${at}/${order.id}/file`, {
                  headers: { authorization: `Bearer ${service.token}` }
                })
                assert.strictEqual(answer.status, 200)
                return createHash("sha256")
                  .update(Buffer.from(await answer.arrayBuffer()))
                  .digest("hex")
              })
            )
            assert.strictEqual(files[0], files[1])
            assert.deepStrictEqual(complaints, [])
          })
        ),
      180_000
    )
  }
)
