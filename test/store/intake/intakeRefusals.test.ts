// What ingest does not take as it comes: unknown devices, metrics that do not fit, refusals and their traces.
import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { UnreadablePart } from "../../../src/domain/intake/decode/Decoder.ts"
import { refuse } from "../../../src/domain/intake/Report.ts"
import { Intake } from "../../../src/intake/ports.ts"
import { counted } from "../../support/counted.ts"
import { logOf, observationsOf } from "../../support/sql/log.ts"
import {
  assignProject,
  deliver,
  intakeOver,
  makeDevice,
  makePasture,
  makeProject,
  makeSource,
  type Source
} from "../../support/sql/pasture.ts"

const at = (minute: number) => Date.UTC(2026, 5, 1, 10, minute)
const fix = (device: string, minute: number, more: object = {}) => ({
  device,
  time: at(minute),
  lon: 10,
  lat: 53,
  ...more
})
const statuses = (outcomes: ReadonlyArray<{ readonly status: string }>) => outcomes.map((o) => o.status)

interface Trace {
  readonly id: string
  readonly code: string
  readonly status: string
  readonly device_id: string | null
  readonly project_id: string | null
  readonly error: string
  readonly steps: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly detail: Readonly<Record<string, unknown>>
  }>
  readonly payload: Readonly<Record<string, unknown>> | string
}

const tracesOf = Effect.fnUntraced(function* (source: Source) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Trace>`select id, code, status, device_id, project_id, error, steps, payload
    from processing_traces where data_source_id = ${source.id}::uuid and kind = 'ingest' order by id`
})

const metric = Effect.fnUntraced(function* (key: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql<{
    value_type: string
    unit: string | null
    defined: boolean
    label: string | null
  }>`select value_type, unit, defined, label from sent_metrics where key = ${key}`)[0]
})

layer(intakeOver(), { excludeTestServices: true, timeout: "30 seconds" })(
  "a report of an unknown identity",
  (it) => {
    it.effect("is kept whole, listed, and traced as DEVICE_NOT_FOUND; its neighbours are stored", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { source } = yield* makePasture("a")
        const outcomes = yield* deliver(source, [
          fix("ghost", 0, { id: "g1" }),
          fix("a", 0),
          fix("ghost", 1),
          fix("other", 0)
        ])
        assert.deepStrictEqual(statuses(outcomes), ["unassigned", "accepted", "unassigned", "unassigned"])
        assert.strictEqual(outcomes[0]!.code, "DEVICE_NOT_FOUND")
        const identities = yield* sql<{ external_id: string; reports: number; kept: ReadonlyArray<unknown> }>`
      select external_id, report_count::int4 as reports, (select json_agg(k.report order by k.report_time)
        from kept_reports k where k.unknown_identity_id = u.id) as kept
      from unknown_identities u where data_source_id = ${source.id}::uuid order by external_id`
        assert.deepStrictEqual(
          identities.map((i) => ({ ...i })),
          [
            { external_id: "ghost", reports: 2, kept: [fix("ghost", 0, { id: "g1" }), fix("ghost", 1)] },
            { external_id: "other", reports: 1, kept: [fix("other", 0)] }
          ]
        )
        const traces = yield* tracesOf(source)
        assert.deepStrictEqual(
          traces.map((t) => [
            t.code,
            t.status,
            t.steps[0]!.detail["external_id"],
            t.steps[0]!.detail["reports"]
          ]),
          [
            ["DEVICE_NOT_FOUND", "failed", "ghost", 2],
            ["DEVICE_NOT_FOUND", "failed", "other", 1]
          ]
        )
        assert.deepStrictEqual(
          outcomes.map((o) => o.traceId),
          [traces[0]!.id, undefined, traces[0]!.id, traces[1]!.id]
        )
      })
    )

    it.effect("sent again, with its members in another order, is kept once and counted twice", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const source = yield* makeSource()
        yield* deliver(source, [{ device: "ghost", time: at(0), lon: 1, lat: 2 }])
        assert.deepStrictEqual(
          statuses(yield* deliver(source, [{ lat: 2, lon: 1, time: at(0), device: "ghost" }])),
          ["unassigned"]
        )
        const [row] = yield* sql<{
          reports: number
          kept: number
        }>`select report_count::int4 as reports, (select count(*)::int4 from kept_reports k
          where k.unknown_identity_id = u.id) as kept
      from unknown_identities u where data_source_id = ${source.id}::uuid`
        assert.deepStrictEqual({ ...row }, { reports: 2, kept: 1 })
      })
    )

    it.effect("that an operator ignores is counted, not kept, not traced", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const source = yield* makeSource()
        yield* sql`insert into unknown_identities (id, data_source_id, external_id, first_seen_at,
          last_seen_at, ignored_at) values (gen_random_uuid(), ${source.id}::uuid, 'ghost', now(), now(),
          now())`
        assert.deepStrictEqual(statuses(yield* deliver(source, [fix("ghost", 0)])), ["unassigned"])
        const [row] = yield* sql<{
          reports: number
          kept: number
        }>`select report_count::int4 as reports, (select count(*)::int4 from kept_reports k
          where k.unknown_identity_id = u.id) as kept
      from unknown_identities u where data_source_id = ${source.id}::uuid`
        assert.deepStrictEqual({ ...row }, { reports: 1, kept: 0 })
        assert.isEmpty(yield* tracesOf(source))
      })
    )

    it.effect("belongs to one data source: another source's device of that name is not meant", () =>
      Effect.gen(function* () {
        yield* makePasture("a")
        const stranger = yield* makeSource()
        assert.deepStrictEqual(statuses(yield* deliver(stranger, [fix("a", 0)])), ["unassigned"])
      })
    )
  }
)

