// Presence in a feature: the visits of each animal that the caller sees, by valid fixes as they are corrected.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { makeProgram } from "../../../support/http/samples.ts"
import { addMember } from "../../../support/http/scopedWorld.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY } from "../../../support/http/tracking.ts"
import { addFence, type Farm, type FixRow, ingest, makeFarm } from "../../../support/sql/farm.ts"

const START = Date.UTC(2026, 4, 1)
const HOUR_MS = 3_600_000
const at = (hours: number) => START + hours * HOUR_MS
const iso = (hours: number) => new Date(at(hours)).toISOString()
const MAY = `from=${iso(0)}&to=${iso(24 * 31)}`

const fixes = (...rows: ReadonlyArray<readonly [hours: number, lon: number]>): ReadonlyArray<FixRow> =>
  rows.map(([hours, lon]) => ({ at: at(hours), lon }))

/** Another animal of a farm, with a collar of its own. */
const addAnimal = Effect.fnUntraced(function* (farm: Farm, name: string) {
  const sql = yield* SqlClient.SqlClient
  const other: Farm = { project: farm.project, animal: v7(), collar: v7() }
  yield* sql`insert into entities (id, project_id, entity_type_id, name)
    select ${other.animal}::uuid, ${farm.project}::uuid, id, ${name} from entity_types where key = 'cow'`
  yield* sql`insert into devices (id, name) values (${other.collar}::uuid, ${`Collar of ${name}`})`
  return other
})

const presenceIn = (project: string, feature: string, query = MAY) =>
  expectStatus(200, "GET", `/projects/${project}/features/${feature}/presence?${query}`)

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("presence in a feature", (it) => {
  it.effect("lists the visits of each animal, longest inside first", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const fence = yield* addFence(farm, "Lower", 0)
      const other = yield* addAnimal(farm, "Bella")
      const away = yield* addAnimal(farm, "Cora")
      yield* ingest(farm, fixes([1, 5], [2, 0], [3, 0.5], [4, 5], [5, 0], [11, 0], [12, 0]))
      yield* ingest(other, fixes([1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 9]))
      yield* ingest(away, fixes([1, 9], [2, 9]))
      const found = yield* presenceIn(farm.project, fence)
      assert.deepInclude(found, {
        from: iso(0),
        to: iso(24 * 31),
        break_seconds: 4 * 3600,
        fixes: 15,
        tracked: 3,
        is_cut: false
      })
      assert.deepStrictEqual(found.subjects, [
        {
          id: other.animal,
          name: "Bella",
          type: "cow",
          visit_count: 1,
          inside_seconds: 4 * 3600,
          share: 4 / 5,
          is_inside: false,
          since: null,
          left_at: iso(5),
          visits: [{ from: iso(1), to: iso(5) }]
        },
        {
          id: farm.animal,
          name: "Alma",
          type: "cow",
          visit_count: 3,
          inside_seconds: 2 * 3600,
          share: 2 / 5, // six hours are a break
          is_inside: true,
          since: iso(11),
          left_at: null,
          visits: [
            { from: iso(2), to: iso(3) },
            { from: iso(5), to: iso(5) },
            { from: iso(11), to: iso(12) }
          ]
        }
      ])
    })
  )

  it.effect("leaves out fixes that are wrong, and takes those that were moved where they are now", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const fence = yield* addFence(farm, "Lower", 0)
      yield* ingest(farm, fixes([1, 0], [2, 9], [3, 9], [4, 0], [5, 9], [30, 0]))
      const sql = yield* SqlClient.SqlClient
      const change = (hours: number, set: Record<string, unknown>) =>
        sql`update positions set ${sql.update(set)}
          where entity_id = ${farm.animal}::uuid and original_time = ${new Date(at(hours))}`
      yield* change(2, { valid: false })
      yield* change(3, { curated_lon: 0, curated_lat: 0 })
      yield* change(30, { curated_time: new Date(at(4.5)) })
      const found = yield* presenceIn(farm.project, fence)
      assert.strictEqual(found.fixes, 5)
      assert.deepStrictEqual(found.subjects[0].visits, [{ from: iso(1), to: iso(4.5) }])
    })
  )

  it.effect("counts a period from its first moment on, before its last", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const fence = yield* addFence(farm, "Lower", 0)
      yield* ingest(farm, fixes([1, 0], [2, 0], [3, 0], [4, 0]))
      const found = yield* presenceIn(farm.project, fence, `from=${iso(2)}&to=${iso(4)}`)
      assert.strictEqual(found.fixes, 2)
      assert.deepStrictEqual(found.subjects[0].visits, [{ from: iso(2), to: iso(3) }])
    })
  )

  it.effect("ends visits at the gap of the project", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const fence = yield* addFence(farm, "Lower", 0)
      yield* ingest(farm, fixes([1, 0], [2, 0], [4, 0]))
      const sql = yield* SqlClient.SqlClient
      yield* sql`update projects set settings = settings || '{"gap_hours": 1}' where id = ${farm.project}::uuid`
      const found = yield* presenceIn(farm.project, fence)
      assert.strictEqual(found.break_seconds, 3600)
      assert.lengthOf(found.subjects[0].visits, 2)
    })
  )

  it.effect("is of the last thirty days where the request does not say, and of 92 days at most", () =>
    Effect.gen(function* () {
      const farm = yield* makeFarm
      const fence = yield* addFence(farm, "Lower", 0)
      const { from, to } = yield* presenceIn(farm.project, fence, "")
      assert.strictEqual(Date.parse(to) - Date.parse(from), 30 * 24 * HOUR_MS)
      const path = `/projects/${farm.project}/features/${fence}/presence`
      const long = yield* expectStatus(422, "GET", `${path}?from=${iso(0)}&to=${iso(24 * 93)}`)
      assert.strictEqual(long.errors[0].code, "SPAN_TOO_LONG")
      const empty = yield* expectStatus(422, "GET", `${path}?from=${iso(1)}&to=${iso(1)}`)
      assert.strictEqual(empty.errors[0].code, "RANGE_EMPTY")
      const elsewhere = yield* makeProject()
      yield* expectStatus(404, "GET", `/projects/${elsewhere.id}/features/${fence}/presence`)
      yield* expectStatus(404, "GET", `/projects/${farm.project}/features/${NOBODY}/presence`)
    })
  )

  it.effect("neither names nor counts animals outside the caller's scope", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const fence = yield* addFence(farm, "Lower", 0)
      const hidden = yield* addAnimal(farm, "Bella")
      yield* ingest(farm, fixes([1, 0], [2, 0]))
      yield* ingest(hidden, fixes([1, 0], [2, 0], [3, 0]))
      const { person, token } = yield* makeProgram
      yield* addMember(person.id, {
        project: farm.project,
        scope: { groups: [], entities: [farm.animal], devices: [hidden.collar] }
      })
      const path = `/projects/${farm.project}/features/${fence}/presence?${MAY}`
      const { body, status } = yield* send("GET", path, { token })
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { fixes: 2, tracked: 1 })
      assert.deepStrictEqual(
        body.subjects.map(({ id }: { readonly id: string }) => id),
        [farm.animal]
      )
      assert.notInclude(JSON.stringify(body), "Bella")
    })
  )
})
