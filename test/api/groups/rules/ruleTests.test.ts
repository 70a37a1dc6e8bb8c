// The rule test over HTTP: what a version or a draft would have made of the stored past, within its limits,
// and without a trace.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { BacktestLimits } from "../../../../src/api/backtest/BacktestQueue.ts"
import { at, iso, makeAnimal, remember } from "../../../support/http/past.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  COW,
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  NOBODY,
  square
} from "../../../support/http/tracking.ts"
import { STORY } from "../../../support/stories.ts"

const fast = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  event: { event_type: "FAST", title: "{entity} at {value}", create_alert: true }
} as const
const left = {
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "exit" },
  event: { event_type: "LEFT", title: "{entity} left {feature}" }
} as const
const silent = {
  trigger: { kind: "schedule", every_seconds: 300 },
  conditions: { type: "no_data", for_seconds: 3600 },
  event: { event_type: "NO_DATA", title: "{entity} is silent" }
} as const

const fence = (project: string, name: string, lon: number, more: object = {}) =>
  expectStatus(201, "POST", `/projects/${project}/features`, {
    feature_type: "geofence",
    name,
    geometry: square(lon, -0.005),
    ...more
  })

const draft = (project: string, body: object) =>
  expectStatus(200, "POST", `/projects/${project}/rules/test-document`, {
    from: iso(0),
    to: iso(3600),
    ...body
  })

