// A rule is enabled, its animals move, events are made; then the past is asked: the test gives what really
// happened, every event explains itself, and verifies as long as nobody touches what it was judged on.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { engineLayer } from "../../src/roles/engine.ts"
import { canonicalText } from "../../src/domain/rule/Document.ts"
import { iso } from "../support/http/past.ts"
import { serve, TestServer } from "../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  square
} from "../support/http/tracking.ts"

interface Event {
  readonly id: string
  readonly time: string
  readonly title: string
  readonly reminder: boolean
  readonly alert: object | null
  readonly entity_id: string
  readonly context: object
}

const rules = [
  {
    trigger: { kind: "position" },
    conditions: { type: "spatial", relation: "exit" },
    event: { event_type: "LEFT", title: "{entity} left {feature}", create_alert: true }
  },
  {
    trigger: { kind: "position" },
    conditions: { type: "spatial", relation: "enter", feature_type: "geofence" },
    for_seconds: 90,
    event: { event_type: "STAYED", title: "{entity} stays in {feature}" }
  },
  {
    trigger: { kind: "position" },
    conditions: {
      all: [
        { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
        { type: "spatial", relation: "outside", feature_type: "geofence" }
      ]
    },
    for_seconds: 60,
    cooldown_seconds: 240,
    event: { event_type: "FAST", title: "{entity} at {value} km/h", create_alert: true }
  },
  {
    trigger: { kind: "measurement", metric_key: "battery_voltage" },
    conditions: {
      type: "window",
      metric: "battery_voltage",
      aggregate: "avg",
      seconds: 300,
      op: "<",
      value: 3.5,
      min_samples: 2
    },
    event: { event_type: "LOW", title: "{entity}: {value} V" }
  }
]

/** A walk in and out of the fence, a record a minute: within every hour a few events of each rule. */
const walk = (device: string, minutes: number, phase: number) =>
  Array.from({ length: minutes }, (_, m) => {
    const n = m + phase
    return {
      device,
      time: iso(m * 60 + phase),
      lon: n % 20 < 12 ? 0.005 : 1,
      lat: 0,
      speed_mps: n % 20 < 12 ? 1 : 12 + (n % 3),
      ...(n % 2 === 0 ? { measurements: { battery_voltage: 3.4 + Math.sin(n / 5) / 4 } } : {})
    }
  })

const drained = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql<{
    n: number
  }>`select count(*)::int as n from observation_log l join partition_cursor c using (partition)
    where l.id > c.position or exists (select from project_lanes)`.pipe(
    Effect.repeat({ until: ([row]) => row!.n === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("20 seconds")
  )
})

const pasture = Effect.gen(function* () {
  const { send } = yield* TestServer
  const { id } = yield* makeProject()
  yield* expectStatus(201, "POST", `/projects/${id}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: square(0, -0.005)
  })
  const source = yield* makeSource({ project_ids: [id] })
  const animals = yield* Effect.forEach(
    ["Alma", "Berta", "Cora"],
    Effect.fnUntraced(function* (name) {
      const entity = yield* makeEntity(id, { name })
      const device = yield* makeDevice({
        name: `Collar of ${name}`,
        external_id: `${id} ${name}`,
        data_source_id: source.id
      })
      yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
        project_id: id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      yield* expectStatus(201, "POST", `/projects/${id}/entity-assignments`, {
        device_id: device.id,
        entity_id: entity.id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      return { name, entity: entity.id as string, tag: `${id} ${name}` }
    })
  )
  const made = yield* Effect.forEach(rules, (document, i) =>
    expectStatus(201, "POST", `/projects/${id}/rules`, { name: `Rule ${i}`, enabled: true, document })
  )
  const ingest = Effect.fnUntraced(function* (items: ReadonlyArray<object>) {
    const answer = yield* send("POST", `/ingest/http/${source.id}`, { body: items, token: source.token })
    assert.deepInclude(answer.body, { accepted: items.length })
    yield* drained
  })
  return { id: id as string, animals, ingest, rules: made.map((r) => r.id as string) }
})

const eventsOf = (project: string, rule: string, query = "") =>
  Effect.map(
    expectStatus(200, "GET", `/projects/${project}/events?rule_id=${rule}&limit=500${query}`),
    ({ items }): ReadonlyArray<Event> => items.toReversed()
  )

const shown = (
  e: { readonly time: string; readonly title: string; readonly context: object },
  reminder: boolean,
  alert: boolean,
  subject: string
) => canonicalText([e.time, subject, e.title, reminder, alert, e.context])

/** What writes by itself, every few seconds: heartbeats, and the traffic of what was ingested before. */
const CLOCKWORK = ["worker_heartbeats", "data_source_counts", "arrivals", "health_samples"]

/**
 * Row counts of every table and the place of every sequence; what the program says of itself while it lives
 * is left out.
 */
const everything = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{
    name: string
  }>`select format('%I', tablename) as name from pg_tables where schemaname = 'public'
    and tablename <> all(${CLOCKWORK}::text[])`
  const counts = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql<{ n: number }>`select count(*)::float8 as n from ${sql.literal(name)}`,
      ([row]) => [name, row!.n] as const
    )
  )
  const sequences = yield* sql<{
    name: string
    last: string | null
  }>`select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'
    order by 1`
  return { counts: Object.fromEntries(counts), sequences }
})

layer(engineLayer({ tickGraceSeconds: 20 }).pipe(Layer.provideMerge(serve())), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("a rule that was in force", (it) => {
  it.effect(
    "its test gives exactly the events that it made (I11), from any moment on; each is explained as fired, and verifies",
    () =>
      Effect.gen(function* () {
        const farm = yield* pasture
        const minutes = 120
        const tracks = farm.animals.map(({ tag }, i) => walk(tag, minutes, i * 7))
        for (let m = 0; m < minutes; m += 30) yield* farm.ingest(tracks.flatMap((t) => t.slice(m, m + 30)))
        for (const rule of farm.rules) {
          const events = yield* eventsOf(farm.id, rule)
          assert.isAbove(events.length, 5)
          for (const from of [0, 1803, 3600]) {
            const range = { from: iso(from), to: iso(minutes * 60) }
            const tested = yield* expectStatus(200, "POST", `/projects/${farm.id}/rules/${rule}/test`, {
              ...range,
              version: 1
            })
            assert.deepStrictEqual(
              tested.events
                .map(
                  (
                    e: Event & { reason: string; would_create_alert: boolean; subject: { entity_id: string } }
                  ) => shown(e, e.reason === "reminder", e.would_create_alert, e.subject.entity_id)
                )
                .sort(),
              events
                .filter((e) => e.time >= range.from && e.time < range.to)
                .map((e) => shown(e, e.reminder, e.alert !== null, e.entity_id))
                .sort(),
              `from ${from}`
            )
            assert.deepStrictEqual(tested.warnings, [])
          }
          for (const e of events) {
            const why = yield* expectStatus(
              200,
              "GET",
              `/projects/${farm.id}/rules/${rule}/explain?entity_id=${e.entity_id}&at=${e.time}`
            )
            assert.deepInclude(
              why,
              { fired: true, in_force: true, first_stop: null, version: 1 },
              JSON.stringify(why)
            )
            assert.include(
              why.events.map((x: { event_id: string }) => x.event_id),
              e.id
            )
            assert.deepStrictEqual(
              yield* expectStatus(200, "POST", `/projects/${farm.id}/events/${e.id}/verify`),
              { result: "match", difference: [] }
            )
          }
        }
      })
  )

  it.effect(
    "its test ends by the clock what was waited for where its range begins, though nothing is heard any more",
    () =>
      Effect.gen(function* () {
        const farm = yield* pasture
        const fix = ({ tag }: { readonly tag: string }, second: number, lon: number, speed_mps: number) => ({
          device: tag,
          time: iso(second),
          lon,
          lat: 0,
          speed_mps
        })
        const [alma, berta] = farm.animals
        yield* farm.ingest([
          fix(alma!, 0, 1, 1),
          fix(alma!, 60, 0.005, 1),
          fix(berta!, 0, 1, 1),
          fix(berta!, 60, 1, 15)
        ])
        const [, stays, runs] = farm.rules
        // how fast somebody is only another fix could say
        for (const [rule, expected] of [
          [stays, [[iso(150), "Alma stays in Home"]]],
          [runs, []]
        ] as const) {
          const path = `/projects/${farm.id}/rules/${rule}/test`
          const range = { from: iso(61), to: iso(600), version: 1 }
          const { events } = yield* expectStatus(200, "POST", path, range)
          assert.deepStrictEqual(
            events.map((e: Event) => [e.time, e.title]),
            expected
          )
        }
      })
  )

  it.effect(
    "Nothing is created: row counts and sequences unchanged by tests, explanations and verifications",
    () =>
      Effect.gen(function* () {
        const farm = yield* pasture
        yield* farm.ingest(farm.animals.flatMap(({ tag }, i) => walk(tag, 60, i)))
        const [rule] = farm.rules,
          [event] = yield* eventsOf(farm.id, rule!)
        const before = yield* everything
        const range = { from: iso(0), to: iso(3600), trace: true, include: ["evaluation"] }
        yield* expectStatus(200, "POST", `/projects/${farm.id}/rules/${rule}/test`, range)
        yield* expectStatus(200, "POST", `/projects/${farm.id}/rules/test-document`, {
          ...range,
          document: rules[2],
          baseline: { rule_id: rule, version: 1 }
        })
        yield* expectStatus(
          200,
          "GET",
          `/projects/${farm.id}/rules/${rule}/explain?entity_id=${farm.animals[0]!.entity}&at=${iso(600)}`
        )
        yield* expectStatus(200, "POST", `/projects/${farm.id}/events/${event!.id}/verify`)
        assert.deepStrictEqual(yield* everything, before)
      })
  )

  it.effect(
    "FEATURES_EDITED: a fence that the version saw otherwise is warned of; the test takes it as it is now",
    () =>
      Effect.gen(function* () {
        const farm = yield* pasture
        const [home] = (yield* expectStatus(200, "GET", `/projects/${farm.id}/features`)).items
        yield* farm.ingest(walk(farm.animals[0]!.tag, 60, 0))
        const test = (rule: string, from: number) =>
          expectStatus(200, "POST", `/projects/${farm.id}/rules/${rule}/test`, {
            from: iso(from),
            to: iso(3600)
          })
        yield* expectStatus(200, "PATCH", `/projects/${farm.id}/features/${home.id}`, {
          geometry: square(50, 50)
        })
        const tested = yield* test(farm.rules[0]!, 600)
        assert.deepStrictEqual(
          tested.warnings.map((w: { code: string; detail: string }) => [w.code, /Home/.test(w.detail)]),
          [["FEATURES_EDITED", true]]
        )
        assert.strictEqual(tested.total, 0)
        assert.deepStrictEqual((yield* test(farm.rules[3]!, 600)).warnings, []) // it asks no fence
        // the events are of the fence as it was, and still verify
        for (const e of yield* eventsOf(farm.id, farm.rules[0]!))
          assert.deepInclude(yield* expectStatus(200, "POST", `/projects/${farm.id}/events/${e.id}/verify`), {
            result: "match"
          })
      })
  )

  it.effect("evidence changed, or new records in its span: data_changed, with the difference", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const farm = yield* pasture
      const [alma] = farm.animals
      yield* farm.ingest(walk(alma!.tag, 60, 0))
      const verify = (e: Event) => expectStatus(200, "POST", `/projects/${farm.id}/events/${e.id}/verify`)
      const [left] = yield* eventsOf(farm.id, farm.rules[0]!),
        fast = (yield* eventsOf(farm.id, farm.rules[2]!))[0]!,
        [low] = yield* eventsOf(farm.id, farm.rules[3]!)

      // a value that a window took in
      yield* sql`update measurements set value_number = value_number - 0.01
        where entity_id = ${alma!.entity}::uuid and original_time = (
      select max(original_time) from measurements where entity_id = ${alma!.entity}::uuid
        and original_time < ${new Date(low!.time)})`
      const counted = yield* verify(low!)
      assert.strictEqual(counted.result, "data_changed")
      assert.include(
        counted.difference.map((d: { path: string }) => d.path),
        "/evidence/windows/0/value"
      )

      // a record inside a hold that came later: it would have broken it
      yield* sql`insert into positions (device_id, project_id, entity_id, record_type, original_time, lon,
        lat, speed_mps, received_at, batch_id)
      select device_id, project_id, entity_id, 'gnss', ${new Date(Date.parse(fast.time) - 30_000)}, 1, 0, 0,
        now(), 0 from positions where entity_id = ${alma!.entity}::uuid limit 1`
      const broken = yield* verify(fast)
      assert.strictEqual(broken.result, "data_changed")
      assert.deepInclude(broken.difference.find((d: { path: string }) => d.path === "/records").now, {
        kind: "position",
        at: new Date(Date.parse(fast.time) - 30_000).toISOString()
      })

      // the fix of the crossing itself, moved by a curator
      yield* sql`update positions set curated_lon = 0.005, curated_lat = 0, curation_revision = 1
        where entity_id = ${alma!.entity}::uuid and original_time = ${new Date(left!.time)}`
      const moved = yield* verify(left!)
      assert.strictEqual(moved.result, "data_changed")
      assert.deepInclude(moved.difference, { path: "/evidence/records/0/lon", was: 1, now: 0.005 })
      assert.isNull(moved.difference.at(-1).now)

      // and gone altogether
      yield* sql`update positions set valid = false where entity_id = ${alma!.entity}::uuid
        and original_time = ${new Date(left!.time)}`
      assert.strictEqual((yield* verify(left!)).result, "data_changed")
    })
  )

  it.effect("an event of a snoozed rule fired all the same: its explanation says why there is no alert", () =>
    Effect.gen(function* () {
      const farm = yield* pasture
      const [alma] = farm.animals,
        [rule] = farm.rules
      yield* expectStatus(200, "PUT", `/projects/${farm.id}/rules/${rule}/snoozes/${alma!.entity}`, {
        until: new Date(Date.now() + 3_600_000).toISOString()
      })
      yield* farm.ingest(walk(alma!.tag, 30, 0))
      const [left] = yield* eventsOf(farm.id, rule!)
      const why = yield* expectStatus(
        200,
        "GET",
        `/projects/${farm.id}/rules/${rule}/explain?entity_id=${alma!.entity}&at=${left!.time}`
      )
      assert.deepInclude(why, { fired: true })
      assert.deepInclude(why.first_stop, { path: "/event/create_alert", code: "SNOOZED" })
      assert.match(why.first_stop.detail, /^snoozed until 20/)
      assert.isTrue(why.events[0].snoozed)
    })
  )

  it.effect(
    "a moment is explained by the version that was in force then, and the animal's group of then",
    () =>
      Effect.gen(function* () {
        const farm = yield* pasture
        const [alma] = farm.animals,
          [rule] = farm.rules
        yield* farm.ingest(walk(alma!.tag, 30, 0))
        yield* expectStatus(200, "PUT", `/projects/${farm.id}/rules/${rule}/document`, {
          document: { ...rules[0], conditions: { type: "spatial", relation: "enter" } }
        })
        yield* farm.ingest(walk(alma!.tag, 60, 0).slice(30))
        const explain = (time: string, more = "") =>
          expectStatus(
            200,
            "GET",
            `/projects/${farm.id}/rules/${rule}/explain?entity_id=${alma!.entity}&at=${time}${more}`
          )
        const events = yield* eventsOf(farm.id, rule!)
        for (const e of events) assert.deepInclude(yield* explain(e.time), { fired: true, in_force: true })
        assert.deepStrictEqual(
          [(yield* explain(events[0]!.time)).version, (yield* explain(events.at(-1)!.time)).version],
          [1, 2]
        )
        assert.deepInclude((yield* explain(events[0]!.time, "&version=2")).first_stop, {
          code: "NOT_IN_FORCE",
          detail: "version 2 was not in force at that time: version 1 was"
        })
        yield* expectStatus(200, "PATCH", `/projects/${farm.id}/rules/${rule}`, { enabled: false })
        yield* farm.ingest(walk(alma!.tag, 90, 0).slice(60))
        assert.deepInclude((yield* explain(iso(80 * 60))).first_stop, {
          code: "NOT_IN_FORCE",
          detail: "disabled at that time"
        })
        assert.deepInclude(yield* explain(events[0]!.time), { fired: true, version: 1 })
        // a version starts from what it remembered where it was in force, else blank; the same past, version
        // by version
        const total = (version: number) =>
          Effect.map(
            expectStatus(200, "POST", `/projects/${farm.id}/rules/${rule}/test`, {
              from: iso(0),
              to: iso(5400),
              version
            }),
            (a) => a.total
          )
        assert.deepStrictEqual([yield* total(1), yield* total(2)], [4, 4])
      })
  )

  it.effect(
    "an event that comes out otherwise though nothing changed is not_reproducible; one that no rule made cannot be verified",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        const farm = yield* pasture
        yield* farm.ingest(walk(farm.animals[0]!.tag, 30, 0))
        const [left] = yield* eventsOf(farm.id, farm.rules[0]!)
        yield* sql`update events set title = 'Alma flew' where id = ${left!.id}::uuid`
        const answer = yield* expectStatus(200, "POST", `/projects/${farm.id}/events/${left!.id}/verify`)
        assert.deepStrictEqual(answer, {
          result: "not_reproducible",
          difference: [{ path: "/title", was: "Alma flew", now: left!.title }]
        })
        const told = yield* expectStatus(201, "POST", `/projects/${farm.id}/events`, {
          event_type: "SEEN",
          title: "A wolf",
          severity: "info",
          time: iso(0)
        })
        assert.strictEqual((yield* send("POST", `/projects/${farm.id}/events/${told.id}/verify`)).status, 409)
        assert.strictEqual(
          (yield* send("POST", `/projects/${farm.id}/events/01890000-0000-7000-8000-00000000dead/verify`))
            .status,
          404
        )
      })
  )
})
