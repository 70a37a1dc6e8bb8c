// The rule test as the bench asks for it: conditions drawn one by one, two versions side by side, lines of
// progress, and nothing of animals that the caller does not see.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { BacktestLimits } from "../../../../src/api/backtest/BacktestQueue.ts"
import { at, iso, makeAnimal, remember } from "../../../support/http/past.ts"
import { makeMember } from "../../../support/http/people.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY } from "../../../support/http/tracking.ts"
import { until } from "../../../support/until.ts"
import { STORY } from "../../../support/stories.ts"

const event = { event_type: "FAST", title: "{entity} at {value}", create_alert: true }
const faster = (kmh: number, more: object = {}) => ({
  trigger: { kind: "position" },
  conditions: {
    all: [
      { type: "threshold", metric: "speed_kmh", op: ">", value: kmh },
      { not: { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 } }
    ]
  },
  event,
  ...more
})
const range = { from: iso(0), to: iso(600) }

/** 18 km/h, then 54, 90, 18, 54, a fix a minute; the battery is heard of with the second. */
const track = [5, 15, 25, 5, 15].map((speed, i) => ({ at: at(i * 60), lon: 0, speed }))
const battery = [{ at: at(60), metric: "battery_voltage", value: 3.9 }]

const drawn = (answer: {
  readonly evaluation: ReadonlyArray<{ readonly subject: { readonly name: string } }>
}) => answer.evaluation.map((e) => e.subject.name)
const spans = (list: ReadonlyArray<{ readonly from: string; readonly value: boolean | null }>) =>
  list.map((s) => `${s.from.slice(14, 19)} ${s.value}`)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the bench", (it) => {
  it.effect("draws each condition by itself, beside the baseline", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      yield* remember(yield* makeAnimal(id, "Alma"), [...track, ...battery])
      const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
        name: "Fast",
        document: faster(80)
      })
      yield* expectStatus(200, "PUT", `/projects/${id}/rules/${rule.id}/document`, { document: faster(40) })
      const answer = yield* expectStatus(200, "POST", `/projects/${id}/rules/${rule.id}/test`, {
        ...range,
        include: ["evaluation"],
        baseline: { version: 1 }
      })
      assert.deepStrictEqual(answer.counts, { fired: 2, reminders: 0, alerts: 2 })
      assert.deepStrictEqual(answer.baseline.totals, { added: 2, removed: 1, unchanged: 0 })
      assert.deepStrictEqual(answer.baseline.counts, { fired: 1, reminders: 0, alerts: 1 })
      assert.deepStrictEqual(answer.evaluation_cut_by, [])
      const [alma] = answer.evaluation
      assert.deepStrictEqual(spans(alma.spans), ["00:00 false", "01:00 true", "03:00 false", "04:00 true"])
      assert.deepStrictEqual(spans(alma.baseline_spans), ["00:00 false", "02:00 true", "03:00 false"])
      assert.deepStrictEqual(
        alma.conditions.map((c: { path: string; true_share: number; spans: [] }) => [
          c.path,
          c.true_share,
          spans(c.spans)
        ]),
        [
          ["/conditions/all/0", 0.8, ["00:00 false", "01:00 true", "03:00 false", "04:00 true"]],
          ["/conditions/all/1/not", 0, ["00:00 null", "01:00 false"]]
        ]
      )
      assert.deepStrictEqual(alma.totals, { added: 2, removed: 1, unchanged: 0 })
      const plain = yield* expectStatus(200, "POST", `/projects/${id}/rules/${rule.id}/test`, range)
      for (const member of ["evaluation", "evaluation_cut_by", "baseline"]) assert.notProperty(plain, member)
    })
  )

  it.effect("compares with a version of another rule; unknown ones are named", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      yield* remember(yield* makeAnimal(id, "Alma"), [...track, ...battery])
      const [a, b] = yield* Effect.forEach([40, 80], (kmh) =>
        expectStatus(201, "POST", `/projects/${id}/rules`, { name: `Over ${kmh}`, document: faster(kmh) })
      )
      const path = `/projects/${id}/rules/${a.id}/test`
      const answer = yield* expectStatus(200, "POST", path, {
        ...range,
        baseline: { rule_id: b.id, version: 1 }
      })
      assert.deepStrictEqual(answer.baseline.totals, { added: 2, removed: 1, unchanged: 0 })
      for (const [baseline, pointer] of [
        [{ version: 9 }, "/baseline/version"],
        [{ rule_id: NOBODY, version: 1 }, "/baseline/rule_id"]
      ] as const) {
        const refused = yield* send("POST", path, { body: { ...range, baseline } })
        assert.strictEqual(refused.status, 422)
        assert.strictEqual(refused.body.errors[0].pointer, pointer)
      }
    })
  )

  it.effect(
    "a member with a scope is told of the animals that they see: events, counts, spans and rows",
    () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const alma = yield* makeAnimal(id, "Alma"),
          wolf = yield* makeAnimal(id, "Wolf")
        for (const animal of [alma, wolf]) yield* remember(animal, [...track, ...battery])
        const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
          name: "Fast",
          document: faster(40)
        })
        const member = yield* makeMember(id, "viewer", { groups: [], entities: [alma.entity], devices: [] })
        const body = {
          ...range,
          include: ["evaluation"],
          trace: true,
          baseline: { rule_id: rule.id, version: 1 }
        }
        for (const [path, more] of [
          [`/projects/${id}/rules/${rule.id}/test`, {}],
          [`/projects/${id}/rules/test-document`, { document: faster(80) }]
        ] as const) {
          const all = yield* expectStatus(200, "POST", path, { ...body, ...more })
          const own = yield* member.ask("POST", path, { body: { ...body, ...more } })
          assert.sameMembers(drawn(all), ["Alma", "Wolf"])
          assert.deepStrictEqual([own.status, drawn(own.body)], [200, ["Alma"]])
          assert.strictEqual(own.body.counts.fired * 2, all.counts.fired)
          assert.strictEqual(own.body.baseline.counts.fired * 2, all.baseline.counts.fired)
          assert.strictEqual(own.body.rows_read * 2, all.rows_read)
          assert.notInclude(JSON.stringify(own.body), "Wolf")
          assert.notInclude(JSON.stringify(own.body), wolf.entity)
          const lines = yield* member.ask("POST", path, {
            body: { ...body, ...more },
            headers: { accept: "application/x-ndjson" }
          })
          assert.notInclude(lines.body as string, wolf.entity)
        }
      })
  )

  it.effect(
    "of fifty thousand rows under many conditions stays within 4 MiB, and says what is missing",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestServer
        const { id } = yield* makeProject()
        const sql = yield* SqlClient
        const animals = yield* Effect.forEach(
          Array.from({ length: 51 }, (_, i) => i),
          (i) => makeAnimal(id, `Animal ${i}`)
        )
        yield* sql`insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
        speed_mps, received_at, batch_id)
        select device::uuid, ${id}::uuid, entity::uuid, 'gnss', t, 0, 0, 20 * random(), t, 0
        from unnest(${animals.map((a) => a.device)}::text[], ${animals.map((a) => a.entity)}::text[])
            as a (device, entity),
          generate_series(${new Date(at(0))}::timestamptz, ${new Date(at(9790))}::timestamptz,
            interval '10 seconds') t`
        const document = {
          ...faster(40),
          conditions: {
            any: [30, 31, 32, 33, 34, 35, 36, 37].map((value) => ({
              type: "threshold",
              metric: "speed_kmh",
              op: ">",
              value
            }))
          }
        }
        const rule = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
          name: "Fast",
          document: faster(40)
        })
        const response = yield* Effect.promise(() =>
          fetch(`${url}/api/v1/projects/${id}/rules/test-document`, {
            method: "POST",
            headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
            body: JSON.stringify({
              from: iso(0),
              to: iso(9800),
              document,
              include: ["evaluation"],
              trace: true,
              baseline: { rule_id: rule.id, version: 1 }
            })
          }).then((r) => r.text())
        )
        assert.isAtMost(Buffer.byteLength(response), 4 * 1024 * 1024)
        const answer = JSON.parse(response)
        assert.isAtLeast(answer.rows_read, 49_000)
        assert.deepStrictEqual(answer.evaluation_cut_by, ["points", "spans", "subjects"])
        assert.lengthOf(answer.evaluation, 50)
        assert.property(answer.events[0], "trace")
      }),
    STORY
  )
})

