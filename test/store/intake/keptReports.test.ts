// Kept reports on real PostgreSQL: however the work on them is broken off, each is stored once.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { KeptReports } from "../../../src/jobs/ports.ts"
import { KeptReportsSql } from "../../../src/store/intake/KeptReportsSql.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { jobQueue, jobsDone, queue, startJobs } from "../../support/sql/jobs.ts"
import { loggedOf } from "../../support/sql/log.ts"
import { deliver, intakeOver, makeSource } from "../../support/sql/pasture.ts"
import { STORY } from "../../support/stories.ts"

const at = (n: number) => new Date(Date.UTC(2026, 5, 1) + n * 60_000).toISOString()
const MANY = 2500

/** A device with many kept reports, known from now on. */
const makeKnown = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const source = yield* makeSource(),
    device = v7()
  yield* deliver(
    source,
    Array.from({ length: MANY }, (_, n) => ({
      device: name,
      time: at(MANY - n),
      lat: 0,
      lon: 1,
      measurements: { temperature_c: n }
    }))
  )
  yield* sql`insert into devices (id, name) values (${device}::uuid, ${name})`
  yield* sql`insert into device_identities (id, device_id, data_source_id, external_id)
    values (${v7()}::uuid, ${device}::uuid, ${source.id}::uuid, ${name})`
  return { device, source }
})

const counts = Effect.fnUntraced(function* (device: string, source: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ stored: number; kept: number; logged: number; unknown: number }>`
    select (select count(*)::int4 from positions where device_id = ${device}::uuid) as stored,
      (select count(*)::int4 from measurements where device_id = ${device}::uuid) as logged,
      (select count(*)::int4 from kept_reports k join unknown_identities u on u.id = k.unknown_identity_id
        where u.data_source_id = ${source}::uuid) as kept,
      (select count(*)::int4 from unknown_identities where data_source_id = ${source}::uuid) as unknown`
  return { ...row }
})

const ports = Effect.gen(function* () {
  const url = yield* DatabaseUrl
  return Context.get(
    yield* Layer.build(
      KeptReportsSql.pipe(
        Layer.provide(
          pool({
            role: "pugmark_work",
            maxConnections: 2,
            applicationName: "kept reports",
            statementTimeoutMs: 30_000
          })
        ),
        Layer.provide(Layer.succeed(DatabaseUrl, url))
      )
    ),
    KeptReports
  )
})

layer(intakeOver(), { timeout: "60 seconds", excludeTestServices: true })("kept reports", (it) => {
  it.effect(
    "are stored oldest first in transactions of their own; one that is fenced stores nothing, and the next goes on where the last ended",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { device, source } = yield* makeKnown("many")
          yield* queue(device, "kept_reports")
          const jobs = yield* jobQueue,
            kept = yield* ports
          const claim = (yield* jobs.claim(["kept_reports"]))!
          const keep =
            (p: typeof claim.progress) =>
            ({ reports }: { readonly reports: number }) => ({ ...p, done: p.done + reports })
          const { left, progress } = yield* kept.process(claim, keep(claim.progress))
          assert.deepStrictEqual([left, progress.done], [true, 1000])
          assert.deepStrictEqual(yield* counts(device, source.id), {
            stored: 1000,
            logged: 1000,
            kept: MANY - 1000,
            unknown: 1
          })
          const [oldest] = yield* sql<{
            newest: Date
          }>`select max(original_time) as newest from positions where device_id = ${device}::uuid`
          assert.strictEqual(oldest!.newest.toISOString(), at(1000))
          yield* sql`update jobs set epoch = epoch + 1 where id = ${claim.id}::uuid`
          assert.strictEqual((yield* Effect.flip(kept.process(claim, keep(progress))))._tag, "JobLost")
          assert.deepStrictEqual(yield* counts(device, source.id), {
            stored: 1000,
            logged: 1000,
            kept: MANY - 1000,
            unknown: 1
          })
          yield* sql`update jobs set lease_until = now() where id = ${claim.id}::uuid`
          yield* startJobs
          yield* jobsDone
          assert.deepStrictEqual(yield* counts(device, source.id), {
            stored: MANY,
            logged: MANY,
            kept: 0,
            unknown: 0
          })
          const [job] = yield* sql<{
            done: number
            status: string
          }>`select records_done::int4 as done, status from jobs where id = ${claim.id}::uuid`
          assert.deepStrictEqual({ ...job }, { done: MANY, status: "completed" })
          assert.strictEqual(yield* loggedOf(device), 0, "a device in no project is judged by no rule")
        })
      ),
    STORY
  )

  it.effect("of a name that is taken from its device before their turn comes stay kept", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { device, source } = yield* makeKnown("renamed")
        yield* queue(device, "kept_reports")
        yield* sql`delete from device_identities where device_id = ${device}::uuid`
        yield* startJobs
        yield* jobsDone
        assert.deepStrictEqual(yield* counts(device, source.id), {
          stored: 0,
          logged: 0,
          kept: MANY,
          unknown: 1
        })
      })
    )
  )
})
