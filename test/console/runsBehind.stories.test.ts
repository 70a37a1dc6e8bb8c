// Runs behind an open page: their worker is stopped, killed in the middle, started again; they are deleted, expire, or
// are hidden; their module is switched off. A product of its own, whose worker is a process of its own.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import type { Page } from "playwright-core"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { type Client, makeClient, until } from "../journeys/client.ts"
import { type GrazedHerd, makeGrazedHerd } from "../support/browser/grazedHerd.ts"
import { makeMember } from "../support/browser/member.ts"
import { logIn, PASSWORD } from "../support/browser/shared.ts"
import { TheConsole } from "../support/browser/theConsole.ts"
import { visit } from "../support/browser/visit.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { launchService, startService } from "../support/processes/service.ts"
import { TestSql } from "../support/sql/database.ts"

interface Farm {
  readonly client: Client
  readonly cookie: string
  readonly herd: GrazedHerd
  readonly origin: string
  readonly databaseUrl: string
  /** Ends it, and starts it once more with another setting. */
  readonly restartWith: (settings: Readonly<Record<string, string>>) => Effect.Effect<void, never, Scope>
}

/** A product that serves and computes nothing by itself. */
class TheFarm extends Context.Service<TheFarm, Farm>()("test/TheFarm") {
  static readonly layer = Layer.effect(
    TheFarm,
    Effect.gen(function* () {
      yield* TheConsole // the console is built
      const databaseUrl = Redacted.value(yield* DatabaseUrl)
      const options = {
        role: "serve",
        directory: yield* temporaryDirectory,
        databaseUrl,
        settings: { ADMIN_PASSWORD: PASSWORD }
      } as const
      const service = yield* startService(options)
      const client = makeClient(service)
      const { origin } = service
      const cookie = yield* Effect.promise(() => logIn(origin, "admin@localhost", PASSWORD))
      return {
        client,
        cookie,
        databaseUrl,
        herd: yield* makeGrazedHerd(client, "behind"),
        origin,
        restartWith: (settings) =>
          service.stop.pipe(
            Effect.andThen(
              startService({ ...options, port: service.port, settings: { ...options.settings, ...settings } })
            ),
            Effect.asVoid,
            Effect.orDie
          )
      }
    })
  )
}

