// Who is late and who is silent, by the fixes on record.
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { v7 } from "uuid"
import { reportingAt } from "../../../../src/store/tracking/entities/reporting.ts"
import { instants } from "../../../../src/store/sql/arrays.ts"
import { TestSql } from "../../../support/sql/database.ts"

const NOW = Date.parse("2026-05-10T12:00:00Z")
const MINUTE = 60_000

/** A project with such settings, and what says how an entity with fixes so many minutes old reports. */
const makeProject = (settings: object = {}) =>
  Effect.gen(function* () {
    const pg = yield* PgClient.PgClient
    const project = v7()
    yield* pg`insert into projects (id, slug, name, timezone, settings)
      values (${project}::uuid, ${`p-${project}`}, 'Herd', 'UTC', ${JSON.stringify(settings)}::text::jsonb)`
    return (ages: ReadonlyArray<number>, more = "true") =>
      Effect.gen(function* () {
        const entity = v7()
        yield* pg`
          insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
            valid, received_at, batch_id)
          select ${v7()}::uuid, ${project}::uuid, ${entity}::uuid, 'gnss', t, 0, 0, ${pg.literal(more)}, t, 1
          from unnest(${instants(ages.map((age) => NOW - age * MINUTE))}) t`
        const [row] = yield* pg<{ readonly reporting: string }>`
          select ${reportingAt(
            pg,
            project,
            { key: "p.entity_id", id: "s.id", at: "s.at" },
            pg`${new Date(NOW)}::timestamptz`
          )} as reporting
          from (
            select ${entity}::uuid as id,
              (select max(original_time) from positions where entity_id = ${entity}::uuid and valid) as at
          ) s`
        return row!.reporting
      })
  })

/** Fixes at one interval, the newest so old: minutes. */
const every = (interval: number, newest: number, count = 50) =>
  Array.from({ length: count }, (_, n) => newest + n * interval)

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("reporting", (it) => {
  it.effect("late is four usual waits, and a quarter of an hour at least", () =>
    Effect.gen(function* () {
      const reporting = yield* makeProject()
      assert.strictEqual(yield* reporting([]), "never")
      assert.strictEqual(yield* reporting(every(1, 15)), "on_time")
      assert.strictEqual(yield* reporting(every(1, 16)), "late")
      assert.strictEqual(yield* reporting(every(10, 40)), "on_time")
      assert.strictEqual(yield* reporting(every(10, 41)), "late")
      // one long rest among short waits is no rhythm
      assert.strictEqual(yield* reporting([...every(10, 41), 5000, 5010]), "late")
    })
  )

  it.effect("silent is the project's number of hours, whatever the rhythm; settings may hold anything", () =>
    Effect.gen(function* () {
      const reporting = yield* makeProject()
      assert.strictEqual(yield* reporting(every(600, 24 * 60)), "on_time")
      assert.strictEqual(yield* reporting(every(600, 24 * 60 + 1)), "silent")
      const soon = yield* makeProject({ silent_after_hours: 1.5 })
      assert.strictEqual(yield* soon(every(60, 90)), "on_time")
      assert.strictEqual(yield* soon(every(60, 91)), "silent")
      for (const odd of ["soon", 0, -3, null, [1], { a: 1 }]) {
        const strange = yield* makeProject({ silent_after_hours: odd })
        assert.strictEqual(yield* strange(every(600, 24 * 60 + 1)), "silent", JSON.stringify(odd))
        assert.strictEqual(yield* strange(every(600, 23 * 60)), "on_time", JSON.stringify(odd))
      }
    })
  )

  it.effect(
    "who has no two fixes in seven days has no rhythm to be late by; what is not valid is no fix",
    () =>
      Effect.gen(function* () {
        const reporting = yield* makeProject()
        assert.strictEqual(yield* reporting([600]), "on_time")
        assert.strictEqual(yield* reporting([600, 8 * 24 * 60, 8 * 24 * 60 + 1]), "on_time")
        const patient = yield* makeProject({ silent_after_hours: 1e300 })
        assert.strictEqual(yield* patient([366 * 24 * 60]), "on_time")
        assert.strictEqual(yield* patient([366 * 24 * 60 + 1]), "silent")
        assert.strictEqual(yield* reporting(every(1, 20), "false"), "never")
      })
  )
})
