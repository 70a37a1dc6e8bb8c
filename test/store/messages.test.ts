// The messages of the bus, by the names and with the consumers of specification 6.4.
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it as unit, layer } from "@effect/vitest"
import { Context, Effect, Layer, Queue } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { globSync, readFileSync } from "node:fs"
import { jobKinds } from "../../src/domain/job/Job.ts"
import { DatabaseUrl, pool } from "../../src/store/sql/Pg.ts"
import { jobQueue, queue } from "../support/sql/jobs.ts"
import { claimOf, makeRange, queueOf, startRun } from "../support/http/runs.ts"
import { serve } from "../support/http/server.ts"
import { expectStatus, makeDevice, makeProject } from "../support/http/tracking.ts"

/** A listener holds a connection of its own. */
const listening = Layer.unwrap(
  Effect.map(DatabaseUrl, (url) =>
    pool({
      role: "pugmark_api",
      maxConnections: 8,
      applicationName: "listens to every channel",
      statementTimeoutMs: 30_000
    }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url)))
  )
)

/** The payload that ends what a channel carries. */
const END = "end of the test"

/**
 * Listens to channels while something is done; the payloads that arrive, by channel and in order.
 * Each channel has a connection of its own, so each is asked up to a last message of its own.
 */
const heardDuring = <A, E, R>(channels: ReadonlyArray<string>, work: Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const pg = Context.get(yield* Layer.build(listening), PgClient.PgClient)
      const queues = yield* Effect.forEach(channels, (channel) => pg.listen(channel))
      const result = yield* work
      yield* Effect.forEach(channels, (channel) => pg`select pg_notify(${channel}, ${END})`)
      const messages: Array<readonly [channel: string, payload: string]> = []
      for (const [at, heard] of queues.entries())
        for (;;) {
          const { payload } = yield* Queue.take(heard)
          if (payload === END) break
          messages.push([channels[at]!, payload])
        }
      return { result, messages }
    })
  )

const channels = [
  "analysis.requested",
  "export.requested",
  "curation.job_requested",
  "analysis_requested",
  "jobs"
]

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a message of the bus", (it) => {
  it.effect(
    "`analysis.requested` carries the run's id, on create and on a re-run only: no naming, cancelling, starting or ending of a run publishes it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const range = yield* makeRange(["Alma"])
          const path = `/projects/${range.project}/analyses`
          const made = yield* heardDuring(
            channels,
            Effect.gen(function* () {
              const run = yield* startRun(range)
              return [run.id, (yield* expectStatus(201, "POST", `${path}/${run.id}/rerun`)).id]
            })
          )
          assert.deepStrictEqual(
            made.messages,
            made.result.map((id) => ["analysis.requested", id] as const)
          )
          const changed = yield* heardDuring(
            channels,
            Effect.gen(function* () {
              const claim = yield* claimOf(yield* queueOf())
              yield* expectStatus(200, "PATCH", `${path}/${claim.id}`, { name: "March" })
              yield* expectStatus(200, "POST", `${path}/${claim.id}/cancel`)
              yield* (yield* queueOf()).cancel(claim)
              yield* expectStatus(200, "POST", `${path}/${made.result[1]}/cancel`)
              yield* expectStatus(204, "DELETE", `${path}/${claim.id}`)
            })
          )
          assert.deepStrictEqual(changed.messages, [])
        })
      )
  )

  it.effect("`export.requested` announces an export, with the job's id", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const { messages } = yield* heardDuring(
        channels,
        expectStatus(201, "POST", `/projects/${id}/exports`, {
          dataset: "positions",
          format: "csv",
          from: "2026-03-01T00:00:00Z",
          to: "2026-03-02T00:00:00Z"
        })
      )
      const sql = yield* SqlClient.SqlClient
      const [job] = yield* sql<{ id: string }>`select id from jobs where kind = 'export'`
      assert.deepStrictEqual(messages, [["export.requested", job!.id]])
    })
  )

  for (const kind of jobKinds.filter((kind) => kind !== "export"))
    it.effect(`\`curation.job_requested\` announces a job of the kind ${kind}, with its id`, () =>
      Effect.gen(function* () {
        const device = yield* makeDevice()
        const { messages, result } = yield* heardDuring(channels, queue(device.id, kind))
        assert.deepStrictEqual(messages, [["curation.job_requested", result]])
      })
    )

  it.effect("what an older release announced under another name is found by the next look", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`delete from analysis_runs`
        yield* sql`delete from jobs`
        yield* sql`alter table analysis_runs disable trigger tell_of_run`
        yield* sql`alter table jobs disable trigger tell_of_job`
        const run = yield* startRun(yield* makeRange(["Alma"]))
        const job = yield* queue((yield* makeDevice()).id)
        assert.strictEqual((yield* claimOf(yield* queueOf())).id, run.id)
        assert.strictEqual((yield* (yield* jobQueue).claim(["attribution"]))?.id, job)
      })
    )
  )
})

describe("the consumers of a message", () => {
  const root = new URL("../../", import.meta.url)
  const sources = globSync("src/**/*.{ts,tsx}", { cwd: root }).map((file) => ({
    file,
    text: readFileSync(new URL(file, root), "utf8")
  }))
  const naming = (message: string) =>
    sources.flatMap(({ file, text }) => (text.includes(`"${message}"`) ? [file] : [])).toSorted()

  for (const [message, files] of [
    ["analysis.requested", ["src/store/analyses/RunQueueSql.ts"]],
    ["export.requested", ["src/roles/jobs.ts", "src/store/jobs/JobQueueSql.ts"]],
    ["curation.job_requested", ["src/roles/jobs.ts", "src/store/jobs/JobQueueSql.ts"]]
  ] as const)
    unit(`of \`${message}\` are its own worker's and nobody else's`, () =>
      assert.deepStrictEqual(naming(message), [...files])
    )
})