layer(intakeOver(), { excludeTestServices: true, timeout: "30 seconds" })("a metric", (it) => {
  it.effect("registers itself on arrival, is stored at once, and is marked as not defined yet", () =>
    Effect.gen(function* () {
      const { source } = yield* makePasture("a")
      assert.deepStrictEqual(
        statuses(yield* deliver(source, [fix("a", 0, { metric: "brand_new", value: 3.1, unit: "mV" })])),
        ["accepted"]
      )
      assert.deepStrictEqual(
        { ...(yield* metric("brand_new")) },
        { value_type: "number", unit: "mV", defined: false, label: null }
      )
    })
  )

  it.effect(
    "has the type of its first value; another type is rejected METRIC_TYPE with a trace, and the whole item with it",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, project, source } = yield* makePasture("a")
        const { device } = animals.get("a")!
        const outcomes = yield* deliver(source, [
          { device: "a", time: at(0), measurements: { door_open: true } },
          fix("a", 1, { measurements: { door_open: 1 } }),
          fix("a", 2, { metric: "battery_voltage", value: "Infinity" }),
          fix("a", 3)
        ])
        assert.deepStrictEqual(statuses(outcomes), ["accepted", "rejected", "rejected", "accepted"])
        assert.deepInclude(outcomes[1], { code: "METRIC_TYPE", pointer: "/measurements/door_open" })
        const kept = yield* sql<{
          at: Date
        }>`select original_time as at from positions where device_id = ${device}::uuid`
        assert.deepStrictEqual(
          kept.map((k) => k.at.getTime()),
          [at(3)]
        )
        const [trace] = yield* tracesOf(source)
        assert.deepInclude(trace, {
          id: outcomes[1]!.traceId!,
          code: "METRIC_TYPE",
          status: "failed",
          device_id: device,
          project_id: project
        })
        assert.deepStrictEqual(trace!.payload, fix("a", 1, { measurements: { door_open: 1 } }))
        assert.deepStrictEqual(
          trace!.steps.map((s) => [s.name, s.status]),
          [
            ["receive", "ok"],
            ["accept", "failed"]
          ]
        )
        assert.deepInclude(trace!.steps[0]!.detail, { data_source_id: source.id, item: 1, external_id: "a" })
        assert.isString(trace!.steps[1]!.detail["remedy"])
      })
  )

  it.effect(
    "in another unit is converted, for the table and for the rules; in one that does not convert it is METRIC_UNIT",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, source } = yield* makePasture("a")
        const { device } = animals.get("a")!
        const outcomes = yield* deliver(source, [
          { device: "a", time: at(0), metric: "battery_voltage", value: 3100, unit: "mV" },
          { device: "a", time: at(1), metric: "battery_voltage", value: 3100, unit: "°C" }
        ])
        assert.deepStrictEqual(
          outcomes.map((o) => o.code),
          [undefined, "METRIC_UNIT"]
        )
        const rows = yield* sql<{
          value: number
        }>`select value_number as value from measurements where device_id = ${device}::uuid`
        assert.deepStrictEqual(
          rows.map((r) => r.value),
          [3.1]
        )
        assert.deepStrictEqual(
          (yield* logOf(device)).flatMap(observationsOf).map((o) => o._tag === "Measurement" && o.value),
          [3.1]
        )
      })
  )

  it.effect(
    "new in two deliveries at once with two types has one type afterwards, and one delivery is told",
    () =>
      Effect.gen(function* () {
        const { source } = yield* makePasture("a")
        for (let n = 0; n < 5; n++) {
          const key = `contested_${n}`
          const both = yield* Effect.all(
            [
              deliver(source, [{ device: "a", time: at(n), measurements: { [key]: 1 } }]),
              deliver(source, [{ device: "a", time: at(n), measurements: { [key]: "one" } }])
            ],
            { concurrency: 2 }
          )
          assert.deepStrictEqual(statuses(both.flat()).sort(), ["accepted", "rejected"])
          assert.strictEqual(
            (yield* metric(key))!.value_type,
            both[0][0]!.status === "accepted" ? "number" : "text"
          )
        }
      })
  )

  it.effect("of a report nobody can place is not registered", () =>
    Effect.gen(function* () {
      const source = yield* makeSource()
      yield* deliver(source, [fix("ghost", 0, { measurements: { never_seen: 1 } })])
      assert.isUndefined(yield* metric("never_seen"))
    })
  )
})

