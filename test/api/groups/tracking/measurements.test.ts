// Reads of what was measured: pages of values, the newest of each metric, and series over time.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject, NOBODY } from "../../../support/http/tracking.ts"

const DAY = "2026-05-01T"
const LONG_AGO = "2020-01-01T00:00:00Z"

/** Whose a value is, where it is not the collar's on the animal. */
interface Whose {
  readonly device?: string
  readonly entity?: string | null
  readonly project?: string
}

/** A project with one animal and its collar, and what puts values there: `at` is a time of the first of May. */
const farm = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const project = yield* makeProject(),
    entity = yield* makeEntity(project.id),
    device = yield* makeDevice()
  /** Another device comes into the project. */
  const join = (id: string) =>
    expectStatus(201, "POST", `/devices/${id}/project-assignments`, {
      project_id: project.id,
      valid_from: LONG_AGO
    })
  yield* join(device.id)
  const worn = { device_id: device.id, entity_id: entity.id, valid_from: LONG_AGO }
  yield* expectStatus(201, "POST", `/projects/${project.id}/entity-assignments`, worn)
  const put = (at: string, metric: string, value: number | boolean | string, more: Whose = {}) => {
    const number = typeof value === "number" ? value : null,
      boolean = typeof value === "boolean" ? value : null
    return sql`
      insert into measurements (device_id, project_id, entity_id, metric_key, original_time, value_number,
        value_boolean,
        value_text, received_at, batch_id)
      values (${more.device ?? device.id}::uuid, ${more.project ?? project.id}::uuid,
        ${more.entity === undefined ? entity.id : more.entity}::uuid, ${metric},
          ${`${DAY}${at}Z`}::timestamptz,
        ${number}::float8, ${boolean}::boolean, ${typeof value === "string" ? value : null}::text,
        ${`${DAY}23:00:00Z`}::timestamptz, 1)`
  }
  return { sql, project, entity, device, join, put, path: `/projects/${project.id}` }
})

interface Item {
  readonly id: number
  readonly time: string
  readonly metric: string
  readonly value: unknown
  readonly unit: string | null
  readonly value_type: string
  readonly valid: boolean
  readonly curated_fields: ReadonlyArray<string>
  readonly trace_id: string | null
}
const short = (items: ReadonlyArray<Item>) =>
  items.map(({ metric, time, value }) => `${time.slice(11, 16)} ${metric} ${String(value)}`)

interface Subject {
  readonly entity_id: string | null
  readonly device_id: string | null
  readonly values: ReadonlyArray<Item>
}
interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly next_cursor: string | null
}