interface Told {
  readonly events: ReadonlyArray<{ readonly time: string; readonly title: string; readonly reason: string }>
}
const tell = (answer: Told) =>
  answer.events.map((e) => `${e.time.slice(11, 19)} ${e.title}${e.reason === "reminder" ? ", again" : ""}`)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the test of a draft", (it) => {
  it.effect("tells what would have been made, with an alert or not, and why", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const alma = yield* makeAnimal(id, "Alma")
      yield* remember(alma, [
        { at: at(0), lon: 0, speed: 5 },
        { at: at(60), lon: 0, speed: 15 },
        { at: at(120), lon: 0, speed: 16 },
        { at: at(180), lon: 0, speed: 2 },
        { at: at(240), lon: 0, speed: 20 }
      ])
      const answer = yield* draft(id, { document: { ...fast, cooldown_seconds: 60 }, trace: true })
      assert.deepStrictEqual(tell(answer), [
        "12:01:00 Alma at 54",
        "12:02:00 Alma at 57.6, again",
        "12:04:00 Alma at 72"
      ])
      assert.deepInclude(answer, {
        total: 3,
        rows_read: 5,
        steps: 0,
        truncated: false,
        truncated_by: null,
        covered_to: iso(3600),
        warnings: []
      })
      assert.deepInclude(answer.events[0], {
        would_create_alert: true,
        subject: { entity_id: alma.entity, device_id: null, name: "Alma" }
      })
      assert.deepInclude(answer.events[0].trace, {
        type: "threshold",
        truth: true,
        value: 54,
        sample_at: iso(60)
      })
      assert.deepInclude(answer.events[0].context, { kind: "rise", metric: "speed_kmh", value: 54 })
      assert.notProperty((yield* draft(id, { document: fast })).events[0], "trace")
    })
  )

  it.effect("begins blank: where the subject was is known, and no border was crossed to get there", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      yield* fence(id, "Home", 0)
      const alma = yield* makeAnimal(id, "Alma")
      yield* remember(alma, [
        { at: at(-60), lon: 0.005 },
        { at: at(0), lon: 1 },
        { at: at(60), lon: 0.005 },
        { at: at(120), lon: 1 }
      ])
      const answer = yield* draft(id, { document: left })
      assert.deepStrictEqual(tell(answer), ["12:02:00 Alma left Home"])
      assert.strictEqual(answer.rows_read, 4)
      assert.strictEqual(answer.events[0].feature.name, "Home")
    })
  )

  it.effect("a level knows where the subject was before the range begins", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      yield* fence(id, "Home", 0)
      const alma = yield* makeAnimal(id, "Alma")
      yield* remember(alma, [
        { at: at(-60), lon: 0.005 },
        { at: at(0), metric: "temperature_c", value: 3 }
      ])
      const document = {
        trigger: { kind: "measurement" },
        conditions: { type: "spatial", relation: "inside" },
        event: { event_type: "IN", title: "{entity} in {feature}" }
      }
      assert.deepStrictEqual(tell(yield* draft(id, { document })), ["12:00:00 Alma in Home"])
    })
  )

  it.effect(
    "Warm-up only fills facts: one last value per subject and metric, one last position, and the rows " +
      "of the longest window count towards the rows read",
    () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const alma = yield* makeAnimal(id, "Alma")
        yield* remember(alma, [
          { at: at(-5000), metric: "activity", value: 9 },
          { at: at(-3000), metric: "activity", value: 1 },
          { at: at(-2000), metric: "activity", value: 2 },
          { at: at(-9000), metric: "battery_voltage", value: 3 },
          { at: at(-8000), metric: "battery_voltage", value: 4 },
          { at: at(-7000), lon: 0 },
          { at: at(10), metric: "activity", value: 3 }
        ])
        const conditions = {
          all: [
            {
              type: "window",
              metric: "activity",
              aggregate: "max",
              seconds: 3600,
              op: "<",
              value: 5,
              min_samples: 3
            },
            { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }
          ]
        }
        const answer = yield* draft(id, {
          document: {
            trigger: { kind: "measurement", metric_key: "activity" },
            conditions,
            event: { event_type: "STILL", title: "{entity} {value}" }
          }
        })
        assert.deepStrictEqual(tell(answer), ["12:00:10 Alma 3"])
        // two rows of the window, the last battery, the last fix that places it, and the row of the range
        assert.strictEqual(answer.rows_read, 5)
      })
  )

  it.effect(
    "A device without an entity is a subject under {} and under device_ids; entity keys never match " +
      "it; entity_ids narrows",
    () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const alma = yield* makeAnimal(id, "Alma"),
          berta = yield* makeAnimal(id, "Berta")
        const lone = yield* makeDevice({ name: "Lone" })
        yield* expectStatus(201, "POST", `/devices/${lone.id}/project-assignments`, {
          project_id: id,
          valid_from: "2020-01-01T00:00:00Z"
        })
        for (const animal of [alma, berta, { project: id, entity: null, device: lone.id }])
          yield* remember(animal, [{ at: at(1), lon: 0, speed: 20 }])
        const names = (body: object) =>
          Effect.map(draft(id, { document: fast, ...body }), (a) =>
            a.events.map((e: { subject: { name: string } }) => e.subject.name).sort()
          )
        assert.deepStrictEqual(yield* names({}), ["Alma", "Berta", "Lone"])
        assert.deepStrictEqual(yield* names({ entity_ids: [berta.entity] }), ["Berta"])
        assert.deepStrictEqual(
          yield* names({ document: { ...fast, scope: { device_ids: [lone.id, alma.device] } } }),
          ["Alma", "Lone"]
        )
        assert.deepStrictEqual(yield* names({ document: { ...fast, scope: { entity_type_ids: [COW] } } }), [
          "Alma",
          "Berta"
        ])
        const answer = yield* draft(id, { document: { ...fast, scope: { device_ids: [lone.id] } } })
        assert.deepStrictEqual(answer.events[0].subject, {
          entity_id: null,
          device_id: lone.id,
          name: "Lone"
        })
      })
  )

  it.effect("a title names the device that was worn then", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const alma = yield* makeAnimal(id, "Alma")
      const other = yield* makeDevice({ name: "New collar" })
      yield* expectStatus(201, "POST", `/devices/${other.id}/project-assignments`, {
        project_id: id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      yield* remember(alma, [
        { at: at(0), lon: 0, speed: 20 },
        { at: at(10), lon: 0, speed: 0 }
      ])
      yield* remember({ ...alma, device: other.id }, [{ at: at(20), lon: 0, speed: 20 }])
      assert.deepStrictEqual(
        tell(
          yield* draft(id, {
            document: { ...fast, event: { ...fast.event, title: "{entity} with {device}" } }
          })
        ),
        ["12:00:00 Alma with Collar of Alma", "12:00:20 Alma with New collar"]
      )
    })
  )

  it.effect(
    "Features are those in force now, curated places and times count, invalid and conflicting fixes do not",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* makeProject()
        yield* fence(id, "Home", 0)
        const alma = yield* makeAnimal(id, "Alma")
        yield* remember(alma, [
          { at: at(0), lon: 0.005 },
          { at: at(10), lon: 1 },
          { at: at(20), lon: 0.005 },
          { at: at(30), lon: 2 },
          { at: at(40), lon: 0.005 },
          { at: at(9000), lon: 3 }
        ])
        const curate = (seconds: number, what: string) =>
          sql`update positions set ${sql.literal(what)} where device_id = ${alma.device}::uuid
            and original_time = ${new Date(at(seconds))}`
        yield* curate(10, "valid = false")
        yield* curate(30, "curated_lon = 0.006, curated_lat = 0")
        yield* curate(9000, `curated_time = '${iso(50)}'`)
        assert.deepStrictEqual(tell(yield* draft(id, { document: left })), ["12:00:50 Alma left Home"])
      })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a schedule in a test", (it) => {
  it.effect(
    "is stepped through the range at its own interval, and asks every subject that ever reported",
    () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const alma = yield* makeAnimal(id, "Alma"),
          berta = yield* makeAnimal(id, "Berta")
        yield* makeAnimal(id, "Never")
        yield* remember(alma, [
          { at: at(-600), lon: 0 },
          { at: at(7200), metric: "temperature_c", value: 1 }
        ])
        yield* remember(berta, [{ at: at(5400), state: "mode", value: "on" }])
        const answer = yield* draft(id, { document: silent, to: iso(14_400) })
        // 12:50 is an hour after 11:50; Berta is seen first at 13:30, Alma again at 14:00
        assert.deepStrictEqual(tell(answer), [
          "12:50:00 Alma is silent",
          "14:30:00 Berta is silent",
          "15:00:00 Alma is silent"
        ])
        assert.deepInclude(answer, { steps: 48, total: 3, truncated: false })
        assert.strictEqual(answer.events[0].context.trigger.kind, "schedule")
      })
  )

  it.effect("no_data looks at receipt times: what was sent late was silent all the same", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const alma = yield* makeAnimal(id, "Alma")
      // offloaded every two hours: twenty records each that arrive together
      yield* remember(
        alma,
        Array.from({ length: 60 }, (_, i) => ({
          at: at(i * 360),
          receivedAt: at(Math.ceil((i + 1) / 20) * 7200),
          lon: 0
        }))
      )
      assert.deepStrictEqual(tell(yield* draft(id, { document: silent, to: iso(18_000) })), [
        "15:00:00 Alma is silent"
      ])
      // many arrivals in a row are no silence, whatever is thinned out of them on the way
      yield* remember(
        alma,
        Array.from({ length: 600 }, (_, i) => ({
          at: at(30_000 + i * 10),
          metric: "temperature_c",
          value: i
        }))
      )
      assert.deepStrictEqual(
        tell(yield* draft(id, { document: silent, from: iso(30_000), to: iso(45_000) })),
        ["23:00:00 Alma is silent"]
      )
    })
  )

  it.effect("a subject is asked from its first record on, not before", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const alma = yield* makeAnimal(id, "Alma")
      yield* remember(alma, [{ at: at(1000), lon: 0 }])
      const few = {
        trigger: { kind: "schedule", every_seconds: 300 },
        conditions: {
          type: "window",
          metric: "activity",
          aggregate: "count",
          seconds: 600,
          op: "<",
          value: 1
        },
        event: { event_type: "FEW", title: "{entity} {value}" }
      }
      assert.deepStrictEqual(tell(yield* draft(id, { document: few })), ["12:20:00 Alma 0"])
    })
  )

  it.effect("what lies ahead of now is not covered", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      yield* makeAnimal(id, "Alma")
      const before = Date.now()
      const answer = yield* draft(id, {
        document: silent,
        from: new Date(before - 3_600_000).toISOString(),
        to: "2099-01-01T00:00:00Z"
      })
      assert.isAtLeast(Date.parse(answer.covered_to), before)
      assert.isAtMost(Date.parse(answer.covered_to), Date.now())
      assert.isFalse(answer.truncated)
      assert.deepInclude(
        yield* draft(id, { document: fast, from: "2098-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z" }),
        { total: 0, rows_read: 0, covered_to: "2098-01-01T00:00:00.000Z" }
      )
    })
  )
})