layer(intakeOver(), { excludeTestServices: true, timeout: "30 seconds" })("a refusal", (it) => {
  it.effect("has one trace that says what, where, why and what to do, with the raw item", () =>
    Effect.gen(function* () {
      const { source } = yield* makePasture("a")
      const items = [fix("a", 0), fix("a", 1, { lat: 91 }), { device: "a", time: 0, lat: 1, lon: 1 }]
      const outcomes = yield* deliver(source, items)
      assert.deepStrictEqual(statuses(outcomes), ["accepted", "rejected", "rejected"])
      const traces = yield* tracesOf(source)
      assert.deepStrictEqual(
        traces.map((t) => [t.id, t.code]),
        [
          [outcomes[1]!.traceId, "POSITION_OUT_OF_RANGE"],
          [outcomes[2]!.traceId, "TIMESTAMP_INVALID"]
        ]
      )
      assert.deepStrictEqual(traces[0]!.payload, items[1])
      assert.deepInclude(traces[0]!.steps[1]!.detail, { code: "POSITION_OUT_OF_RANGE", member: "/lat" })
      assert.strictEqual(traces[0]!.steps[0]!.detail["item"], 1)
      assert.deepStrictEqual(
        (yield* deliver(source, [fix("a", 0)])).map((o) => o.traceId),
        [undefined]
      )
      assert.sameMembers(
        (yield* tracesOf(source)).map((t) => t.code),
        ["POSITION_OUT_OF_RANGE", "TIMESTAMP_INVALID", "DUPLICATE"]
      )
    })
  )

  it.effect("names the place of an item in its message, of several that came together too", () =>
    Effect.gen(function* () {
      const intake = yield* Intake
      const source = yield* makeSource()
      const { credential } = yield* intake.authenticate(source.id, source.token)
      const receivedAt = yield* Clock.currentTimeMillis
      const raw = ["a", "b", "c", "d"].map((name) => ({ name }))
      const verdicts = raw.map(({ name }) => refuse("ITEM_INVALID", "", name))
      // one item, none, two, one
      yield* intake.store([{ credential, receivedAt, raw, verdicts, begins: [0, 1, 1, 3] }])
      const told = (yield* tracesOf(source)).map(({ error, steps }) => [error, steps[0]!.detail["item"]])
      assert.sameDeepMembers(told, [
        ["a", 0],
        ["b", 0],
        ["c", 1],
        ["d", 0]
      ])
    })
  )

  it.effect(
    "of an item larger than 8 KiB keeps its beginning, and text that cannot be stored is mended in the trace",
    () =>
      Effect.gen(function* () {
        const intake = yield* Intake
        const source = yield* makeSource()
        const { credential } = yield* intake.authenticate(source.id, source.token)
        const receivedAt = yield* Clock.currentTimeMillis
        const raw = [
          { blob: "😀".repeat(10_000) },
          { name: "a\0b", half: "\ud800" },
          new UnreadablePart("{\0", "bad \0 token")
        ]
        const [outcomes] = yield* intake.store([
          {
            credential,
            receivedAt,
            raw,
            verdicts: raw.map((_, i) => refuse("ITEM_INVALID", "", i === 2 ? "bad \0 token" : "no good"))
          }
        ])
        assert.deepStrictEqual(statuses(outcomes!), ["rejected", "rejected", "rejected"])
        const traces = yield* tracesOf(source)
        const cut = traces.find((t) => typeof t.payload === "object" && t.payload["cut"] === true)!
        assert.isBelow(JSON.stringify(cut.payload).length, 9000)
        assert.deepStrictEqual(
          traces.find((t) => typeof t.payload === "object" && "name" in t.payload)!.payload,
          { name: "a\ufffdb", half: "\ufffd" }
        )
        assert.deepInclude(
          traces.find((t) => typeof t.payload === "string"),
          { payload: "{\ufffd", error: "bad \ufffd token" }
        )
      })
  )
})

