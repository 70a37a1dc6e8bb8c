// The analyses go wrong in every way there is, with real processes, and nothing else notices. Specification
// 1.
// @module-tag story
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Event } from "../../src/domain/event/Event.ts"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { TestSql } from "../support/sql/database.ts"
import { startWorker } from "../support/http/runs.ts"
import { startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { listen, makeClient, type Message, until } from "./client.ts"
import { addCollar, addRule, makeHerd, send } from "./herd.ts"

interface RunSeen {
  readonly id: string
  readonly status: string
  readonly error_code: string | null
  readonly worker?: { readonly heartbeat_age_seconds: number | null }
}

const fast = {
  trigger: { kind: "position" },
  scope: {},
  conditions: { type: "threshold", metric: "speed_mps", op: ">", value: 10 },
  event: { event_type: "FAST", title: "{entity} is fast", create_alert: true }
}

describe.runIf(process.platform === "linux")("isolation", () => {
  layer(TestSql, { timeout: "120 seconds", excludeTestServices: true })("of the analyses", (it) => {
    it.effect(
      "with the worker killed, frozen, spinning, or its tables locked: ingest, rules, the live stream and all other routes behave as without it",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const service = yield* startService({
              directory: yield* temporaryDirectory,
              databaseUrl: Redacted.value(yield* DatabaseUrl)
            })
            const client = makeClient(service)
            const herd = yield* makeHerd(client, "north")
            const collar = yield* addCollar(client, herd, "Alma")
            yield* addRule(client, herd, "Fast", fast)
            const path = `/projects/${herd.projectId}`,
              runs = `${path}/analyses`
            const heard: Array<Message> = []
            yield* listen(service, herd.projectId, "0", heard)

            let n = 0
            /** A fix in, an event out, the stream tells, and the other reads answer: each within its time. */
            const goesOn = (while_: string, withinMs = 3000) =>
              Effect.gen(function* () {
                const before = heard.filter((m) => m.event === "event.created").length
                const report = (speed: number) =>
                  send(client, herd, [
                    {
                      device: "Alma",
                      time: new Date(Date.now() - 1_000_000 + ++n * 1000).toISOString(),
                      lon: 14 + n / 1000,
                      lat: 51,
                      speed_mps: speed
                    }
                  ])
                const began = performance.now()
                assert.strictEqual((yield* report(0)).status, 202, while_)
                assert.strictEqual((yield* report(20)).status, 202, while_)
                yield* until(
                  `the event while the worker is ${while_}`,
                  Effect.sync(() => heard.filter((m) => m.event === "event.created").length),
                  (count) => count > before,
                  withinMs / 1000 + 2
                )
                assert.isBelow(performance.now() - began, withinMs, while_)
                const events = yield* client.all<Event>(`${path}/events`)
                assert.strictEqual(events.length, before + 1, while_)
                for (const other of [
                  "/entities",
                  "/positions",
                  "/alerts",
                  "/rules",
                  "/traces",
                  "/map/current",
                  "/features"
                ])
                  yield* client.get(path + other)
              })
            const workerPid = Effect.map(
              sql<{
                pid: number
              }>`select pid from worker_heartbeats where role = 'analyse'
                and beat_at > now() - interval '4 seconds' order by beat_at desc limit 1`,
              ([row]) => row?.pid ?? 0
            )
            const start = client.post<RunSeen>(runs, {
              module: "movement",
              parameters: {
                entity_ids: [collar.entityId],
                time_from: new Date(Date.now() - 86_400_000).toISOString(),
                time_to: new Date(Date.now() + 1000).toISOString()
              }
            })
            const over = (run: RunSeen) =>
              until(
                "the end of the run",
                client.get<RunSeen>(`${runs}/${run.id}`),
                (r) => r.status !== "queued" && r.status !== "running",
                20
              )

            yield* goesOn("just started", 15_000) // nothing is compiled yet
            yield* goesOn("well")
            const first = yield* over(yield* start)
            assert.strictEqual(first.status, "completed")

            const killed = yield* until("a worker", workerPid, (pid) => pid > 0)
            process.kill(killed, "SIGKILL")
            yield* goesOn("dead")
            assert.strictEqual(
              (yield* over(yield* start)).status,
              "completed",
              "a worker that was killed is started again, and takes the next run"
            )

            const frozen = yield* until("another worker", workerPid, (pid) => pid > 0 && pid !== killed)
            process.kill(frozen, "SIGSTOP")
            const waiting = yield* start
            yield* goesOn("frozen")
            assert.strictEqual(
              (yield* client.get<RunSeen>(`${runs}/${waiting.id}`)).status,
              "queued",
              "runs stay queued while the worker is down, and the page shows its heartbeat age"
            )
            assert.isNumber(
              (yield* client.get<RunSeen>(`${runs}/${waiting.id}`)).worker?.heartbeat_age_seconds
            )
            yield* client.ask("POST", `${runs}/${waiting.id}/cancel`)

            // another worker's thread spins
            yield* Effect.scoped(
              Effect.gen(function* () {
                yield* startWorker()
                yield* sql`update entities set name = 'Loop' where id = ${collar.entityId}::uuid`
                const spinning = yield* start
                yield* until(
                  "the run",
                  client.get<RunSeen>(`${runs}/${spinning.id}`),
                  (r) => r.status === "running"
                )
                yield* goesOn("spinning")
                yield* client.ask("POST", `${runs}/${spinning.id}/cancel`)
                assert.strictEqual((yield* over(spinning)).status, "cancelled")
                yield* sql`update entities set name = 'Buffers' where id = ${collar.entityId}::uuid`
                const greedy = yield* start
                yield* goesOn("out of memory")
                assert.strictEqual((yield* over(greedy)).error_code, "ANALYSIS_FAILED")
              })
            )

            yield* sql.withTransaction(
              Effect.andThen(
                sql`lock table analysis_runs, analysis_geometries in access exclusive mode`,
                goesOn("locked out")
              )
            )
            process.kill(frozen, "SIGCONT")
            yield* sql`update entities set name = 'Alma' where id = ${collar.entityId}::uuid`
            assert.strictEqual((yield* over(yield* start)).status, "completed", "the frozen worker goes on")
          })
        ).pipe(Effect.orDie)
    )
  })
})