layer(serve().pipe(Layer.provide(Layer.succeed(BacktestLimits, { maxConcurrent: 1, maxWaitMs: 300 }))), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("a test answered in lines", (it) => {
  const headers = { accept: "application/x-ndjson" }

  it.effect("says how far it is, then what the plain answer says", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      yield* remember(yield* makeAnimal(id, "Alma"), track)
      const path = `/projects/${id}/rules/test-document`
      const body = { ...range, document: faster(40), include: ["evaluation"] }
      const plain = yield* send("POST", path, { body })
      const lines = yield* send("POST", path, { body, headers })
      assert.strictEqual(lines.headers.get("content-type"), "application/x-ndjson")
      const said = (lines.body as string)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.deepStrictEqual(said[0], { progress: 0, rows_read: 0 })
      assert.deepStrictEqual(said.at(-1), { result: plain.body })
      const refused = yield* send("POST", path, { body: { ...body, entity_ids: [NOBODY] }, headers })
      assert.deepStrictEqual([refused.status, refused.body.errors[0].pointer], [422, "/entity_ids/0"])
    })
  )

  it.effect("reads no further when the connection is closed, and another has the turn", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { send, url } = yield* TestServer
        const sql = yield* SqlClient
        const { id } = yield* makeProject()
        yield* remember(yield* makeAnimal(id, "Alma"), track)
        const reading = Effect.gen(function* () {
          yield* sql`select pg_stat_clear_snapshot()` // a transaction sees others as they were at first
          const [row] = yield* sql<{ readonly n: number }>`select count(*)::int as n from pg_stat_activity
            where datname = current_database() and application_name = 'pugmark tests api'
              and state = 'active' and wait_event_type = 'Lock'`
          return row!.n
        })
        const gone = new AbortController()
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`lock table positions in access exclusive mode`
            // the first line comes before anything is read
            const response = yield* Effect.promise(() =>
              fetch(`${url}/api/v1/projects/${id}/rules/test-document`, {
                method: "POST",
                headers: {
                  ...headers,
                  authorization: `Bearer ${ADMIN_TOKEN}`,
                  "content-type": "application/json"
                },
                body: JSON.stringify({ ...range, document: faster(40) }),
                signal: gone.signal
              })
            )
            const reader = response.body!.getReader()
            const first = yield* Effect.promise(() => reader.read())
            assert.deepStrictEqual(JSON.parse(new TextDecoder().decode(first.value)), {
              progress: 0,
              rows_read: 0
            })
            yield* until(reading, (n) => n > 0)
            const body = { ...range, document: faster(40) }
            const other = yield* send("POST", `/projects/${id}/rules/test-document`, { body })
            assert.strictEqual(other.status, 503)
            gone.abort()
            yield* until(reading, (n) => n === 0)
          })
        )
        const body = { ...range, document: faster(40) }
        assert.strictEqual((yield* send("POST", `/projects/${id}/rules/test-document`, { body })).status, 200)
      })
    )
  )
})