/** A worker of the farm, once it was heard of. */
const startWorker = Effect.gen(function* () {
  const { databaseUrl } = yield* TheFarm
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from worker_heartbeats`
  const worker = yield* launchService({
    role: "analyse",
    directory: yield* temporaryDirectory,
    databaseUrl
  })
  const beats = sql`select from worker_heartbeats where role = 'analyse'`
  yield* until("the worker", beats, ({ length }) => length > 0, 60)
  return worker
})

/** As if the worker had been heard of three minutes ago. */
const silence = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update worker_heartbeats set beat_at = now() - interval '3 minutes'`
)

/** The page of a run, by its address. */
const openRun = (page: Page, { path }: GrazedHerd, id: string) => page.goto(`${path}/analyses/${id}`)
const isResult = (page: Page) => page.getByRole("heading", { name: "Home ranges" }).waitFor()
const isGone = (page: Page) =>
  page.getByRole("heading", { name: "This analysis is not here any more." }).waitFor()

const house = Layer.mergeAll(TheConsole.layer, TestSql)

layer(TheFarm.layer.pipe(Layer.provideMerge(house)), { timeout: "240 seconds", excludeTestServices: true })(
  "runs behind an open page",
  (it) => {
    it.effect("wait for a worker that is stopped: since when is said, a sixth is refused in words", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { browser } = yield* TheConsole
          const { client, cookie, herd, origin } = yield* TheFarm
          const worker = yield* startWorker
          yield* worker.signal("SIGSTOP")
          yield* silence
          const first = yield* herd.ask("movement")
          const { complaints, page } = yield* visit(browser, { session: { origin, cookie }, expected: /429/ })
          yield* Effect.promise(async () => {
            await openRun(page, herd, first.id)
            await page.getByRole("heading", { name: "Waiting, next" }).waitFor()
            await page.getByText("The analysis worker has been silent for 3 min.").waitFor()
            await page.getByText(/^for /u).waitFor()
            // everything else works
            await page.keyboard.press("g")
            await page.keyboard.press("m")
            await page.getByRole("link", { name: "Alma" }).first().waitFor()
            await page.keyboard.press("g")
            await page.keyboard.press("s")
            await page.getByText(/queued 1 of 5$/u).waitFor()
            await page.getByText("The analysis worker has been silent for 3 min.").waitFor()
          })
          const others = yield* Effect.forEach([2, 3, 4, 5], () => herd.ask("movement"))
          yield* Effect.promise(async () => {
            await page.getByText(/queued 5 of 5$/u).waitFor()
            await page.getByText("queued, fifth").waitFor()
            const days = "from=2025-03-06&to=2025-03-11"
            await page.goto(`${herd.path}/analyses/new?animals=${herd.entity_ids[0]}&${days}`)
            await page.getByText("5 runs wait in this project: the queue is full.").waitFor()
            await page.getByText("Within all limits").waitFor()
            await page.keyboard.press("Control+Enter")
            await page
              .getByRole("alert")
              .getByText("5 runs are queued in this project, and 5 may be. Wait for one to begin.")
              .waitFor()
            await page.getByRole("button", { name: "Take out Alma" }).waitFor()
            await openRun(page, herd, first.id)
            await page.getByRole("heading", { name: "Waiting, next" }).waitFor()
          })
          for (const { id } of others) yield* client.ask("DELETE", `${herd.runs}/${id}`)
          yield* worker.signal("SIGCONT")
          // the page that is open becomes that of the result
          yield* Effect.promise(() => isResult(page))
          assert.deepStrictEqual(complaints, [])
        })
      )
    )

    it.effect("lose a worker that is killed in the middle: that is said, and a re-run works", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { browser } = yield* TheConsole
          const { client, cookie, herd, origin } = yield* TheFarm
          const sql = yield* SqlClient.SqlClient
          const { complaints, page } = yield* visit(browser, { session: { origin, cookie } })
          const worker = yield* startWorker
          const run = yield* sql.withTransaction(
            Effect.gen(function* () {
              // a result is written down when there is room for its shapes
              yield* sql`lock table analysis_geometries in exclusive mode`
              const { id } = yield* herd.ask("movement")
              const waits = sql`select from pg_locks where not granted and relation = 'analysis_geometries'::regclass`
              yield* until("the worker at its end", waits, ({ length }) => length > 0, 60)
              yield* worker.kill
              return id
            })
          )
          yield* sql`update analysis_runs set lease_until = now() + interval '100 seconds' where status = 'running'`
          yield* Effect.promise(async () => {
            await openRun(page, herd, run)
            await page.getByRole("heading", { name: "Computing" }).waitFor()
          })
          // the lease and the beat of the worker run out
          yield* sql`update analysis_runs set lease_until = now() - interval '1 second' where status = 'running'`
          yield* silence
          yield* Effect.promise(async () => {
            await page.getByRole("heading", { name: "The worker stopped in the middle" }).waitFor()
            await page.getByText("Its progress is lost.").waitFor()
            await page.getByText("The analysis worker has been silent for 3 min.").waitFor()
            await page.getByRole("button", { name: "Re-run" }).press("Enter")
            await page.getByRole("heading", { name: "Waiting, next" }).waitFor()
            assert.notInclude(page.url(), run)
          })
          yield* startWorker
          yield* Effect.promise(async () => {
            await isResult(page)
            await openRun(page, herd, run)
            await page.getByRole("button", { name: "Cancel" }).press("Enter")
            await page.getByText("The analysis was cancelled").waitFor()
          })
          assert.strictEqual(
            (yield* client.get<{ status: string }>(`${herd.runs}/${run}`)).status,
            "cancelled"
          )
          assert.deepStrictEqual(complaints, [])
        })
      )
    )

    it.effect("go while they are looked at: deleted, expired, or about animals that are hidden by now", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { browser } = yield* TheConsole
          const farm = yield* TheFarm
          const { client, cookie, herd, origin } = farm
          const sql = yield* SqlClient.SqlClient
          yield* startWorker
          const asked = yield* Effect.forEach([1, 2], () => herd.ask("movement"))
          const [deleted, expiring] = [yield* herd.ended(asked[0]!.id), yield* herd.ended(asked[1]!.id)]
          const { complaints, page } = yield* visit(browser, { session: { origin, cookie }, expected: /404/ })
          yield* Effect.promise(async () => {
            await openRun(page, herd, deleted.id)
            await isResult(page)
          })
          yield* client.ask("DELETE", `${herd.runs}/${deleted.id}`)
          yield* Effect.promise(async () => {
            await isGone(page)
            await page.getByText("It was deleted, or you may not see all of its animals any more.").waitFor()
            await page.getByRole("button", { name: "Run the same again" }).press("Enter")
            await isResult(page)
          })
          yield* sql`update analysis_runs set expires_at = now() - interval '1 minute'
            where id = ${expiring.id}::uuid`
          yield* Effect.promise(async () => {
            await openRun(page, herd, expiring.id)
            await isResult(page)
          })
          yield* sql`delete from analysis_runs where expires_at < now()`
          yield* Effect.promise(async () => {
            await isGone(page)
            await page
              .getByText(/^It expired on .*: runs without a name are removed after 30 days\.$/u)
              .waitFor()
            await page.getByRole("link", { name: "All analyses" }).press("Enter")
            await page.getByRole("table", { name: "Analyses" }).waitFor()
          })

          const scope = (entities: ReadonlyArray<string>) => ({ groups: [], entities, devices: [] })
          const reader = yield* makeMember(farm, herd, { role: "analyst", scope: scope(herd.entity_ids) })
          const [left] = yield* client.all<{ id: string; status: string }>(`${herd.runs}?status=completed`)
          const seen = yield* visit(browser, {
            session: { origin, cookie: reader.cookie },
            expected: /404|403/
          })
          yield* Effect.promise(async () => {
            await openRun(seen.page, herd, left!.id)
            await isResult(seen.page)
          })
          yield* client.ask("PATCH", `/projects/${herd.projectId}/members/${reader.id}`, {
            scope: scope(herd.entity_ids.slice(0, 1))
          })
          yield* Effect.promise(async () => {
            await isGone(seen.page)
            await seen.page.getByRole("button", { name: "Run the same again" }).press("Enter")
            // of the animals that are left
            await isResult(seen.page)
            const table = seen.page.getByRole("table", { name: "By animal" })
            await table.getByRole("row", { name: /^Alma/u }).waitFor()
            assert.strictEqual(await table.getByRole("row", { name: /^Berta|^Cleo/u }).count(), 0)
          })
          assert.deepStrictEqual([...complaints, ...seen.complaints], [])
        })
      )
    )

    it.effect("are gone with their module, which the deployment switches off", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { browser } = yield* TheConsole
          const { client, cookie, herd, origin, restartWith } = yield* TheFarm
          const [left] = yield* client.all<{ id: string }>(`${herd.runs}?status=completed`)
          const { complaints, page } = yield* visit(browser, {
            session: { origin, cookie },
            // of a server that is gone and comes back, and of what it has no more
            expected: /net::ERR_|404|503/
          })
          const rail = page.getByRole("navigation", { name: "Main" })
          yield* Effect.promise(async () => {
            await openRun(page, herd, left!.id)
            await isResult(page)
            await rail.getByRole("link", { name: "Analyses" }).waitFor()
            // the map's worker comes from the server, too
            await page.locator("[data-ready]").waitFor({ state: "attached" })
          })
          yield* restartWith({ ANALYSIS_MODULES: "" })
          yield* Effect.promise(async () => {
            await page.getByRole("heading", { name: "There is no such page." }).waitFor()
            await rail.getByRole("link", { name: "Analyses" }).waitFor({ state: "detached" })
          })
          for (const path of ["", "/summary", `/${left!.id}`, `/${left!.id}/geometries`])
            assert.strictEqual((yield* client.ask("GET", herd.runs + path)).status, 404, path)
          assert.deepStrictEqual(complaints, [])
        })
      )
    )
  }
)
