// How the service was, as server admins ask for it: by the minute, longer spans in steps, the worst of each.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { PARTITIONS } from "../../../../src/domain/intake/LogEntry.ts"
import { samplesOf } from "../../../../src/domain/system/HealthHistory.ts"
import { HealthHistory } from "../../../../src/store/system/HealthHistory.ts"
import { SystemFacts } from "../../../../src/store/system/SystemFacts.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject } from "../../../support/http/tracking.ts"

const PATH = "/system/health/history"

/** A figure of a past minute. */
const sample = (kind: string, subject: string, minutesAgo: number, value: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`insert into health_samples (kind, subject, minute, value)
      values (${kind}, ${subject}, date_trunc('minute', now()) - make_interval(mins => ${minutesAgo}::int4), ${value})`
  )

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("how the service was", (it) => {
  it.effect("beats are counted by worker and minute, and what tells figures beside it is no worker", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const role of ["engine", "serve", "engine", "engine:metrics"])
        yield* sql`select beat(${`here:1/${role}`}, ${role}, 1, '{"version": "0.1.0"}'::jsonb)`
      yield* sample("beats", "here:1/engine", 2, 12)
      const history = yield* expectStatus(200, "GET", `${PATH}?minutes=3`)
      assert.strictEqual(history.step_seconds, 60)
      assert.strictEqual(Date.parse(history.to) - Date.parse(history.from), 180_000)
      assert.isAbove(Date.parse(history.to), Date.now())
      // the minute may turn between two beats
      const total = (list: ReadonlyArray<number>) => list.reduce((a, b) => a + b, 0)
      assert.deepStrictEqual(
        history.workers.map(
          ({ beats, role, worker }: { beats: Array<number>; role: string; worker: string }) => [
            worker,
            role,
            beats.length,
            total(beats)
          ]
        ),
        [
          ["here:1/serve", "serve", 3, 1],
          ["here:1/engine", "engine", 3, 14]
        ]
      )
      const { limits, versions, workers } = yield* expectStatus(200, "GET", "/system/health")
      assert.deepInclude(workers.find((w: { role: string }) => w.role === "engine").workers[0], {
        version: "0.1.0",
        detail: {}
      })
      assert.match(versions.postgresql, /^\d+/)
      assert.isAtLeast(versions.schema_step, 44)
      assert.deepInclude(limits, { beat_seconds: 5, silent_seconds: 30, unread_rows: 200_000 })
    })
  )

  it.effect("a longer span is told in steps with the worst of each, and the most of the day beside it", () =>
    Effect.gen(function* () {
      yield* sample("lag", "3", 7, 2)
      yield* sample("lag", "3", 700, 40)
      yield* sample("disk_free", "", 701, 500)
      yield* sample("disk_free", "", 702, 300)
      yield* sample("oldest", "deliveries", 1, 9)
      yield* sample("lag", "3", 1500, 99)
      const day = yield* expectStatus(200, "GET", `${PATH}?minutes=1440`)
      assert.strictEqual(day.step_seconds, 720)
      const three = day.partitions.find((p: { partition: number }) => p.partition === 3)
      assert.lengthOf(three.lag_seconds, 120)
      assert.deepStrictEqual(
        three.lag_seconds.filter((lag: number | null) => lag !== null),
        [40, 2]
      )
      assert.strictEqual(three.most.lag_seconds, 40)
      assert.include(day.disk_free_bytes, 300)
      const hour = yield* expectStatus(200, "GET", PATH)
      assert.lengthOf(hour.connections, 60)
      const deliveries = hour.queues.find((q: { name: string }) => q.name === "deliveries")
      assert.strictEqual(deliveries.oldest_seconds.at(-2) ?? deliveries.oldest_seconds.at(-3), 9)
      assert.isTrue(hour.disk_free_bytes.every((free: number | null) => free === null))
    })
  )

  it.effect("a look keeps what is there, the worse of two, and forgets what is older than a day", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const history = yield* HealthHistory
      const facts = yield* (yield* SystemFacts).read
      yield* sample("lag", "3", 1600, 99)
      yield* history.keep(samplesOf(facts))
      yield* history.keep([
        { kind: "disk_free", subject: "", value: 7 },
        { kind: "connections", subject: "", value: 9999 }
      ])
      yield* history.keep([
        { kind: "disk_free", subject: "", value: 8 },
        { kind: "connections", subject: "", value: 1 }
      ])
      const found = yield* history.read(2)
      assert.lengthOf(found.partitions, PARTITIONS)
      assert.include(found.disk_free_bytes, 7)
      assert.include(found.connections, 9999)
      const [log] = found.queues
      assert.include(log!.depth, 0)
      assert.deepStrictEqual(
        yield* sql`select from health_samples where minute < now() - interval '1 day'`,
        []
      )
    }).pipe(Effect.provide([HealthHistory.layer, SystemFacts.layer]))
  )

  it.effect("is for server admins, a day at the most", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const member = yield* makeMember((yield* makeProject()).id, "admin")
      assert.strictEqual((yield* member.ask("GET", PATH)).body.permission, "server_admin")
      for (const minutes of ["0", "1441", "x"])
        assert.strictEqual((yield* send("GET", `${PATH}?minutes=${minutes}`)).status, 422)
    })
  )
})