layer(serve(), { excludeTestServices: true, timeout: "120 seconds" })(
  "Hitting a limit is a result, not an error",
  (it) => {
    it.effect(
      "Rule test: rows read 50,000: everything before covered_to was judged, for every subject",
      () =>
        Effect.gen(function* () {
          const { id } = yield* makeProject()
          const alma = yield* makeAnimal(id, "Alma"),
            berta = yield* makeAnimal(id, "Berta")
          // Berta's rows begin where Alma's end: both are read in the order of time
          yield* remember(
            alma,
            Array.from({ length: 30_000 }, (_, i) => ({ at: at(i), lon: 0, speed: i === 29_999 ? 20 : 0 }))
          )
          yield* remember(
            berta,
            Array.from({ length: 30_000 }, (_, i) => ({
              at: at(30_000 + i),
              lon: 0,
              speed: i % 10_000 === 9_999 ? 20 : 0
            }))
          )
          const answer = yield* draft(id, { document: fast, to: iso(90_000) })
          assert.deepInclude(answer, {
            truncated: true,
            truncated_by: "rows",
            rows_read: 50_000,
            total: 3,
            covered_to: iso(50_000)
          })
          assert.deepStrictEqual(
            answer.events.map((e: { time: string }) => e.time),
            [iso(29_999), iso(39_999), iso(49_999)]
          )
        }),
      STORY
    )

    it.effect(
      "Rule test: events returned 500: counts go on past the first 500 events",
      () =>
        Effect.gen(function* () {
          const { id } = yield* makeProject()
          const alma = yield* makeAnimal(id, "Alma"),
            berta = yield* makeAnimal(id, "Berta")
          for (const animal of [alma, berta])
            yield* remember(
              animal,
              Array.from({ length: 800 }, (_, i) => ({ at: at(i), lon: 0, speed: i % 2 === 1 ? 20 : 0 }))
            )
          const answer = yield* draft(id, { document: fast })
          assert.deepInclude(answer, {
            total: 800,
            truncated: true,
            truncated_by: "events",
            covered_to: iso(3600)
          })
          assert.lengthOf(answer.events, 500)
          // the first of all of them, not the first of some subject
          assert.deepStrictEqual(
            answer.events.map((e: { time: string }) => e.time),
            Array.from({ length: 500 }, (_, i) => iso(2 * Math.floor(i / 2) + 1))
          )
        }),
      STORY
    )

    it.effect(
      "Rule test: schedule steps 5,000",
      () =>
        Effect.gen(function* () {
          const { id } = yield* makeProject()
          const alma = yield* makeAnimal(id, "Alma")
          yield* remember(alma, [{ at: at(-10), lon: 0 }])
          const answer = yield* draft(id, { document: silent, from: iso(1), to: iso(86_400 * 30) })
          assert.deepInclude(answer, {
            truncated: true,
            truncated_by: "steps",
            steps: 5000,
            covered_to: iso(300 * 5001),
            total: 1
          })
          assert.deepInclude(yield* draft(id, { document: silent, from: iso(1), to: iso(300 * 5001) }), {
            truncated: false,
            steps: 5000
          })
        }),
      STORY
    )

    it.effect("a window that begins with too many rows covers nothing, and says so", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* makeProject()
        const alma = yield* makeAnimal(id, "Alma")
        yield* sql`insert into measurements (device_id, project_id, entity_id, metric_key, original_time,
          value_number, received_at, batch_id)
      select ${alma.device}::uuid, ${id}::uuid, ${alma.entity}::uuid, 'activity', t, 1, t, 0
        from generate_series(${new Date(at(-50_100))}::timestamptz, ${new Date(at(100))}::timestamptz,
        interval '1 second') t`
        const busy = (kind: object) => ({
          trigger: kind,
          conditions: {
            type: "window",
            metric: "activity",
            aggregate: "sum",
            seconds: 86_400,
            op: ">",
            value: 0
          },
          event: { event_type: "BUSY", title: "x" }
        })
        for (const kind of [
          { kind: "schedule", every_seconds: 60 },
          { kind: "measurement", metric_key: "activity" }
        ]) {
          assert.deepInclude(
            yield* draft(id, { document: busy(kind) }),
            { truncated: true, truncated_by: "rows", covered_to: iso(0), total: 0 },
            kind.kind
          )
        }
      })
    )
  }
)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })(
  "what a test shows besides events",
  (it) => {
    it.effect(
      "baseline: added, removed and unchanged events of the draft against a saved version; both begin blank",
      () =>
        Effect.gen(function* () {
          const { id } = yield* makeProject()
          const alma = yield* makeAnimal(id, "Alma")
          yield* remember(
            alma,
            [12, 0, 20, 0, 10, 0].map((speed, i) => ({ at: at(i * 60), lon: 0, speed }))
          )
          const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
            name: "Fast",
            document: fast
          })
          const higher = {
            ...fast,
            conditions: {
              any: [
                { ...fast.conditions, value: 50 },
                { type: "threshold", metric: "speed_kmh", op: "==", value: 36 }
              ]
            }
          }
          const { baseline, events } = yield* draft(id, {
            document: higher,
            baseline: { rule_id: rule.id, version: 1 }
          })
          const times = (list: ReadonlyArray<{ time: string }>) => list.map((e) => e.time)
          assert.deepStrictEqual(times(events), [iso(120), iso(240)])
          assert.deepStrictEqual(
            [times(baseline.added), times(baseline.removed), times(baseline.unchanged)],
            [[iso(240)], [iso(0)], [iso(120)]]
          )
          assert.deepStrictEqual(baseline.totals, { added: 1, removed: 1, unchanged: 1 })
        })
    )

    it.effect("include=evaluation: spans of the conditions and the figures they read, of each subject", () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const alma = yield* makeAnimal(id, "Alma")
        yield* remember(alma, [
          { at: at(0), lon: 0 },
          ...[10, 20, 10].map((speed, i) => ({ at: at(60 + i * 60), lon: 0, speed }))
        ])
        const { evaluation } = yield* draft(id, { document: fast, include: ["evaluation"], to: iso(600) })
        const spans = [
          { from: iso(0), to: iso(60), value: null },
          { from: iso(60), to: iso(120), value: false },
          { from: iso(120), to: iso(180), value: true },
          { from: iso(180), to: iso(600), value: false }
        ]
        assert.deepStrictEqual(evaluation, [
          {
            subject: { entity_id: alma.entity, device_id: null, name: "Alma" },
            spans,
            conditions: [{ path: "/conditions", true_share: 0.1, spans }],
            series: [
              {
                metric: "speed_kmh",
                points: [36, 72, 36].map((value, i) => ({ time: iso(60 + i * 60), value }))
              }
            ]
          }
        ])
        assert.notProperty(yield* draft(id, { document: fast }), "evaluation")
      })
    )

    it.effect("at most 50 subjects, 500 spans and 500 points each, extremes kept", () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const alma = yield* makeAnimal(id, "Alma")
        const speeds = Array.from({ length: 3000 }, (_, i) =>
          i === 1234 ? 99 : i === 2345 ? 0 : 10 + (i % 7)
        )
        yield* remember(
          alma,
          speeds.map((speed, i) => ({ at: at(i), lon: 0, speed }))
        )
        const many = yield* Effect.forEach(Array.from({ length: 55 }), (_, i) =>
          makeEntity(id, { name: `Cow ${i}` })
        )
        for (const entity of many)
          yield* remember({ ...alma, entity: entity.id, device: (yield* makeDevice()).id }, [
            { at: at(1), lon: 0, speed: 1 }
          ])
        const answer = yield* draft(id, { document: fast, include: ["evaluation"] })
        assert.lengthOf(answer.evaluation, 50)
        assert.deepStrictEqual(
          answer.warnings.map((w: { code: string }) => w.code),
          ["EVALUATION_SUBJECTS"]
        )
        const mine = yield* draft(id, { document: fast, include: ["evaluation"], entity_ids: [alma.entity] })
        const [
          {
            series: [{ points }],
            spans
          }
        ] = mine.evaluation
        assert.isAtMost(points.length, 500)
        assert.isAbove(points.length, 200)
        const values = points.map((p: { value: number }) => p.value)
        assert.deepStrictEqual([Math.max(...values), Math.min(...values)], [99 * 3.6, 0])
        assert.deepStrictEqual(
          points.map((p: { time: string }) => p.time),
          points.map((p: { time: string }) => p.time).toSorted()
        )
        assert.isAtMost(spans.length, 500)
        for (const [i, span] of spans.entries()) if (i > 0) assert.strictEqual(span.from, spans[i - 1].to)
      })
    )
  }
)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a test that cannot be", (it) => {
  it.effect("is refused with a pointer to what is wrong", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, { name: "Fast", document: fast })
      const near = { ...fast, conditions: { type: "near", metres: 5 } }
      const reserved = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
        name: "Near",
        document: near
      })
      const range = { from: iso(0), to: iso(60) }
      const cases: ReadonlyArray<
        readonly [path: string, body: object, status: number, pointer: string | null, code: string]
      > = [
        [`${rule.id}/test`, { ...range, version: 2 }, 422, "/version", "UNKNOWN_VERSION"],
        [`${NOBODY}/test`, range, 404, null, "NOT_FOUND"],
        [`${reserved.id}/test`, range, 422, "/version", "RULE_CONDITION_RESERVED"],
        [`${rule.id}/test`, { from: iso(60), to: iso(60) }, 422, "/to", "RANGE_EMPTY"],
        [`${rule.id}/test`, { from: iso(60) }, 422, "/to", "MISSING"],
        [`${rule.id}/test`, { ...range, entity_ids: [NOBODY] }, 422, "/entity_ids/0", "UNKNOWN_REFERENCE"],
        [`${rule.id}/test`, { ...range, include: ["everything"] }, 422, "/include/0", "INVALID"],
        [`${rule.id}/test`, { ...range, document: fast }, 422, "/document", "UNKNOWN_MEMBER"],
        [
          "test-document",
          { ...range, document: near },
          422,
          "/document/conditions/type",
          "RULE_CONDITION_RESERVED"
        ],
        [
          "test-document",
          { ...range, document: { ...left, conditions: { ...left.conditions, feature_ids: [NOBODY] } } },
          422,
          "/document/conditions/feature_ids/0",
          "UNKNOWN_REFERENCE"
        ],
        [
          "test-document",
          { ...range, document: { ...fast, conditions: { type: "threshold" } } },
          422,
          "/document/conditions/metric",
          "RULE_INVALID"
        ],
        [
          "test-document",
          { ...range, document: fast, baseline: { rule_id: NOBODY, version: 1 } },
          422,
          "/baseline/rule_id",
          "UNKNOWN_REFERENCE"
        ],
        [
          "test-document",
          { ...range, document: fast, baseline: { rule_id: rule.id, version: 9 } },
          422,
          "/baseline/version",
          "UNKNOWN_VERSION"
        ]
      ]
      for (const [path, body, status, pointer, code] of cases) {
        const answer = yield* send("POST", `/projects/${id}/rules/${path}`, { body })
        assert.strictEqual(
          answer.status,
          status,
          `${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`
        )
        assert.strictEqual(answer.body.code, code, JSON.stringify(answer.body))
        if (pointer !== null)
          assert.include(
            answer.body.errors.map((e: { pointer: string }) => e.pointer),
            pointer
          )
      }
    })
  )

  it.effect("what is probably not meant is a warning", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const { warnings } = yield* draft(id, {
        document: { ...fast, event: { ...fast.event, title: "{animal}" } }
      })
      assert.deepStrictEqual(
        warnings.map((w: { code: string }) => w.code),
        ["TITLE_PLACEHOLDER_UNKNOWN"]
      )
    })
  )
})

