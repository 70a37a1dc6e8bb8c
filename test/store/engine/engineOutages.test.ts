// Silence and outages on PostgreSQL: what was not heard is not silent, what was is told.
import { assert, layer } from "@effect/vitest"
import { PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { Effect, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import type { Observation, Subject } from "../../../src/domain/rule/Observation.ts"
import { TestSql } from "../../support/sql/database.ts"
import { addRule, type Farm, makeFarm } from "../../support/sql/farm.ts"
import { drained, nothingLeft, start } from "../../support/sql/lateFarm.ts"
import { ingestRecords } from "../../support/sql/records.ts"

const NOW = Math.floor(Date.now() / 10_000) * 10_000
/** So many seconds before now. */
const ago = (seconds: number) => NOW - seconds * 1000

const silence = {
  trigger: { kind: "schedule", every_seconds: 10 },
  conditions: { type: "no_data", for_seconds: 60 },
  event: { event_type: "SILENT", title: "{entity} is silent", severity: "warning", create_alert: true }
}

const report = (subject: Subject, at: number, receivedAt = at): Observation => ({
  _tag: "Position",
  subject,
  at,
  receivedAt,
  recordId: 0,
  recordType: "gnss",
  lon: 0,
  lat: 0,
  altitudeM: null,
  speedMps: null,
  accuracyM: null
})

/** Another animal of a farm, with a collar that reports by some sources. */
const addAnimal = Effect.fnUntraced(function* (farm: Farm, sources: ReadonlyArray<string> = []) {
  const sql = yield* SqlClient.SqlClient
  const animal = v7(),
    collar = v7()
  yield* sql`
    insert into entities (id, project_id, entity_type_id, name)
    select ${animal}::uuid, ${farm.project}::uuid, id, 'Cow' from entity_types where key = 'cow'`
  yield* sql`insert into devices (id, name) values (${collar}::uuid, 'Collar')`
  for (const source of sources)
    yield* sql`
      insert into device_identities (id, device_id, data_source_id, external_id, created_at)
      values (${v7()}::uuid, ${collar}::uuid, ${source}::uuid, ${collar}, '2020-01-01')`
  return { id: animal, projectId: farm.project, entityId: animal, deviceId: collar } satisfies Subject
})

const addBroker = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const id = v7()
  yield* sql`
    insert into data_sources (id, name, adapter_key, config, token_hash)
    values (${id}::uuid, 'gateway', 'generic_mqtt', '{"mqtt": {"url": "mqtt://gateway"}}',
      sha256(${id}::text::bytea))`
  yield* sql`update hearing set heard_to = now() + interval '10 seconds' where source_id = ${id}::uuid`
  return id
})

/** An outage as it stands on record; `to` null: it goes on. */
const noteOutage = (source: string | null, from: number, to: number | null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into outages (source_id, began_at, ended_at)
      values (${source}::uuid, ${new Date(from)}, ${to === null ? null : new Date(to)}::timestamptz)`
  })
const heardTo = (at: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      insert into hearing (source_id, heard_to) values (null, ${new Date(at)})
      on conflict (source_id) do update set heard_to = excluded.heard_to`
  })
