// What is put on record of when ways in are heard: beats, outages, and what closes them.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeBeats } from "../../../src/store/hearing/beats.ts"
import { TestSql } from "../../support/sql/database.ts"

interface Row {
  readonly source: string | null
  readonly began: number
  readonly ended: number | null
}

/** Outages as they are, in seconds before now. */
const outages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Row>`
    select source_id as source,
      round(extract(epoch from clock_timestamp() - began_at))::float8 as began,
      round(extract(epoch from clock_timestamp() - ended_at))::float8 as ended
    from outages
    order by id`
})

/** As if this way in had been heard last so many seconds ago. */
const heardLast = (secondsAgo: number, source: string | null = null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into hearing (source_id, heard_to)
      values (${source}::uuid, clock_timestamp() - make_interval(secs => ${secondsAgo}))
      on conflict (source_id) do update set heard_to = excluded.heard_to`
  })
const hear = (heardForSeconds: number | null, source: string | null = null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`select hear(${source}::uuid, make_interval(secs => ${heardForSeconds}::float8))`
  })
const heardAgo = (source: string | null = null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ ago: number }>`
      select round(extract(epoch from clock_timestamp() - heard_to))::float8 as ago
      from hearing
      where source_id is not distinct from ${source}::uuid`
    return row!.ago
  })
const cleared = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from outages`
  yield* sql`delete from hearing`
})
const makeSource = (config: object, enabled = true) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = v7()
    yield* sql`
      insert into data_sources (id, name, adapter_key, config, enabled, token_hash)
      values (${id}::uuid, 'north', 'generic_mqtt', ${JSON.stringify(config)}::jsonb, ${enabled},
        sha256(${id}::text::bytea))`
    return id
  })

const cases: ReadonlyArray<
  readonly [
    title: string,
    secondsAgo: number | null,
    heardFor: number | null,
    outages: ReadonlyArray<readonly [began: number, ended: number]>
  ]
