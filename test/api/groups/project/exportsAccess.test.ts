// Whose exports are whose: what is in them, and who is told of them, by the scope of whoever asked, then and
// now.
import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { download, makeHerd, over, span, walk } from "../../../support/http/exports.ts"
import { startJobs } from "../../../support/sql/jobs.ts"
import { makePerson, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus } from "../../../support/http/tracking.ts"

/** A herd of three, and a member who exports from it, of these entities alone (null: of all). */
const world = Effect.fnUntraced(function* (seen: ReadonlyArray<number> | null, role = "analyst") {
  const herd = yield* makeHerd(["Alma", "Berta", "Cora"])
  for (const animal of herd.animals) yield* walk(herd, animal, 2)
  const person = yield* makePerson()
  const scopeOf = (which: ReadonlyArray<number> | null) =>
    which === null ? null : { groups: [], entities: which.map((i) => herd.animals[i]!.entity), devices: [] }
  yield* expectStatus(201, "POST", `/projects/${herd.project}/members`, {
    user_id: person.id,
    role,
    scope: scopeOf(seen)
  })
  const token = yield* tokenFor(person, ["project:read", "exports:create"])
  const { send } = yield* TestServer
  const change = (body: object) =>
    expectStatus(200, "PATCH", `/projects/${herd.project}/members/${person.id}`, body)
  return {
    ...herd,
    token,
    person,
    exports: `/projects/${herd.project}/exports`,
    askAs: (body: object = {}) =>
      Effect.map(
        send("POST", `/projects/${herd.project}/exports`, {
          token,
          body: { dataset: "positions", format: "csv", ...span, ...body }
        }),
        (answer) => answer.body.id as string
      ),
    get: (path: string) => send("GET", `/projects/${herd.project}/exports${path}`, { token }),
    narrow: (which: ReadonlyArray<number> | null) => change({ scope: scopeOf(which) }),
    change
  }
})

const namesIn = (text: string) => [
  ...new Set(
    (parse(text, { columns: true }) as ReadonlyArray<{ readonly entity_name: string }>).map(
      (row) => row.entity_name
    )
  )
]

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("an export and a scope", (it) => {
  it.effect(
    "scope is enforced in the SQL of every read: a member's file holds what is in their scope, directly and by a job",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const { askAs, exports, project, token } = yield* world([0, 2])
          const { id } = yield* over(project, yield* askAs())
          const file = yield* download(`${exports}/${id}/file`, token)
          assert.deepStrictEqual(namesIn(file.text), ["Alma", "Cora"])
          const direct = yield* download(
            `${exports}/direct?${new URLSearchParams({ dataset: "positions", format: "csv", ...span }).toString()}`,
            token
          )
          assert.strictEqual(direct.sha256, file.sha256)
        })
      )
  )

  it.effect(
    "is shown to its maker while everything that they saw is in their scope still, and to who sees the " +
      "project whole; a wider scope adds nothing to it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const { askAs, exports, get, narrow, project } = yield* world([0, 1])
          const id = yield* askAs()
          yield* over(project, id)
          const shown = Effect.gen(function* () {
            const statuses = [(yield* get(`/${id}`)).status, (yield* get(`/${id}/file`)).status]
            return [...statuses, (yield* get("")).body.items.length]
          })
          assert.deepStrictEqual(yield* shown, [200, 200, 1])
          yield* narrow([0])
          assert.deepStrictEqual(yield* shown, [404, 404, 0])
          yield* narrow([0, 1, 2])
          assert.deepStrictEqual(yield* shown, [200, 200, 1])
          assert.deepStrictEqual(
            namesIn((yield* download(`${exports}/${id}/file`)).text),
            ["Alma", "Berta"],
            "the admin reads it too"
          )
        })
      )
  )

  it.effect("made by somebody who saw everything is not shown to them any more when they see a part", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* startJobs
        const { askAs, get, narrow, project } = yield* world(null)
        const id = yield* askAs()
        yield* over(project, id)
        assert.strictEqual((yield* get(`/${id}`)).status, 200)
        yield* narrow([0, 1, 2])
        assert.strictEqual((yield* get(`/${id}`)).status, 404)
      })
    )
  )

  it.effect(
    "is written by the scope that its maker has by then: what they may not see any more is not in it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { askAs, exports, narrow, project } = yield* world([0, 1])
          const [narrowed, widened] = [yield* askAs(), yield* askAs()]
          yield* narrow([1, 2])
          yield* startJobs
          for (const id of [narrowed, widened]) {
            assert.strictEqual((yield* over(project, id)).status, "completed")
            assert.deepStrictEqual(namesIn((yield* download(`${exports}/${id}/file`)).text), ["Berta"])
          }
        })
      )
  )

  it.effect("fails, and says why, when its maker may not export any more by the time it is written", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [demoted, removed, disabled] = [yield* world(null), yield* world([0]), yield* world(null)]
        const asked = [
          [demoted, yield* demoted.askAs()],
          [removed, yield* removed.askAs()],
          [disabled, yield* disabled.askAs()]
        ] as const
        yield* demoted.change({ role: "viewer" })
        yield* expectStatus(204, "DELETE", `/projects/${removed.project}/members/${removed.person.id}`)
        yield* sql`update users set enabled = false where id = ${disabled.person.id}::uuid`
        yield* startJobs
        for (const [{ project }, id] of asked) {
          const { error, status, trace_id } = yield* over(project, id)
          assert.deepStrictEqual(
            [status, error],
            ["failed", "Whoever asked for this export may not export from the project any more."]
          )
          assert.deepInclude(yield* expectStatus(200, "GET", `/traces/${trace_id}`), {
            kind: "export",
            status: "failed",
            code: "JOB_FAILED",
            project_id: project
          })
        }
        assert.strictEqual((yield* demoted.get("")).status, 403)
      })
    )
  )

  it.effect("of another is taken away with project:write, and by nobody else", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { askAs, exports, project, token } = yield* world(null)
      const theirs = yield* askAs()
      const { id } = yield* expectStatus(201, "POST", exports, { dataset: "events", format: "json", ...span })
      const refused = yield* send("DELETE", `${exports}/${id}`, { token })
      assert.deepStrictEqual([refused.status, refused.body.permission], [403, "project:write"])
      assert.strictEqual((yield* send("DELETE", `${exports}/${theirs}`, { token })).status, 204)
      yield* expectStatus(204, "DELETE", `/projects/${project}/exports/${id}`)
    })
  )
})