const forgetOutages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from outages`
  yield* sql`delete from hearing`
})

const told = (rule: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql<{ entity: string; time: Date; superseded: boolean; context: Record<string, unknown> }>`
      select entity_id as entity, time, superseded, context from events where rule_id = ${rule}::uuid order by time`
  })

/** An engine judges the ticks of a farm up to a moment, and the pasts that changed. */
const judged = (farm: Farm, to: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { stop } = yield* start(`engine ${v7()}`, { tickGraceSeconds: 0 })
    yield* sql<{ n: number }>`
      select count(*)::int as n from tick_cursors
      where project_id = ${farm.project}::uuid and ticked_to >= ${new Date(to)}`.pipe(
      Effect.repeat({ until: ([row]) => row!.n === PARTITIONS, schedule: Schedule.spaced("20 millis") }),
      Effect.timeout("20 seconds")
    )
    yield* drained
    yield* nothingLeft("late_spans where replayed_at is null")
    yield* stop
  })

const every20s = (subject: Subject, from: number, to: number, receivedAt?: number) =>
  Array.from({ length: Math.floor((from - to) / 20) + 1 }, (_, n) =>
    report(subject, ago(from - 20 * n), receivedAt ?? ago(from - 20 * n))
  )

layer(TestSql, { timeout: "60 seconds", excludeTestServices: true })("silence over outages", (it) => {
  it.effect(
    "a service that stood still for two minutes alarms for no animal whose collar buffers, and tells of the one that is silent",
    () =>
      Effect.gen(function* () {
        yield* forgetOutages
        const farm = yield* makeFarm
        const cows = yield* Effect.forEach([1, 2, 3, 4, 5], () => addAnimal(farm))
        const dead = yield* addAnimal(farm)
        const rule = yield* addRule(farm, "Silent", silence, ago(600))
        // fifty seconds silent when the service stops, and for another ten after it started
        yield* ingestRecords([...cows.flatMap((cow) => every20s(cow, 500, 160)), ...every20s(dead, 500, 190)])
        yield* heardTo(NOW + 10_000)
        yield* noteOutage(null, ago(150), ago(30))
        for (const cow of cows) yield* ingestRecords(every20s(cow, 140, 20, ago(10)))
        yield* judged(farm, NOW)
        assert.deepStrictEqual(
          (yield* told(rule)).map((e) => [e.entity, e.time.getTime()]),
          [[dead.id, ago(20)]]
        )
        const [event] = yield* told(rule)
        assert.deepInclude(event!.context, {
          values: { last_seen_at: new Date(ago(200)).toISOString(), unheard_seconds: 120 }
        })
      })
  )

  it.effect(
    "ticks wait until it is known whether anything could be heard, and then no outage is forgotten",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* forgetOutages
        const farm = yield* makeFarm
        const cow = yield* addAnimal(farm)
        const rule = yield* addRule(farm, "Silent", silence, ago(600))
        yield* ingestRecords(every20s(cow, 300, 120))
        yield* heardTo(ago(110))
        yield* judged(farm, NOW)
        assert.deepStrictEqual(yield* told(rule), [])
        assert.deepStrictEqual(
          (yield* sql<{ at: Date }>`select began_at as at from outages where ended_at is null`).map((o) =>
            o.at.getTime()
          ),
          [ago(110)]
        )
      })
  )

  it.effect("what was sent amid the outage and comes later proves that its sender was not silent", () =>
    Effect.gen(function* () {
      yield* forgetOutages
      const farm = yield* makeFarm
      const [buffers, forgets] = [yield* addAnimal(farm), yield* addAnimal(farm)]
      const rule = yield* addRule(farm, "Silent", silence, ago(600))
      yield* ingestRecords([...every20s(buffers, 400, 280), ...every20s(forgets, 400, 280)])
      yield* heardTo(NOW + 10_000)
      yield* noteOutage(null, ago(240), ago(100))
      yield* judged(farm, ago(50))
      assert.deepStrictEqual(
        (yield* told(rule)).map((e) => e.time.getTime()),
        [ago(80), ago(80)]
      )
      yield* ingestRecords([report(buffers, ago(110), ago(45)), report(forgets, ago(45))])
      yield* judged(farm, NOW)
      assert.deepStrictEqual(
        (yield* told(rule))
          .map((e) => `${e.entity === buffers.id ? "buffers" : "forgets"} ${e.superseded}`)
          .toSorted(),
        ["buffers true", "forgets false"]
      )
    })
  )

  it.effect("an outage of one source concerns who reports by it alone", () =>
    Effect.gen(function* () {
      yield* forgetOutages
      const farm = yield* makeFarm
      const north = yield* addBroker,
        south = yield* addBroker
      const byNorth = yield* addAnimal(farm, [north]),
        bySouth = yield* addAnimal(farm, [south]),
        byBoth = yield* addAnimal(farm, [north, south]),
        pushes = yield* addAnimal(farm)
      const all = [byNorth, bySouth, byBoth, pushes]
      const rule = yield* addRule(farm, "Silent", silence, ago(600))
      yield* ingestRecords(all.flatMap((cow) => every20s(cow, 400, 200)))
      yield* noteOutage(north, ago(190), null)
      yield* judged(farm, NOW)
      assert.sameMembers(
        (yield* told(rule)).map((e) => e.entity),
        [bySouth.id, byBoth.id, pushes.id]
      )
    })
  )
})