/** All of a list whose address has a query, page by page. */
const walk = <A>(path: string, limit: number) =>
  Effect.gen(function* () {
    const seen: Array<A> = []
    for (let cursor = "", pages = 0; pages < 10; pages++) {
      const page: Page<A> = yield* expectStatus(200, "GET", `${path}&limit=${limit}${cursor}`)
      seen.push(...page.items)
      if (page.next_cursor === null) break
      cursor = `&cursor=${page.next_cursor}`
    }
    return seen
  })

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("measurements", (it) => {
  it.effect(
    '"no endpoint reads measurements": they are told newest first, each with the unit and type of its metric',
    () =>
      Effect.gen(function* () {
        const { device, entity, path, project, put } = yield* farm
        yield* put("00:01:00", "battery_voltage", 3.7)
        yield* put("00:02:00", "ignition", true)
        yield* put("00:03:00", "mood", "grazing")
        const { items, next_cursor } = yield* expectStatus(200, "GET", `${path}/measurements`)
        assert.deepStrictEqual(short(items), [
          "00:03 mood grazing",
          "00:02 ignition true",
          "00:01 battery_voltage 3.7"
        ])
        assert.isNull(next_cursor)
        const kinds = items.map((m: Item) => [m.unit, m.value_type])
        assert.deepStrictEqual(kinds, [
          [null, "text"],
          [null, "boolean"],
          ["V", "number"]
        ])
        assert.isNumber(items[2].id)
        assert.deepStrictEqual(
          { ...items[2], id: 0 },
          {
            id: 0,
            time: `${DAY}00:01:00.000Z`,
            original_time: `${DAY}00:01:00.000Z`,
            received_at: `${DAY}23:00:00.000Z`,
            device_id: device.id,
            project_id: project.id,
            entity_id: entity.id,
            metric: "battery_voltage",
            value: 3.7,
            unit: "V",
            value_type: "number",
            valid: true,
            curated_fields: [],
            trace_id: null
          }
        )
      })
  )

  it.effect(
    "by entity, device, metric and a half-open span; a record belongs to the project it was attributed to",
    () =>
      Effect.gen(function* () {
        const { device, entity, path, put } = yield* farm
        const other = yield* makeProject(),
          spare = yield* makeDevice()
        yield* put("00:00:00", "a", 1)
        yield* put("00:01:00", "a", 2, { device: spare.id })
        yield* put("00:02:00", "b", 3, { entity: null })
        yield* put("00:03:00", "a", 4, { project: other.id, entity: null })
        const told = (query: string) =>
          Effect.map(expectStatus(200, "GET", `${path}/measurements?${query}`), ({ items }) =>
            items.map((m: Item) => m.value)
          )
        assert.deepStrictEqual(yield* told(""), [3, 2, 1])
        assert.deepStrictEqual(yield* told(`entity_id=${entity.id}`), [2, 1])
        assert.deepStrictEqual(yield* told(`device_id=${device.id}`), [3, 1])
        assert.deepStrictEqual(yield* told(`device_id=${spare.id}&entity_id=${entity.id}&metric=a`), [2])
        assert.deepStrictEqual(yield* told("metric=a"), [2, 1])
        assert.deepStrictEqual(yield* told(`from=${DAY}00:00:00Z&to=${DAY}00:02:00Z`), [2, 1])
        assert.deepStrictEqual(yield* told(`from=${DAY}00:02:00Z`), [3])
        assert.deepStrictEqual(yield* told(`entity_id=${NOBODY}`), [])
        const refusal = (query: string) =>
          Effect.map(expectStatus(422, "GET", `${path}/measurements?${query}`), ({ errors }) => errors[0])
        assert.strictEqual((yield* refusal(`from=${DAY}02:00:00Z&to=${DAY}02:00:00Z`)).code, "RANGE_EMPTY")
        assert.strictEqual((yield* refusal("metric=1%20or%201")).pointer, "/metric")
      })
  )

  it.effect(
    "curated times are the effective ones, wherever the row lies; what is marked as wrong is told on request",
    () =>
      Effect.gen(function* () {
        const { entity, path, put, sql } = yield* farm
        for (const n of [0, 2, 6]) yield* put(`00:0${n}:00`, "a", n)
        const which = (value: number) => sql`entity_id = ${entity.id}::uuid and value_number = ${value}`
        yield* sql`update measurements set curated_time = ${`${DAY}00:05:00Z`}::timestamptz,
          curation_revision = 1 where ${which(0)}`
        yield* sql`update measurements set valid = false, curation_revision = 1 where ${which(6)}`
        const { items } = yield* expectStatus(
          200,
          "GET",
          `${path}/measurements?entity_id=${entity.id}&include_invalid=true`
        )
        const corrections = items.map((m: Item) => [m.value, m.valid, m.curated_fields])
        assert.deepStrictEqual(corrections, [
          [6, false, ["valid"]],
          [0, true, ["time"]],
          [2, true, []]
        ])
        assert.deepStrictEqual(short((yield* expectStatus(200, "GET", `${path}/measurements`)).items), [
          "00:05 a 0",
          "00:02 a 2"
        ])
        const [latest] = (yield* expectStatus(200, "GET", `${path}/latest?entity_id=${entity.id}`)).items
        assert.deepStrictEqual(short(latest.values), ["00:05 a 0"])
        const {
          series: [line]
        } = yield* expectStatus(200, "GET", `${path}/series?entity_id=${entity.id}&metric=a`)
        assert.deepStrictEqual(
          line.points.map((p: Item) => p.value),
          [2, 0]
        )
      })
  )

  it.effect("pages join without a gap among equal times, also of a metric that is rare in its project", () =>
    Effect.gen(function* () {
      const { join, path, project, put, sql } = yield* farm
      yield* sql`
      insert into measurements (device_id, project_id, metric_key, original_time, value_number, received_at,
        batch_id)
      select gen_random_uuid(), ${project.id}::uuid, 'common',
        timestamptz '2026-05-02Z' + (n / 100) * interval '1 second', n,
        now(), 1 from generate_series(1, 20100) n`
      const bare = yield* makeDevice()
      yield* join(bare.id)
      for (let n = 0; n < 4; n++) yield* put(`00:00:0${n % 2}`, `rare${n < 2 ? "" : ".2"}`, n)
      for (let n = 0; n < 2; n++) yield* put(`00:00:0${n}`, "rare", 10 + n, { device: bare.id, entity: null })
      yield* put("00:00:00", "rare", 12, { device: NOBODY })
      const rare = yield* walk<Item>(`${path}/measurements?metric=rare`, 2)
      assert.lengthOf(rare, 5)
      assert.deepStrictEqual(rare, yield* walk<Item>(`${path}/measurements?metric=rare`, 500))
      const common = yield* walk<Item>(`${path}/measurements?metric=common&from=2026-05-02T00:03:00Z`, 450)
      assert.lengthOf(common, 2101)
      assert.lengthOf(new Set(common.map((m) => m.id)), 2101)
    })
  )

  it.effect(
    "latest values: of every entity and of every device that is on none, each metric with its time and " +
      "age, however old",
    () =>
      Effect.gen(function* () {
        const { device, entity, join, path, project, put, sql } = yield* farm
        const bare = yield* makeDevice({ name: "Spare" }),
          silent = yield* makeEntity(project.id)
        yield* makeEntity(project.id, { status: "archived" })
        yield* join(bare.id)
        yield* put("00:01:00", "battery_voltage", 3.6)
        yield* put("00:02:00", "battery_voltage", 3.7)
        yield* put("00:01:00", "mood", "grazing")
        yield* put("00:04:00", "mood", "lost", { entity: null })
        yield* put("00:03:00", "ignition", false, { device: bare.id, entity: null })
        yield* sql`update measurements set original_time = '1999-01-01Z' where value_text = 'grazing'`
        const { items } = yield* expectStatus(200, "GET", `${path}/latest`)
        assert.deepStrictEqual(
          items.map((s: Subject) => [s.entity_id, s.device_id, short(s.values)]),
          [
            [silent.id, null, []],
            [null, bare.id, ["00:03 ignition false"]],
            [entity.id, null, ["00:02 battery_voltage 3.7", "00:00 mood grazing"]]
          ]
        )
        const { age_seconds, id, ...voltage } = items[2].values[0]
        assert.approximately(age_seconds, (Date.now() - Date.parse(`${DAY}00:02:00Z`)) / 1000, 60)
        assert.isNumber(id)
        assert.deepStrictEqual(voltage, {
          metric: "battery_voltage",
          label: "Battery voltage",
          unit: "V",
          value_type: "number",
          defined: true,
          value: 3.7,
          time: `${DAY}00:02:00.000Z`,
          received_at: `${DAY}23:00:00.000Z`,
          device_id: device.id
        })
        const undefinedMetric = { label: null, unit: null, defined: false, time: "1999-01-01T00:00:00.000Z" }
        assert.deepInclude(items[2].values[1], undefinedMetric)

        const told = (query: string) =>
          Effect.map(expectStatus(200, "GET", `${path}/latest?${query}`), ({ items }) =>
            items.map((s: Subject) => short(s.values))
          )
        assert.deepStrictEqual(yield* told(`entity_id=${entity.id}&metric=mood`), [["00:00 mood grazing"]])
        assert.deepStrictEqual(yield* told(`device_id=${device.id}&metric=mood&metric=ignition`), [
          ["00:04 mood lost"]
        ])
        assert.deepStrictEqual(yield* told(`device_id=${device.id}`), [
          ["00:02 battery_voltage 3.7", "00:04 mood lost"]
        ])
        assert.deepStrictEqual(yield* told(`device_id=${bare.id}&entity_id=${entity.id}`), [[]])
        assert.deepStrictEqual(
          [yield* told(`device_id=${NOBODY}`), yield* told(`entity_id=${NOBODY}`)],
          [[], []]
        )
        const many = Array.from({ length: 13 }, (_, n) => `metric=m${n}`).join("&")
        assert.deepInclude((yield* expectStatus(422, "GET", `${path}/latest?${many}`)).errors[0], {
          pointer: "/metric",
          code: "TOO_MANY"
        })
        const pages = yield* walk<Subject>(`${path}/latest?`, 1)
        assert.deepStrictEqual(
          pages.map((s) => s.entity_id ?? s.device_id),
          [silent.id, bare.id, entity.id]
        )
      })
  )

  it.effect(
    "a series is as it is where it fits, a line for each subject and metric that is named; nothing is " +
      "dropped in silence",
    () =>
      Effect.gen(function* () {
        const { device, entity, path, put } = yield* farm
        yield* put("00:01:00", "battery_voltage", 3.6)
        yield* put("00:02:00", "battery_voltage", 3.5, { entity: null })
        const whose = `entity_id=${entity.id}&entity_id=${NOBODY}&device_id=${device.id}`
        const { series } = yield* expectStatus(
          200,
          "GET",
          `${path}/series?${whose}&metric=battery_voltage&metric=unheard`
        )
        const subjects = [
          { entity_id: entity.id, device_id: null },
          { entity_id: NOBODY, device_id: null },
          { entity_id: null, device_id: device.id }
        ]
        interface Line {
          readonly subject: object
          readonly metric: string
          readonly total_points: number
        }
        assert.deepStrictEqual(
          series.map(({ metric, subject, total_points }: Line) => [subject, metric, total_points]),
          subjects.flatMap((subject, i) => [
            [subject, "battery_voltage", [1, 0, 2][i]],
            [subject, "unheard", 0]
          ])
        )
        assert.deepInclude(series[0], {
          label: "Battery voltage",
          unit: "V",
          value_type: "number",
          defined: true,
          returned_points: 1,
          thinned: false,
          points: [{ time: `${DAY}00:01:00.000Z`, value: 3.6 }]
        })
        assert.deepInclude(series[1], {
          unit: null,
          value_type: null,
          defined: false,
          thinned: false,
          points: []
        })
        const minute = `from=${DAY}00:01:00Z&to=${DAY}00:02:00Z`
        const span = yield* expectStatus(
          200,
          "GET",
          `${path}/series?device_id=${device.id}&metric=battery_voltage&${minute}`
        )
        assert.deepStrictEqual(
          span.series[0].points.map((p: Item) => p.value),
          [3.6]
        )
      })
  )

  it.effect("a series says by name what it cannot take", () =>
    Effect.gen(function* () {
      const { entity, path } = yield* farm
      const { send } = yield* TestServer
      const id = `entity_id=${entity.id}`
      const many = (name: string) => Array.from({ length: 13 }, () => `${name}=${v7()}`).join("&")
      const refused = [
        [id, "/metric", "MISSING"],
        ["metric=a", "/entity_id", "SUBJECT_MISSING"],
        [`${id}&metric=a&max_points=3`, "/max_points", null],
        [`${id}&metric=a&max_points=2001`, "/max_points", null],
        [`${id}&metric=%2A`, "/metric", null],
        [`${id}&metric=a&from=${DAY}02:00:00Z&to=${DAY}01:00:00Z`, "/to", "RANGE_EMPTY"],
        [`${id}&metric=a&metric=%2A`, "/metric", null],
        [`entity_id=nobody&metric=a`, "/entity_id", null],
        [`${many("entity_id")}&metric=a`, "/entity_id", "TOO_MANY"],
        [`${many("device_id")}&metric=a`, "/device_id", "TOO_MANY"]
      ] as const
      for (const [query, pointer, code] of refused) {
        const { body, status } = yield* send("GET", `${path}/series?${query}`)
        assert.strictEqual(status, 422, query)
        assert.match(body.errors[0].pointer, new RegExp(`^${pointer}`), query)
        if (code !== null) assert.strictEqual(body.errors[0].code, code, query)
      }
    })
  )

  it.effect(
    '"the trace of a position is hard-coded null": a record has the trace of the rule that fired at it, ' +
      "and no other's",
    () =>
      Effect.gen(function* () {
        const { device, entity, path, project, put, sql } = yield* farm
        yield* put("00:01:00", "a", 1)
        yield* sql`
      insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
        received_at, batch_id)
      select ${device.id}::uuid, ${project.id}::uuid, ${entity.id}::uuid, 'gnss',
        ${`${DAY}00:01:00Z`}::timestamptz + n * interval '1 minute', 10, 53, now(), 1
          from generate_series(0, 1) n`
        const document = {
          trigger: { kind: "position" },
          conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
          event: { event_type: "FAST", title: "Fast" }
        }
        const rule = yield* expectStatus(201, "POST", `${path}/rules`, { name: "Fast", document })
        const [{ id: value }] = (yield* expectStatus(200, "GET", `${path}/measurements`)).items
        const [later, first] = (yield* expectStatus(200, "GET", `${path}/positions`)).items

        /** An event of the moment of the first records; its trace. */
        const fire = Effect.fnUntraced(function* (
          kind: string,
          recordId: unknown,
          more: { readonly superseded?: boolean; readonly byPeople?: boolean } = {}
        ) {
          const { byPeople = false, superseded = false } = more,
            [id, trace] = [v7(), v7()]
          const context = JSON.stringify({ trigger: { kind, record_id: recordId } })
          yield* sql`
        insert into events (id, project_id, event_key, time, event_type, severity, title, entity_id,
          device_id, source_kind,
          rule_id, rule_version, superseded, trace_id, context)
        values (${id}::uuid, ${project.id}::uuid, sha256(${id}::text::bytea),
          ${`${DAY}00:01:00Z`}::timestamptz, 'FAST', 'info',
          'Fast', ${entity.id}::uuid, ${device.id}::uuid, ${byPeople ? "user" : "rule"},
            ${byPeople ? null : rule.id}::uuid,
          ${byPeople ? null : 1}::int4, ${superseded}, ${trace}::uuid, ${context}::text::jsonb)`
          return trace
        })
        const traces = Effect.gen(function* () {
          const told = (list: string) =>
            Effect.map(expectStatus(200, "GET", `${path}/${list}`), ({ items }) =>
              items.map((r: Item) => r.trace_id)
            )
          return [yield* told("positions"), yield* told("measurements")]
        })
        yield* fire("position", first.id, { byPeople: true })
        yield* fire("position", "no number", { byPeople: true })
        yield* fire("position", later.id)
        yield* fire("measurement", first.id === value ? value + 1 : first.id)
        assert.deepStrictEqual(yield* traces, [[null, null], [null]])
        const superseded = yield* fire("position", first.id, { superseded: true })
        assert.deepStrictEqual(yield* traces, [[null, superseded], [null]])
        const stands = yield* fire("position", first.id),
          measured = yield* fire("measurement", value)
        assert.deepStrictEqual(yield* traces, [[null, stands], [measured]])
      })
  )
})
