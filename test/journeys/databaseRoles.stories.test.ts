// The whole service on the database of an older release, on a copy of it and on a restore: as roles of that
// database's own, and as nobody else once it has started. Findings B5 and D3.
// @module-tag story
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { storedAccess } from "../../src/store/roles/access.ts"
import { loginRoles, roleNameOf } from "../../src/store/roles/names.ts"
import { asSuperuser, makeDatabase, on, prepare } from "../support/sql/owners.ts"
import { startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { before, loadBefore } from "../support/upgrade/loadBefore.ts"
import { makeClient, until } from "./client.ts"

const nameIn = (url: Redacted.Redacted) => new URL(Redacted.value(url)).pathname.slice(1)

/**
 * Starts the service on a database, asks for what the older release had, and tells who is logged in; then
 * stops.
 */
const visit = (url: Redacted.Redacted) =>
  Effect.scoped(
    Effect.gen(function* () {
      const databaseUrl = Redacted.value(url)
      const service = yield* startService({
        directory: yield* temporaryDirectory,
        databaseUrl,
        settings: { ADMIN_TOKEN: before.known.admin_token }
      })
      const { all } = makeClient({ origin: service.origin, token: before.known.admin_token })
      assert.isAtLeast(
        (yield* all(`/projects/${before.known.project}/alerts`)).length,
        before.tables["alerts"]!.length
      )
      const alive = yield* until(
        "every role",
        asSuperuser<{ role: string; pid: number }>(
          [
            "select role, pid from worker_heartbeats where beat_at > now() - interval '10 seconds' " +
              "and role not like '%:metrics'"
          ],
          url
        ),
        ({ length }) => length === 6
      )
      const sessions = yield* asSuperuser<{ name: string }>([
        `select distinct usename::text as name from pg_stat_activity where datname = '${nameIn(url)}'
          and pid <> pg_backend_pid() order by 1`
      ])
      // the process of the analyses was given its own login only
      const environment =
        process.platform === "linux"
          ? readFileSync(`/proc/${alive.find(({ role }) => role === "analyse")!.pid}/environ`, "utf8")
          : ""
      assert.notInclude(environment, new URL(databaseUrl).password)
      yield* service.stop
      return sessions.map(({ name }) => name)
    })
  )

it.live(
  "a copy of an older release's database, restored where its roles never were, is started as its own roles, and no session is the owner's after that",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* makeDatabase(null)
        yield* on(url)(loadBefore)
        yield* prepare(url)
        const { suffix } = (yield* on(url)(storedAccess))!,
          names = loginRoles.map((role) => roleNameOf(role, suffix)).toSorted()
        const copy = yield* makeDatabase(null, nameIn(url))
        // what pg_restore --no-owner --no-acl makes on a server that never saw these roles
        for (const database of [url, copy]) yield* asSuperuser([`drop owned by ${names.join()}`], database)
        yield* asSuperuser([`drop role ${names.join()}`])
        assert.deepStrictEqual(yield* visit(copy), names)
      })
    ),
  60_000
)
