// Demos that somebody asks for: a farm in a project of its own, moving until the project is removed.
import { assert, layer } from "@effect/vitest"
import { Effect, Queue } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { cast } from "../../src/demo/cast.ts"
import { runRequested } from "../../src/demo/runRequested.ts"
import { makeProgram } from "../support/http/samples.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../support/http/server.ts"
import { expectStatus } from "../support/http/tracking.ts"
import { until } from "../support/until.ts"
import { STORY } from "../support/stories.ts"

const asked = Effect.runSync(Queue.unbounded<string>())
const demos = (id: string) => Effect.asVoid(Queue.offer(asked, id))

layer(serve({ demos }), { excludeTestServices: true, timeout: "120 seconds" })("a demo", (it) => {
  it.effect(
    "that is asked for fills and moves until its project is removed",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        yield* Effect.forkScoped(
          runRequested({
            baseUrl: url,
            token: ADMIN_TOKEN,
            asked,
            again: true,
            lookEvery: "200 millis",
            pastMs: 3_600_000
          })
        )
        const project = yield* expectStatus(202, "POST", "/demo", { name: "Farm to play with" })
        assert.deepInclude(project, { name: "Farm to play with", slug: "farm-to-play-with" })
        assert.deepInclude(project.settings, {
          landscape: "demo",
          entity_word: { one: "animal", many: "animals" }
        })
        const complete = Effect.map(
          expectStatus(200, "GET", `/projects/${project.id}`),
          ({ settings }) => settings.demo.complete as boolean
        )
        yield* until(complete, (is) => is)
        const [row] = yield* sql<{ n: number }>`select count(distinct entity_id)::int4 as n from positions
        where project_id = ${project.id}::uuid`
        assert.strictEqual(row!.n, cast.length)
        const sources = sql<{
          enabled: boolean
        }>`select enabled from data_sources where name like 'Demo herd%'`
        assert.deepStrictEqual(yield* sources, [{ enabled: true }, { enabled: true }])
        yield* expectStatus(204, "DELETE", `/projects/${project.id}`)
        yield* until(sources, (all) => all.every(({ enabled }) => !enabled))
      }).pipe(Effect.scoped),
    { ...STORY, timeout: 120_000 }
  )

  it.effect("is for server admins", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { token } = yield* makeProgram
      assert.strictEqual((yield* send("POST", "/demo", { body: {}, token })).status, 403)
      const { errors } = yield* expectStatus(422, "POST", "/demo", { name: " " })
      assert.strictEqual(errors[0].pointer, "/name")
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a server without demos", (it) => {
  it.effect("says so, and makes no project", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* expectStatus(409, "POST", "/demo", {})).code, "NO_DEMOS_HERE")
      assert.lengthOf((yield* expectStatus(200, "GET", "/projects")).items, 0)
    })
  )
})
