// Templates tried on a project's own last days: side by side they say what the test of each alone says, of those
// that the caller sees; kept for a while, bounded, and in turn with other tests.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { CostLimits } from "../../../../src/api/http/costLimit.ts"
import { BacktestLimits } from "../../../../src/api/backtest/BacktestQueue.ts"
import { makeAnimal, remember } from "../../../support/http/past.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, square } from "../../../support/http/tracking.ts"
import { until } from "../../../support/until.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Template {
  readonly key: string
  readonly document: object
  readonly tried: {
    readonly events: number
    readonly alerts: number
    readonly truncated: boolean
    readonly at: string
  }
}

/** An animal that goes out of its fence and back, runs, has a weak battery, and is silent for a day. */
const restless = (now: number) =>
  Array.from({ length: 5 * 24 }, (_, hour) => {
    const at = now - 6 * DAY + hour * HOUR
    const lon = hour % 24 < 18 ? 0.005 : 0.5
    return [
      { at, lon, lat: 0.005, speed: hour % 24 === 12 ? 15 : 0 },
      { at: at + 60_000, lon, lat: 0.005, speed: hour % 24 === 12 ? 15 : 0 },
      { at: at + 120_000, metric: "battery_voltage", value: hour === 70 ? 3.1 : 3.6 },
      { at: at + 120_000, metric: "activity", value: hour < 40 ? 2 : 0.2 }
    ]
  }).flat()

const world = Effect.gen(function* () {
  const { id } = yield* makeProject()
  for (const feature_type of ["geofence", "zone"])
    yield* expectStatus(201, "POST", `/projects/${id}/features`, {
      feature_type,
      name: "Home",
      geometry: square(0, 0)
    })
  const [alma, wolf] = [yield* makeAnimal(id, "Alma"), yield* makeAnimal(id, "Wolf")]
  const now = Date.now()
  for (const animal of [alma, wolf]) yield* remember(animal, restless(now))
  const path = `/projects/${id}/rules/templates`
  const tried = Effect.map(
    expectStatus(200, "GET", `${path}?tried=7d`),
    ({ items }) => items as ReadonlyArray<Template>
  )
  return { alma, id, path, tried }
})
const sum = (templates: ReadonlyArray<Template>) => templates.reduce((all, t) => all + t.tried.events, 0)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("templates that are tried", (it) => {
  it.effect("each says what its own test says of the same days, alerts among the events", () =>
    Effect.gen(function* () {
      const { id, path, tried } = yield* world
      const templates = yield* tried
      const fired = templates.filter((t) => t.tried.events > 0).map((t) => t.key)
      assert.includeMembers(fired, [
        "geofence_exit",
        "geofence_enter",
        "speed_limit",
        "no_data",
        "battery_low",
        "collar_not_moving",
        "left_for_good",
        "running"
      ])
      for (const { document, key, tried } of templates) {
        const to = Date.parse(tried.at)
        const { counts, truncated } = yield* expectStatus(
          200,
          "POST",
          `/projects/${id}/rules/test-document`,
          { document, from: new Date(to - 7 * DAY).toISOString(), to: tried.at }
        )
        assert.deepStrictEqual(
          tried,
          {
            events: counts.fired + counts.reminders,
            alerts: counts.alerts,
            truncated,
            at: tried.at
          },
          key
        )
        assert.isFalse(truncated)
      }
      const plain = yield* expectStatus(200, "GET", path)
      assert.notProperty(plain.items[0], "tried")
      const { send } = yield* TestServer
      const refused = yield* send("GET", `${path}?tried=8d`)
      assert.deepStrictEqual([refused.status, refused.body.errors[0].pointer], [422, "/tried"])
    })
  )

  it.effect("what was found is told again, to those who see the same; a member with a scope of theirs", () =>
    Effect.gen(function* () {
      const { alma, id, path, tried } = yield* world
      const first = yield* tried
      yield* remember(alma, [{ at: Date.now() - 1000, metric: "battery_voltage", value: 2 }])
      assert.deepStrictEqual(yield* tried, first)
      const member = yield* makeMember(id, "viewer", { groups: [], entities: [alma.entity], devices: [] })
      const { body } = yield* member.ask("GET", `${path}?tried=7d`)
      const one = (list: ReadonlyArray<Template>, key: string) => list.find((t) => t.key === key)!.tried
      assert.strictEqual(one(body.items, "geofence_exit").events * 2, one(first, "geofence_exit").events)
      // asked for the first time, and so of the newest value too
      assert.strictEqual(one(body.items, "battery_low").events, one(first, "battery_low").events / 2 + 1)
    })
  )

  it.effect("says where there is more than is read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const { alma, id, tried } = yield* world
      yield* sql`insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
        received_at, batch_id)
        select ${alma.device}::uuid, ${id}::uuid, ${alma.entity}::uuid, 'gnss', t, 0, 0, t, 0
        from generate_series(now() - interval '1 day', now(), interval '1.6 seconds') t`
      const templates = yield* tried
      assert.isTrue(templates.every((t) => t.tried.truncated))
      assert.isAbove(sum(templates), 0)
    })
  )
})

