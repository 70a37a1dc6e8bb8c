// The demo on a running server: set up once, its past told once, and everything it needs for the first minute
// in place.
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as SqlClient from "effect/sql/SqlClient"
import { Pugmark } from "../../src/client/Pugmark.ts"
import { cast } from "../../src/demo/cast.ts"
import { catchUp } from "../../src/demo/move.ts"
import { seed } from "../../src/demo/seed.ts"
import { ADMIN_TOKEN, serve, TestServer } from "../support/http/server.ts"
import { STORY } from "../support/stories.ts"

const seeded = Effect.flatMap(TestServer, ({ url }) =>
  Effect.provide(seed(url), Layer.merge(Pugmark.layer({ url, token: ADMIN_TOKEN }), FetchHttpClient.layer))
)

const counts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<
      Readonly<Record<string, number>>
    >`select (select count(*)::int from projects) as projects, (select count(*)::int from groups) as groups,
      (select count(*)::int from entities) as entities,
    (select count(*)::int from devices) as devices,
      (select count(*)::int from device_identities) as identities, (select count(*)::int
      from entity_assignments) as spans,
    (select count(*)::int from features) as features, (select count(*)::int from data_sources) as sources,
      (select count(*)::int from rules where enabled) as rules`,
    ([row]) => row
  )
)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the demo", (it) => {
  it.effect(
    "is a project with herds, people, a vehicle, places, rules in force and two weeks of past; a second " +
      "start adds nothing to it",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { life, told } = yield* seeded
        assert.isTrue(told >= 0 && told < 100)
        const made = yield* counts
        const project = (yield* send("GET", "/projects")).body.items[0]
        const { items: templates } = (yield* send("GET", `/projects/${project.id}/rules/templates`)).body
        assert.deepStrictEqual(made, {
          projects: 1,
          groups: 5,
          entities: 17,
          devices: 17,
          identities: 34,
          spans: 17,
          features: 7,
          sources: 2,
          rules: templates.length - 2
        })
        assert.strictEqual(project.settings.demo.complete, true)
        assert.deepInclude(project.settings, { landscape: "demo", spark_metric: "activity" })

        const sql = yield* SqlClient.SqlClient
        const tracks = yield* sql<{
          name: string
          fixes: number
          first: Date
          last: Date
          readings: number
        }>`select e.name, count(*)::int as fixes, min(p.original_time) as first, max(p.original_time) as last,
      (select count(*)::int from measurements m where m.entity_id = e.id
        and m.metric_key = 'battery_voltage') as readings from positions p
        join entities e on e.id = p.entity_id group by e.id, e.name`
        assert.strictEqual(tracks.length, cast.length)
        for (const track of tracks) {
          assert.strictEqual(track.fixes, 2 * 288 + 12 * 12, track.name)
          assert.strictEqual(track.readings, track.fixes)
          assert.isAbove(track.first.getTime(), life.timeOf(told - 14 * 17_280) - 1)
          assert.isAtMost(track.last.getTime(), life.timeOf(told))
        }
        // history counts as received when it happened
        assert.deepStrictEqual(
          yield* sql`select count(*)::int as n from positions where received_at <> original_time`,
          [{ n: 0 }]
        )

        const again = yield* seeded
        assert.strictEqual(again.life.timeOf(0), life.timeOf(0))
        assert.deepStrictEqual(yield* counts, made)
        assert.isTrue(again.told >= 0 && again.told < 100)
      }),
    60_000
  )

  it.effect(
    "moves on: every tick whose time has come is there once, and those missed in the last ten minutes with it",
    () =>
      Effect.gen(function* () {
        const demo = yield* seeded
        const sql = yield* SqlClient.SqlClient
        const now = demo.life.timeOf(demo.told) + 1234
        const moved = (done: number) => Effect.provide(catchUp(demo, done, now), FetchHttpClient.layer)
        const fixesAfter = (tick: number) =>
          Effect.map(
            sql<{
              n: number
            }>`select count(*)::int as n from positions
              where original_time > ${new Date(demo.life.timeOf(demo.told + tick))}`,
            ([row]) => row!.n
          )
        assert.strictEqual(yield* moved(demo.told - 13), demo.told)
        assert.strictEqual(yield* fixesAfter(-13), 13 * cast.length)
        assert.strictEqual(yield* moved(demo.told), demo.told)
        assert.strictEqual(yield* moved(demo.told - 1000), demo.told)
        assert.strictEqual(yield* fixesAfter(-120), 120 * cast.length)
        assert.isBelow(yield* fixesAfter(-180), 140 * cast.length)
      }),
    { ...STORY, timeout: 60_000 }
  )

  it.effect(
    "leaves a deleted feature deleted, and a project of that name that is somebody's own alone",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        yield* seeded
        const project = (yield* send("GET", "/projects")).body.items[0]
        const { items: features } = (yield* send("GET", `/projects/${project.id}/features?feature_type=site`))
          .body
        yield* send("DELETE", `/projects/${project.id}/features/${features[0].id}`)
        yield* seeded
        assert.deepStrictEqual(
          (yield* send("GET", `/projects/${project.id}/features?feature_type=site`)).body.items,
          []
        )

        yield* send("PATCH", `/projects/${project.id}`, { body: { settings: {} } })
        const refusal = yield* Effect.flip(seeded)
        assert.strictEqual(refusal._tag, "NotOurs")
      }),
    { ...STORY, timeout: 60_000 }
  )
})
