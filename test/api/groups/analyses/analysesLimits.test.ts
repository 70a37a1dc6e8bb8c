// The bounds of specification 8 over HTTP, each at its number and one above it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  claimOf,
  DAY,
  makeRange,
  parametersOf,
  queueOf,
  type Range,
  sourceOf,
  startRun
} from "../../../support/http/runs.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { COW, expectStatus, square } from "../../../support/http/tracking.ts"
import { STORY } from "../../../support/stories.ts"

const runsOf = ({ project }: Pick<Range, "project">) => `/projects/${project}/analyses`
const iso = (at: number) => new Date(at).toISOString()

interface Bound {
  readonly code: string
  readonly limit: number
  readonly value: number
  readonly crossed: boolean
}

/** The bounds that an estimate says are crossed, with limit and value. */
const crossed = Effect.fnUntraced(function* (range: Range, module: string, parameters: object) {
  const { send } = yield* TestServer
  const answer = yield* send(
    "GET",
    `${runsOf(range)}/estimate?module=${module}&parameters=${encodeURIComponent(JSON.stringify(parameters))}`
  )
  const { bounds } = (answer.status === 200 ? answer.body : answer.body.estimate) as {
    readonly bounds: ReadonlyArray<Bound>
  }
  const found = bounds.filter((b) => b.crossed)
  assert.strictEqual(answer.status, found.length === 0 ? 200 : 422, JSON.stringify(answer.body))
  return found.map(({ code, limit, value }) => `${code} ${value} > ${limit}`)
})