const heavy = {
  // a hundred conditions, all asked at every row
  ...fast,
  conditions: {
    any: Array.from({ length: 99 }, (_, i) => ({
      type: "threshold",
      metric: "speed_kmh",
      op: ">",
      value: 1000 + i
    }))
  }
}

const manyRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { id } = yield* makeProject()
  const { device, entity } = yield* makeAnimal(id, "Alma")
  yield* sql`insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
    speed_mps, received_at, batch_id)
    select ${device}::uuid, ${id}::uuid, ${entity}::uuid, 'gnss', t, 0, 0, 1, t, 0
      from generate_series(${new Date(at(0))}::timestamptz, ${new Date(at(49_000))}::timestamptz,
      interval '1 second') t`
  return id
})

layer(serve().pipe(Layer.provide(Layer.succeed(BacktestLimits, { maxConcurrent: 1, maxWaitMs: 300 }))), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("tests beside other requests", (it) => {
  it.effect("leave turns to others while they judge", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const id = yield* manyRows
      let turns = 0
      const others = Effect.forever(Effect.tap(Effect.yieldNow, () => Effect.sync(() => turns++)))
      const before = turns
      yield* Effect.raceFirst(draft(id, { document: heavy, to: iso(49_000) }), others)
      assert.isAbove(turns - before, 20)
      assert.strictEqual((yield* send("GET", "//health")).status, 200)
    })
  )

  it.effect("run so many at a time; others wait a bit and are told when to come again", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const id = yield* manyRows
      const ask = send("POST", `/projects/${id}/rules/test-document`, {
        body: { document: heavy, from: iso(0), to: iso(49_000), include: ["evaluation"] }
      })
      const answers = yield* Effect.all([ask, ask], { concurrency: 2 })
      assert.sameMembers(
        answers.map((a) => a.status),
        [200, 503]
      )
      const refused = answers.find((a) => a.status === 503)!
      assert.strictEqual(refused.body.code, "TOO_MANY_TESTS")
      assert.isAbove(Number(refused.headers.get("retry-after")), 0)
      assert.strictEqual((yield* ask).status, 200)
    })
  )

  it.effect("end when the caller goes away", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const id = yield* manyRows
      const ask = (document: object) =>
        send("POST", `/projects/${id}/rules/test-document`, {
          body: { document, from: iso(0), to: iso(49_000), include: ["evaluation"] }
        })
      assert.isTrue(Option.isNone(yield* Effect.timeoutOption(ask(heavy), "100 millis")))
      // its place is free at once: nobody else would have waited so long
      assert.strictEqual((yield* ask(fast)).status, 200)
    })
  )
})
