// The files of exports in the database: written by whoever is there, kept for their time, handed out as fast
// as they are taken.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option, Schedule, Stream } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import diagnostics from "node:diagnostics_channel"
import { connect, type Socket } from "node:net"
import { sheetOf } from "../../../src/api/write/sheetOf.ts"
import { exportFile } from "../../../src/jobs/exportFile.ts"
import { JobQueue, Upkeep, Workbooks } from "../../../src/jobs/ports.ts"
import { ExportFilesSql } from "../../../src/store/exports/ExportFilesSql.ts"
import { JobQueueSql } from "../../../src/store/jobs/JobQueueSql.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { UpkeepSql } from "../../../src/store/jobs/UpkeepSql.ts"
import { ask, directPath, download, fileOf, makeHerd, over, walk } from "../../support/http/exports.ts"
import { startJobs } from "../../support/sql/jobs.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus } from "../../support/http/tracking.ts"
import { until } from "../../support/until.ts"
import { STORY } from "../../support/stories.ts"

/** What a worker gets from the database, for a test that is one. */
const ports = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  return yield* Layer.build(
    Layer.mergeAll(
      JobQueueSql("a worker that dies", "export.requested"),
      ExportFilesSql,
      UpkeepSql,
      Layer.succeed(Workbooks, { sheet: sheetOf })
    ).pipe(
      Layer.provide(
        pool({
          role: "pugmark_work",
          maxConnections: 3,
          applicationName: "exports of a test",
          statementTimeoutMs: 30_000
        })
      ),
      Layer.provide(Layer.succeed(DatabaseUrl, url))
    )
  )
}).pipe(Effect.orDie)

/** Whether the same number has come so many times. */
const stayed = (times: number) => {
  let last: number | null = null,
    same = 0
  return (now: number | null) => {
    same = now !== null && now === last ? same + 1 : 0
    last = now
    return same >= times
  }
}