/** A herd of so many more cows, without fixes. */
const addCows = Effect.fnUntraced(function* ({ project }: Range, many: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    id: string
  }>`insert into entities (id, project_id, entity_type_id, name)
    select gen_random_uuid(), ${project}::uuid, ${COW}::uuid, 'Cow ' || n
    from generate_series(1, ${many}::int) n returning id`
  return rows.map((row) => row.id)
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the bounds of a run", (it) => {
  it.effect("25 subjects of a movement run, 100 animals of a grazing run, both herds together", () =>
    Effect.gen(function* () {
      const range = yield* makeRange(["Alma"])
      const cows = yield* addCows(range, 101)
      const { entity_ids: _, ...period } = parametersOf(range)
      const of = (many: number, more: object = {}) => ({
        ...period,
        entity_ids: cows.slice(0, many),
        ...more
      })
      assert.deepStrictEqual(yield* crossed(range, "movement", of(25)), [])
      assert.deepStrictEqual(yield* crossed(range, "movement", of(26)), ["subjects 26 > 25"])
      const { id: zone } = yield* expectStatus(201, "POST", `/projects/${range.project}/features`, {
        feature_type: "zone",
        name: "North",
        geometry: square(10, 50)
      })
      assert.deepStrictEqual(yield* crossed(range, "grazing", of(100, { feature_ids: [zone] })), [])
      assert.deepStrictEqual(yield* crossed(range, "grazing", of(101, { feature_ids: [zone] })), [
        "subjects 101 > 100"
      ])
      assert.deepStrictEqual(
        yield* crossed(
          range,
          "grazing",
          of(60, { feature_ids: [zone], herd_b_entity_ids: cows.slice(60, 101) })
        ),
        ["subjects 101 > 100"]
      )
      assert.deepStrictEqual(yield* crossed(range, "movement", { ...period, entity_type_id: COW }), [
        "subjects 102 > 25"
      ])
    })
  )

  it.effect("50 areas, 366 days in each period", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma"])
      const { id } = yield* expectStatus(201, "POST", `/projects/${range.project}/features`, {
        feature_type: "zone",
        name: "North",
        geometry: square(10, 50)
      })
      const more = yield* sql<{
        id: string
      }>`insert into features (id, project_id, feature_type, name, geometry, changed_at_version)
      select gen_random_uuid(), project_id, feature_type, name || n, geometry, changed_at_version
        from features, generate_series(1, 50) n where id = ${id}::uuid returning id`
      const zones = [id as string, ...more.map((row) => row.id)]
      assert.deepStrictEqual(
        yield* crossed(range, "grazing", { ...parametersOf(range), feature_ids: zones.slice(0, 50) }),
        []
      )
      assert.deepStrictEqual(
        yield* crossed(range, "grazing", { ...parametersOf(range), feature_ids: zones }),
        ["areas 51 > 50"]
      )
      const days = (n: number) => ({ time_from: iso(DAY), time_to: iso(DAY + n * 86_400_000) })
      assert.deepStrictEqual(
        yield* crossed(range, "movement", parametersOf(range, { ...days(366), comparison: days(366) })),
        []
      )
      assert.deepStrictEqual(
        yield* crossed(range, "movement", parametersOf(range, { ...days(367), comparison: days(368) })),
        ["days 367 > 366", "comparison_days 368 > 366"]
      )
      const { time_from, time_to } = days(366 + 1 / 24)
      assert.deepStrictEqual(
        yield* crossed(range, "movement", parametersOf(range, { time_from, time_to })),
        [`days ${366 + 1 / 24} > 366`],
        "an hour more is refused"
      )
    })
  )

  it.effect(
    "200,000 fixes of one subject: 422 at the estimate, INPUT_TOO_LARGE naming the subject in the runner",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const range = yield* makeRange(["Alma"], 1)
          const run = yield* startRun(range)
          yield* sql`
      insert into positions (original_time, device_id, project_id, entity_id, record_type, lon, lat,
        received_at, batch_id)
      select original_time + n * interval '400 milliseconds', device_id, project_id, entity_id, record_type,
        lon, lat, received_at, batch_id from positions, generate_series(1, 200000) n
      where entity_id = ${range.animals[0]!.id}::uuid`
          assert.deepStrictEqual(yield* crossed(range, "movement", parametersOf(range)), [
            "fixes_per_subject 200001 > 200000"
          ])
          const claim = yield* claimOf(yield* queueOf())
          assert.strictEqual(claim.id, run.id)
          const { failure } = yield* Effect.flip((yield* sourceOf()).load(claim, claim.plan!))
          assert.deepStrictEqual(
            [failure.code, failure.message],
            [
              "INPUT_TOO_LARGE",
              "Alma has 200001 fixes in the period, and a run takes 200000 of one subject. Choose fewer " +
                "subjects, without Alma, or a shorter period."
            ]
          )
        })
      ),
    STORY
  )

  it.effect("2,000 geometries of one call, and all of them over its pages", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const range = yield* makeRange(["Alma"])
      const { id } = yield* startRun(range)
      yield* sql`insert into analysis_geometries (run_id, kind, label, geom)
        select ${id}::uuid, 'hotspot', 'Spot ' || n, '{"type":"Point","coordinates":[0,0]}'
        from generate_series(1, 4500) n`
      const sizes: Array<number> = [],
        labels = new Set<string>()
      for (let cursor = ""; ;) {
        const page = yield* expectStatus(
          200,
          "GET",
          `${runsOf(range)}/${id}/geometries?kind=hotspot${cursor}`
        )
        sizes.push(page.features.length)
        for (const { properties } of page.features) labels.add(properties.label)
        if (page.next_cursor === null) break
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
      }
      assert.deepStrictEqual([sizes, labels.size], [[2000, 2000, 500], 4500])
    })
  )

  it.effect("the context map has at most 5,000 points of a subject", () =>
    Effect.gen(function* () {
      const range = yield* makeRange(["Alma"], 5200)
      const at =
        `/projects/${range.project}/tracks?entity_id=${range.animals[0]!.id}` +
        `&from=${iso(DAY)}&to=${iso(DAY + 60 * 86_400_000)}`
      const track = yield* expectStatus(200, "GET", `${at}&max_points=5000`)
      assert.isAtMost(track.geometry.coordinates.length, 5000)
      yield* expectStatus(422, "GET", `${at}&max_points=10001`)
    })
  )
})