> = [
  ["before anything was kept nothing was missed", null, null, []],
  ["beats follow each other without an outage", 3, 3, []],
  ["a process that starts after nobody heard leaves one, however short", 8, null, [[8, 0]]],
  ["a process that was killed was heard up to its last sign of life", 120, null, [[120, 0]]],
  ["one that stood still cannot say that it heard meanwhile", 120, 120, [[120, 0]]],
  ["one process that hears is enough", 0, null, []],
  ["what another heard meanwhile is none", 4, 5, []],
  ["a clock that is set back opens none", -3600, 2, []],
  ["nor does one that is set back a little", -5, 2, []]
]

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("hearing on PostgreSQL", (it) => {
  for (const [title, secondsAgo, heardFor, expected] of cases)
    it.effect(title, () =>
      Effect.gen(function* () {
        yield* cleared
        if (secondsAgo !== null) yield* heardLast(secondsAgo)
        yield* hear(heardFor)
        assert.deepStrictEqual(
          (yield* outages).map((o) => [o.began, o.ended]),
          expected.map(([began, ended]) => [began, ended])
        )
        assert.strictEqual(yield* heardAgo(), secondsAgo === -5 ? -5 : 0)
      })
    )

  it.effect("where nobody listens any more an outage is open, until somebody does", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* cleared
      yield* heardLast(10)
      yield* sql`select open_outages()`
      assert.deepStrictEqual(yield* outages, [])
      yield* heardLast(60)
      yield* sql`select open_outages()`
      yield* sql`select open_outages()`
      assert.deepStrictEqual(yield* outages, [{ source: null, began: 60, ended: null }])
      yield* hear(2)
      assert.deepStrictEqual(yield* outages, [{ source: null, began: 60, ended: 0 }])
    })
  )

  it.effect("an open outage that the clock was set back before is none", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* cleared
      yield* heardLast(60)
      yield* sql`select open_outages()`
      yield* sql`update outages set began_at = clock_timestamp() + interval '1 hour'`
      yield* hear(2)
      assert.deepStrictEqual(yield* outages, [])
    })
  )

  it.effect("a source that is dialled is out until its first connection, and whenever it is lost", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* cleared
      const north = yield* makeSource({ mqtt: { url: "mqtt://north", topics: ["#"] } })
      yield* heardLast(300, north)
      yield* sql`select open_outages()`
      yield* hear(null, north)
      yield* heardLast(30, north)
      yield* hear(null, north)
      assert.deepStrictEqual(yield* outages, [
        { source: north, began: 300, ended: 0 },
        { source: north, began: 30, ended: 0 }
      ])
      yield* sql`delete from data_sources where id = ${north}::uuid`
      yield* hear(null, north)
      assert.strictEqual((yield* sql`select from hearing where source_id is not null`).length, 0)
    })
  )

  it.effect("a source that devices push to is out while it is switched off", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* cleared
      const pushed = yield* makeSource({}, false)
      assert.deepStrictEqual(yield* outages, [{ source: pushed, began: 0, ended: null }])
      yield* sql`update outages set began_at = began_at - interval '90 seconds'`
      yield* sql`update data_sources set enabled = true where id = ${pushed}::uuid`
      assert.deepStrictEqual(yield* outages, [{ source: pushed, began: 90, ended: 0 }])
    })
  )

  it.effect("a record proves that its way in was heard, as far as beats reach", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const north = yield* makeSource({ mqtt: { url: "mqtt://north", topics: ["#"] } })
      const vouch = (secondsAgo: number, pushed: boolean) => sql`
        select vouch(array[${pushed ? null : north}]::uuid[],
          array[clock_timestamp() - make_interval(secs => ${secondsAgo})])`
      yield* cleared
      yield* heardLast(10)
      yield* heardLast(10, north)
      yield* vouch(4, false)
      assert.deepStrictEqual([yield* heardAgo(), yield* heardAgo(north)], [10, 4])
      yield* vouch(8, true)
      assert.deepStrictEqual([yield* heardAgo(), yield* heardAgo(north)], [8, 4])
      yield* heardLast(100)
      yield* vouch(2, true)
      assert.deepStrictEqual([yield* heardAgo(), yield* heardAgo(north)], [100, 4])
    })
  )

  it.effect("of one that reports by several ways each was heard if it said so just now, or is out", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const north = yield* makeSource({ mqtt: { url: "mqtt://north", topics: ["#"] } })
      const settle = (secondsAgo: number) => sql`
        select settle_ways(array[null, ${north}]::uuid[],
          array_fill(clock_timestamp() - make_interval(secs => ${secondsAgo}), array[2]))`
      yield* cleared
      yield* heardLast(3)
      yield* heardLast(6, north)
      yield* settle(8)
      assert.deepStrictEqual([yield* heardAgo(), yield* heardAgo(north)], [3, 6])
      yield* settle(1)
      assert.deepStrictEqual([yield* heardAgo(), yield* heardAgo(north)], [1, 6])
      assert.deepStrictEqual(yield* outages, [{ source: north, began: 6, ended: null }])
      yield* hear(2, north)
      assert.deepStrictEqual(yield* outages, [{ source: north, began: 6, ended: 0 }])
      // records do not keep a way alive that says nothing
      yield* sql`update hearing set beat_at = clock_timestamp() - interval '5 seconds' where source_id is null`
      yield* settle(0)
      assert.deepStrictEqual((yield* outages).slice(1), [{ source: null, began: 1, ended: null }])
    })
  )

  it.effect("nothing is stored by a process that did not just say that it hears", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* cleared
      const { beat, ensure, lose } = makeBeats(sql)
      yield* ensure(null)
      assert.strictEqual(yield* heardAgo(), 0)
      yield* heardLast(5)
      yield* ensure(null) // it was said a moment ago
      assert.strictEqual(yield* heardAgo(), 5)
      yield* beat([null])
      assert.strictEqual(yield* heardAgo(), 0)
      yield* heardLast(5)
      lose(null)
      yield* ensure(null)
      assert.deepInclude(yield* outages, { source: null, began: 5, ended: 0 })
    })
  )
})