const lapse = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update jobs set lease_until = now() - interval '1 hour' where status = 'running'`
)

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })("the file of an export", (it) => {
  for (const format of ["csv", "json", "gpx"]) {
    it.effect(
      `as ${format}: resumable after a kill; whoever goes on writes the same bytes that one worker alone writes`,
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const herd = yield* makeHerd(["Alma", "Berta"])
            for (const animal of herd.animals) yield* walk(herd, animal, 6000)
            const { id } = yield* ask(herd.project, { dataset: "positions", format })
            const services = yield* ports,
              queue = Context.get(services, JobQueue)
            const kind = yield* Effect.provideContext(exportFile, services)
            const claim = (yield* queue.claim(["export"]))!
            const { progress } = yield* kind.step(claim, claim.progress)
            assert.deepInclude(yield* expectStatus(200, "GET", `/projects/${herd.project}/exports/${id}`), {
              status: "running",
              row_count: 10_000,
              progress: 83.3,
              size_bytes: null
            })
            // the second step is broken off in the middle, and this worker is not heard of again
            const half = yield* Effect.forkChild(kind.step(claim, progress))
            yield* Effect.yieldNow
            yield* Fiber.interrupt(half)
            yield* lapse
            yield* startJobs
            const done = yield* over(herd.project, id)
            const { sha256 } = yield* download(`/projects/${herd.project}/exports/${id}/file`)
            const twin = yield* fileOf(herd.project, { dataset: "positions", format })
            assert.deepStrictEqual([done.row_count, sha256, done.sha256], [12_000, twin.sha256, twin.sha256])
            assert.strictEqual(
              (yield* Effect.exit(kind.step(claim, progress)))._tag,
              "Failure",
              "one who comes back finds the job another's"
            )
            assert.strictEqual(
              (yield* download(`/projects/${herd.project}/exports/${id}/file`)).sha256,
              sha256
            )
          })
        ),
      format === "csv" ? {} : STORY
    )
  }

  it.effect("as xlsx is begun again by the next, and nothing of the first try is in it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const herd = yield* makeHerd(["Alma"])
        yield* walk(herd, herd.animals[0]!, 300)
        const { id } = yield* ask(herd.project, { dataset: "positions", format: "xlsx" })
        const queue = Context.get(yield* ports, JobQueue)
        assert.strictEqual((yield* queue.claim(["export"]))!.id, id)
        yield* sql`insert into export_chunks (job_id, n, bytes) values (${id}::uuid, 0, 'half a workbook')`
        yield* lapse
        yield* startJobs
        assert.strictEqual((yield* over(herd.project, id)).row_count, 300)
        const { bytes } = yield* download(`/projects/${herd.project}/exports/${id}/file`)
        assert.strictEqual(bytes.subarray(0, 4).toString("latin1"), "PK\u0003\u0004")
      })
    )
  )

  it.effect(
    '"a workbook that kills its worker at the same place" is given up after five, with a trace and a remedy; a file that is gone on with counts anew',
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const herd = yield* makeHerd(["Alma"])
          yield* walk(herd, herd.animals[0]!, 3)
          const { id } = yield* ask(herd.project, { dataset: "positions", format: "xlsx" })
          const services = yield* ports,
            queue = Context.get(services, JobQueue)
          // a writer that kills whoever is at its third piece: two are kept until then
          const deadly = Layer.succeed(Workbooks, {
            sheet: () =>
              Stream.concat(Stream.fromIterable([1, 2].map(() => new Uint8Array(1024 * 1024))), Stream.never)
          })
          const kind = yield* exportFile.pipe(Effect.provide(deadly), Effect.provideContext(services))
          const attempts = Effect.map(
            sql<{
              n: number
              kept: number
            }>`select attempts as n, (select count(*)::int4 from export_chunks
              where job_id = ${id}::uuid) as kept from jobs where id = ${id}::uuid`,
            ([row]) => ({ ...row })
          )
          for (let n = 1; n <= 5; n++) {
            const claim = (yield* queue.claim(["export"]))!
            const worker = yield* Effect.forkChild(kind.step(claim, claim.progress))
            yield* attempts.pipe(
              Effect.repeat({ until: ({ kept }) => kept === 2, schedule: Schedule.spaced("10 millis") }),
              Effect.timeout("10 seconds")
            )
            yield* Fiber.interrupt(worker)
            assert.deepStrictEqual(yield* attempts, { n, kept: 2 }, `try ${n}`)
            yield* lapse
            // so that the next pieces are seen to come
            if (n < 5) yield* sql`delete from export_chunks where job_id = ${id}::uuid`
          }
          assert.isNull(yield* queue.claim(["export"]))
          const { error, status, trace_id } = yield* expectStatus(
            200,
            "GET",
            `/projects/${herd.project}/exports/${id}`
          )
          assert.deepStrictEqual(
            [status, error],
            ["failed", "5 workers that took this job died in the same place, the last after 0 of 3 records."]
          )
          const trace = yield* expectStatus(200, "GET", `/traces/${trace_id}`)
          assert.deepInclude(trace, { kind: "export", status: "failed", code: "JOB_FAILED", error })
          assert.match(
            trace.steps.at(-1).detail.remedy,
            /Nothing of the file is kept\. Ask again for a shorter span.*or for csv/
          )

          // a place to go on from is progress: whoever dies after it is the first to
          const text = yield* ask(herd.project, { dataset: "positions", format: "csv" })
          yield* sql`update jobs set attempts = 3 where id = ${text.id}::uuid`
          const claim = (yield* queue.claim(["export"]))!
          yield* kind.step(claim, claim.progress)
          assert.deepStrictEqual(
            [...(yield* sql`select attempts from jobs where id = ${text.id}::uuid`)],
            [{ attempts: 0 }]
          )
          yield* sql`delete from jobs where id = ${text.id}::uuid`
        })
      )
  )

  it.effect(
    "expires after 7 days: 410, and the next upkeep takes its bytes; the export stays and says so",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const sql = yield* SqlClient.SqlClient
          const services = yield* ports
          yield* startJobs
          const herd = yield* makeHerd(["Alma"])
          yield* walk(herd, herd.animals[0]!, 3)
          const [old, kept] = [
            (yield* fileOf(herd.project, { dataset: "positions", format: "csv" })).export,
            (yield* fileOf(herd.project, { dataset: "positions", format: "csv" })).export
          ]
          assert.approximately(Date.parse(old.expires_at) - Date.parse(old.finished_at), 7 * 86_400_000, 5000)
          yield* sql`update jobs set expires_at = now() where id = ${old.id}::uuid`
          const path = `/projects/${herd.project}/exports/${old.id}`
          const look = Effect.gen(function* () {
            const file = yield* send("GET", `${path}/file`)
            return [(yield* expectStatus(200, "GET", path)).status, file.status, file.body.code]
          })
          assert.deepStrictEqual(yield* look, ["expired", 410, "EXPORT_EXPIRED"])
          yield* Context.get(services, Upkeep).expire
          assert.deepStrictEqual(yield* look, ["expired", 410, "EXPORT_EXPIRED"])
          assert.deepStrictEqual(
            yield* sql`select job_id from export_chunks c join jobs j on j.id = c.job_id
              where j.project_id = ${herd.project}::uuid`,
            [{ job_id: kept.id }]
          )
          yield* expectStatus(204, "DELETE", path)
        })
      )
  )

  it.effect(
    "read at once is streamed with back-pressure: a reader who does not read holds no connection, and what they have not asked for is not read",
    () =>
      Effect.gen(function* () {
        const { port } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const herd = yield* makeHerd(["Alma"])
        yield* walk(herd, herd.animals[0]!, 100_000)
        const accepted: Array<Socket> = []
        const note = (message: unknown) => void accepted.push((message as { readonly socket: Socket }).socket)
        diagnostics.subscribe("net.server.socket", note)
        const socket = connect(port, "127.0.0.1").pause()
        const path = directPath(herd.project, { dataset: "positions", format: "json" })
        socket.write(
          `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ` +
            `Bearer ${ADMIN_TOKEN}\r\n\r\n`
        )
        // until the server cannot get rid of more
        yield* Effect.suspend(() => {
          const server = accepted.find(({ remotePort }) => remotePort === socket.localPort)
          return Effect.succeed(
            server === undefined || !server.writableNeedDrain
              ? null
              : server.bytesWritten - server.writableLength
          )
        }).pipe(Effect.repeat({ until: stayed(10), schedule: Schedule.spaced("50 millis") }))
        diagnostics.unsubscribe("net.server.socket", note)
        // what was being read on a slow machine comes to its end, and nothing follows
        yield* until(
          sql`select query from pg_stat_activity where application_name = 'pugmark tests api'
            and (state = 'active' and query like '%positions r%' or state like 'idle in%')`,
          (held) => held.length === 0
        )
        yield* sql`delete from positions where project_id = ${herd.project}::uuid`
        const text = yield* Effect.promise(async () => {
          const parts: Array<Buffer> = []
          for await (const part of socket) parts.push(part as Buffer)
          return Buffer.concat(parts).toString()
        })
        const rows = text.match(/^\{"id":/gm)!.length
        assert.isBelow(rows, 70_000, "the rest was not read while nobody took it")
        assert.isAbove(rows, 0)
        assert.match(text, /\n\]\n\r\n0\r\n\r\n$/, "and the file has its end")
      })
  )

  it.effect("of a workbook is made no faster than it is taken", () =>
    Effect.gen(function* () {
      let read = 0
      const row = { subject: "s", place_time: "t", id: 1, name: "a".repeat(100) }
      const pages = Stream.paginate(1, (n) =>
        Effect.sync(() => {
          read = n
          return [
            [
              Array.from({ length: 500 }, (_, i) => ({
                ...row,
                id: n * 500 + i,
                name: `${Math.sin(n * 500 + i)} ${Math.cos(i * n)}`
              }))
            ],
            n < 2000 ? Option.some(n + 1) : Option.none()
          ] as const
        })
      )
      yield* Stream.runForEach(Stream.take(sheetOf("test", ["id", "name"], pages), 3), () =>
        Effect.sleep("300 millis")
      )
      assert.isBelow(read, 100)
    })
  )
})
