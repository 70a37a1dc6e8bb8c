// Rows of an older release, with their payload in JSON, among packed ones: one log, read in its order.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { decodeLog, partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import type { Lane } from "../../../src/engine/evaluate/Lane.ts"
import { Feed, type LogRow } from "../../../src/engine/ports.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { jsonLog, packLog, subjectOf } from "../../support/engine/logPayload.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addRule, ingest, makeFarm } from "../../support/sql/farm.ts"
import { drained, enginePorts, eventsOf, start } from "../../support/sql/lateFarm.ts"
import { readLog, writeAsBefore } from "../../support/sql/log.ts"

const minute = (n: number) => Date.parse("2026-05-01T12:00:00Z") + n * 60_000
const fast = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "FAST", title: "{entity} runs" }
}

/** A farm whose animal ran in every second minute: a log row for each, every other one of an older release. */
const makeMixedLog = Effect.fnUntraced(function* (rows: number) {
  const farm = yield* makeFarm
  yield* addRule(farm, "fast", fast, minute(-1))
  for (let n = 0; n < rows; n++)
    yield* ingest(farm, [{ at: minute(n), lon: 13.1234567, speedMps: n % 2 === 0 ? 20 : 1 }])
  const own = (yield* readLog).filter((row) => row.project_ids?.includes(farm.project))
  const old = new Set(own.filter((_, n) => n % 4 < 2).map((row) => row.id))
  yield* writeAsBefore((row) => old.has(row.id))
  return { ...farm, partition: partitionOf(farm.animal), ids: own.map((row) => row.id) }
})

const timesOf = (rows: ReadonlyArray<LogRow>) =>
  rows.flatMap((row) => decodeLog(row.payload, subjectOf).map((o) => o.at))
const formsOf = (rows: ReadonlyArray<LogRow>) => rows.map((row) => typeof row.payload)

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("a log of both forms", (it) => {
  it.effect("is read in its order, in a batch, past a project in a lane, and in a window", () =>
    Effect.gen(function* () {
      const feed = Context.get(yield* Layer.build(enginePorts(yield* DatabaseUrl, "reader")), Feed)
      const { ids, partition, project } = yield* makeMixedLog(6)
      const forms = ["string", "string", "object", "object", "string", "string"],
        times = [0, 1, 2, 3, 4, 5].map(minute)
      const lane = (projectId: string): Lane => ({
        partition,
        projectId,
        position: 0,
        upTo: 0,
        place: null,
        openedAt: minute(0),
        ruleId: null
      })
      const progress = (...lanes: ReadonlyArray<Lane>) => ({
        cursors: Array.from({ length: PARTITIONS }, (_, p) => ({
          partition: p,
          position: p === partition ? ids[0]! - 1 : ids.at(-1)!
        })),
        lanes
      })
      for (const { rows } of [
        yield* feed.read(progress(), 100),
        yield* feed.read(progress(lane(v7())), 100),
        ...(yield* feed.windows(project, [{ partition, from: ids[0]! - 1, to: ids.at(-1)!, fixed: true }], 1))
      ]) {
        assert.deepStrictEqual(
          rows.map((row) => row.id),
          ids
        )
        assert.deepStrictEqual(formsOf(rows), forms)
        assert.deepStrictEqual(timesOf(rows), times)
      }
      const passed = yield* feed.read(progress(lane(project)), 100)
      assert.deepStrictEqual(passed.rows, [{ partition, id: ids.at(-1)!, payload: "[]" }])
    })
  )

  it.effect("is evaluated in its order: each row once, whichever release wrote it", () =>
    Effect.gen(function* () {
      const { animal } = yield* makeMixedLog(40)
      const { stop } = yield* start("one")
      yield* drained
      yield* stop
      assert.deepStrictEqual(
        yield* eventsOf(animal, minute(0)),
        Array.from({ length: 20 }, (_, n) => `${2 * n} rise until ${2 * n + 1}`)
      )
    })
  )

  it.effect("has exactly one payload in each row", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = (payload: string | null, packed: Uint8Array | null) =>
        Effect.exit(sql`insert into observation_log (partition, batch_id, size, payload, packed)
          values (0, 0, 0, ${payload}::text, ${packed}::bytea)`)
      assert.isTrue(Exit.isFailure(yield* insert(null, null)))
      assert.isTrue(Exit.isFailure(yield* insert(jsonLog([]), packLog([]))))
      assert.isTrue(Exit.isSuccess(yield* insert(jsonLog([]), null)))
      assert.isTrue(Exit.isSuccess(yield* insert(null, packLog([]))))
    })
  )
})