layer(intakeOver(), { excludeTestServices: true, timeout: "30 seconds" })("an event of a device", (it) => {
  const sos = { type: "SOS", title: "Button", severity: "critical", context: { press: "long" } } as const

  it.effect(
    "is stored once per device, time, type and title, names its origin, and is told to live readers",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { animals, project, source } = yield* makePasture("a")
        const { device, entity } = animals.get("a")!
        const item = {
          device: "a",
          time: at(0),
          lon: 10,
          lat: 53,
          events: [sos, { ...sos, title: "Other" }, sos]
        }
        const ofDevices = counted("pugmark_events_total", { source: "device", severity: "critical" }),
          before = yield* ofDevices
        assert.deepStrictEqual(statuses(yield* deliver(source, [item])), ["accepted"])
        assert.deepStrictEqual(
          statuses(yield* deliver(source, [item, { device: "a", time: at(0), events: [sos] }])),
          ["duplicate", "duplicate"]
        )
        assert.strictEqual(yield* ofDevices, before + 2)
        const events =
          yield* sql`select project_id, time, event_type, severity, title, lon, lat, entity_id, entity_name,
            device_id, device_name, source_kind, source_id, context, late
      from events where device_id = ${device}::uuid order by title`
        assert.deepStrictEqual(
          events.map((e) => ({ ...e })),
          ["Button", "Other"].map((title) => ({
            project_id: project,
            time: new Date(at(0)),
            event_type: "SOS",
            severity: "critical",
            title,
            lon: 10,
            lat: 53,
            entity_id: entity,
            entity_name: "a",
            device_id: device,
            device_name: "Collar a",
            source_kind: "device",
            source_id: device,
            context: { press: "long" },
            late: false
          }))
        )
        const told =
          yield* sql`select s.type, s.entity_id from event_stream s join events e on e.id = s.object_id
            where s.project_id = ${project}::uuid`
        assert.deepStrictEqual(
          told.map((t) => ({ ...t })),
          [
            { type: "event.created", entity_id: entity },
            { type: "event.created", entity_id: entity }
          ]
        )
        assert.isEmpty(yield* sql`select from alerts where project_id = ${project}::uuid`)
      })
  )

  it.effect("of a device in no project has nowhere to go, and the sender is told", () =>
    Effect.gen(function* () {
      const source = yield* makeSource(),
        device = yield* makeDevice(source, "a")
      yield* assignProject(device, yield* makeProject, "2027-01-01T00:00:00Z")
      const outcomes = yield* deliver(source, [
        { device: "a", time: at(0), events: [sos] },
        fix("a", 1, { events: [sos] })
      ])
      assert.deepStrictEqual(
        outcomes.map((o) => [o.status, o.code]),
        [
          ["rejected", "EVENT_WITHOUT_PROJECT"],
          ["accepted", "EVENT_WITHOUT_PROJECT"]
        ]
      )
    })
  )
})