layer(
  serve().pipe(
    Layer.provide(Layer.succeed(BacktestLimits, { maxConcurrent: 1, maxWaitMs: 300 })),
    Layer.provide(
      Layer.succeed(CostLimits, {
        rule_tests: 10,
        explanations: 1,
        estimates: 1,
        imports: 100,
        mcp_calls: 100
      })
    )
  ),
  { excludeTestServices: true, timeout: "60 seconds" }
)("a project that tries them while others test", (it) => {
  it.effect(
    "waits for its turn with rule tests, and is asked to come again; what was refused is not kept",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient
        const { path } = yield* world
        const { id: other } = yield* makeProject()
        const reading = Effect.gen(function* () {
          yield* sql`select pg_stat_clear_snapshot()` // a transaction sees others as they were at first
          const [row] = yield* sql<{ readonly n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and application_name = 'pugmark tests api'
            and state = 'active' and wait_event_type = 'Lock'`
          return row!.n
        })
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`lock table positions in access exclusive mode`
            yield* Effect.forkScoped(
              send("POST", `/projects/${other}/rules/test-document`, {
                body: {
                  document: {
                    trigger: { kind: "schedule", every_seconds: 3600 },
                    conditions: { type: "no_data", for_seconds: 3600 },
                    event: { event_type: "SILENT", title: "{entity}" }
                  },
                  from: new Date(Date.now() - DAY).toISOString(),
                  to: new Date().toISOString()
                }
              })
            )
            yield* until(reading, (n) => n > 0)
            assert.strictEqual((yield* send("GET", path)).status, 200)
            const refused = yield* send("GET", `${path}?tried=7d`)
            assert.deepInclude(refused.body, { status: 503, code: "TOO_MANY_TESTS" })
            assert.isAbove(Number(refused.headers.get("retry-after")), 0)
          })
        )
        const ask = send("GET", `${path}?tried=7d`)
        const answer = yield* until(ask, ({ status }) => status !== 503)
        assert.strictEqual(answer.status, 200)
      }).pipe(Effect.scoped)
  )

  it.effect("asks for so many tests a minute, and lists them as often as it likes", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const member = yield* makeMember(id, "viewer")
      const path = `/projects/${id}/rules/templates`
      for (let n = 0; n < 10; n++)
        assert.strictEqual((yield* member.ask("GET", `${path}?tried=7d`)).status, 200)
      assert.deepInclude((yield* member.ask("GET", `${path}?tried=7d`)).body, {
        status: 429,
        code: "TOO_OFTEN"
      })
      const plain = yield* member.ask("GET", path)
      assert.deepStrictEqual([plain.status, plain.headers.get("ratelimit")], [200, null])
    })
  )
})
