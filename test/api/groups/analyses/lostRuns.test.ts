// Runs behind an open page: one that is removed is told by its id, one whose worker is gone says so and is cancelled at
// once.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { claimOf, makeRange, queueOf, type Range, readRun, startRun } from "../../../support/http/runs.ts"
import { serve } from "../../../support/http/server.ts"
import { connect } from "../../../support/http/stream.ts"
import { expectStatus } from "../../../support/http/tracking.ts"

const runsOf = ({ project }: Pick<Range, "project">) => `/projects/${project}/analyses`

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a run", (it) => {
  it.effect("is told by its id when it is removed, by a person or by the clean-up", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const range = yield* makeRange(["Alma"])
        const [one, other, third] = [yield* startRun(range), yield* startRun(range), yield* startRun(range)]
        const reader = yield* connect(range, "?types=run.updated")
        yield* expectStatus(204, "DELETE", `${runsOf(range)}/${one.id}`)
        yield* sql`delete from analysis_runs`
        const told = (yield* reader.take(3)).map(({ data }) => data)
        assert.deepStrictEqual(told, [{ id: one.id }, { id: other.id }, { id: third.id }])
      })
    )
  )

  it.effect("whose worker is gone says so, and ends as soon as it is cancelled", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const queue = yield* queueOf()
        const range = yield* makeRange(["Alma"])
        const run = yield* startRun(range)
        const lost = Effect.map(readRun(range.project, run.id), ({ worker }) => worker.lost)
        assert.isFalse(yield* lost, "it waits")
        const held = yield* claimOf(queue)
        assert.isFalse(yield* lost, "it is computed")
        yield* sql`update analysis_runs set lease_until = now() - interval '1 second'`
        assert.isTrue(yield* lost)
        yield* queue.renew(held, 10)
        assert.isFalse(yield* lost, "its worker was only slow")
        yield* sql`update analysis_runs set lease_until = now() - interval '1 second'`
        const ended = yield* expectStatus(200, "POST", `${runsOf(range)}/${run.id}/cancel`)
        assert.deepInclude(ended, { status: "cancelled", cancel_requested: true })
        assert.strictEqual(yield* queue.renew(held, 20), "lost")
        yield* sql`delete from analysis_runs`
      })
    )
  )
})
