// The analyses of the demo: made by the worker once, and gone with the demo.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as SqlClient from "effect/sql/SqlClient"
import { Pugmark } from "../../src/client/Pugmark.ts"
import { analyseOnce } from "../../src/demo/analyseOnce.ts"
import { seedProject } from "../../src/demo/seed.ts"
import { demoProject } from "../../src/domain/tracking/demoProject.ts"
import type { Project } from "../../src/domain/tracking/Project.ts"
import { ended, startWorker } from "../support/http/runs.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../support/http/server.ts"
import { expectStatus } from "../support/http/tracking.ts"
import { STORY } from "../support/stories.ts"

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("the analyses of a demo", (it) => {
  it.effect(
    "are one of each module and one that failed, each with a name; they are made once, and go with the project",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const project: Project = yield* expectStatus(201, "POST", "/projects", {
          ...demoProject("Farm", Date.now(), true)
        })
        const analysed = Effect.provide(
          Effect.gen(function* () {
            const now: Project = yield* expectStatus(200, "GET", `/projects/${project.id}`)
            yield* analyseOnce(yield* seedProject(url, now, 3_600_000))
          }),
          Layer.merge(Pugmark.layer({ url, token: ADMIN_TOKEN }), FetchHttpClient.layer)
        )
        yield* analysed
        const list = expectStatus(200, "GET", `/projects/${project.id}/analyses`)
        const queued = (yield* list).items as ReadonlyArray<{ readonly id: string }>
        // a worker that is busy with the first two finds the area of the third removed
        yield* startWorker({ entry: new URL("../../sandbox/main.ts", import.meta.url) })
        for (const { id } of queued) yield* ended(project.id, id)
        assert.deepStrictEqual(
          (yield* list).items.map((run: Readonly<Record<string, unknown>>) => [
            run["name"],
            run["module"],
            run["status"],
            run["error_message"]
          ]),
          [
            [
              "Use of the old pasture, removed meanwhile",
              "grazing",
              "failed",
              "An area of the run was removed since it was started. Start a new run without it."
            ],
            ["Use of the pastures, twelve days", "grazing", "completed", null],
            ["Cows, two days", "movement", "completed", null]
          ]
        )
        const { items: features } = yield* expectStatus(200, "GET", `/projects/${project.id}/features`)
        assert.notInclude(
          features.map((f: { name: string }) => f.name),
          "Old pasture"
        )

        // a start that was broken off: the worker has nothing to do when the third one is started
        const { settings }: Project = yield* expectStatus(200, "GET", `/projects/${project.id}`)
        yield* expectStatus(204, "DELETE", `/projects/${project.id}/analyses/${queued[0]!.id}`)
        yield* expectStatus(200, "PATCH", `/projects/${project.id}`, {
          settings: { ...settings, demo: { ...(settings["demo"] as object), analysed: false } }
        })
        yield* analysed
        const third = (yield* list).items[0] as { readonly id: string }
        assert.strictEqual((yield* ended(project.id, third.id)).status, "failed")
        assert.lengthOf((yield* list).items, 3)

        yield* expectStatus(204, "DELETE", `/projects/${project.id}/analyses/${third.id}`)
        yield* analysed
        assert.lengthOf((yield* list).items, 2, "what was removed stays removed")

        yield* expectStatus(204, "DELETE", `/projects/${project.id}`)
        assert.lengthOf(yield* sql`select id from analysis_runs`, 0)
      }).pipe(Effect.scoped),
    { ...STORY, timeout: 120_000 }
  )
})
