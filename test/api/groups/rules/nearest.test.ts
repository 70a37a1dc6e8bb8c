// Who is nearest to an animal at a moment: of those whom the caller sees.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { type Farm, makeFarm } from "../../../support/sql/farm.ts"
import { makePerson, tokenFor } from "../../../support/http/people.ts"
import { addMember } from "../../../support/http/scopedWorld.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { NOBODY } from "../../../support/http/tracking.ts"

const NOON = Date.parse("2026-05-01T12:00:00Z")
const at = new Date(NOON).toISOString()

interface Seen {
  readonly lon: number
  readonly lat?: number
  /** before noon */
  readonly seconds?: number
  readonly valid?: boolean
  readonly curated?: number
}

/** An animal with a collar of its own, seen at these places. */
const animal = Effect.fnUntraced(function* (farm: Farm, name: string, seen: ReadonlyArray<Seen>, id = v7()) {
  const sql = yield* SqlClient.SqlClient
  const collar = v7()
  yield* sql`insert into entities (id, project_id, entity_type_id, name)
    select ${id}::uuid, ${farm.project}::uuid, t.id, ${name} from entity_types t where t.key = 'cow'
    on conflict (id) do nothing`
  yield* sql`insert into devices (id, name) values (${collar}::uuid, ${name})`
  for (const { curated, lat = 0, lon, seconds = 0, valid = true } of seen)
    yield* sql`
      insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
        valid, curated_time, received_at, batch_id)
      values (${collar}::uuid, ${farm.project}::uuid, ${id}::uuid, 'gnss',
        ${new Date(NOON - seconds * 1000)}, ${lon}, ${lat}, ${valid},
        ${curated === undefined ? null : new Date(NOON - curated * 1000)}::timestamptz, now(),
        nextval('batch_ids'))`
  return id
})

const path = (farm: Farm, query: string, id = farm.animal) =>
  `/projects/${farm.project}/entities/${id}/nearest?${query}`

const names = (body: { readonly items: ReadonlyArray<{ readonly entity: { readonly name: string } }> }) =>
  body.items.map((item) => item.entity.name)

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("the nearest", (it) => {
  it.effect("come first, by the last valid fix that each had at the moment", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const farm = yield* makeFarm
      yield* animal(farm, "Alma", [{ lon: 0 }, { lon: 50, seconds: 600 }], farm.animal)
      yield* animal(farm, "East", [{ lon: 0.01, seconds: 30 }])
      yield* animal(farm, "North", [{ lon: 0, lat: 0.02 }])
      yield* animal(farm, "Wrong", [
        { lon: 0.001, valid: false },
        { lon: 9, seconds: 1 }
      ])
      yield* animal(farm, "Later", [{ lon: 0.001, seconds: -60 }])
      yield* animal(farm, "Long ago", [{ lon: 0.001, seconds: 8 * 86_400 }])
      yield* animal(farm, "Moved", [{ lon: 0.03, seconds: -9000, curated: 10 }])
      const gone = yield* animal(farm, "Archived", [{ lon: 0.001 }])
      yield* sql`update entities set status = 'archived' where id = ${gone}::uuid`
      const { body, status } = yield* send("GET", path(farm, `at=${at}`))
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.deepStrictEqual(names(body), ["East", "North", "Moved"])
      assert.closeTo(body.items[0].distance_m, 1112, 1)
      assert.closeTo(body.items[0].bearing_deg, 90, 1e-6)
      assert.strictEqual(body.items[0].fix_age_seconds, 30)
      assert.closeTo(body.items[1].bearing_deg, 0, 1e-6)
      assert.strictEqual(body.items[2].fix_age_seconds, 10)
      assert.deepStrictEqual(names((yield* send("GET", path(farm, `at=${at}&limit=1`))).body), ["East"])
      assert.deepStrictEqual(names((yield* send("GET", path(farm, `at=${at}&limit=20`))).body), [
        "East",
        "North",
        "Moved",
        "Wrong"
      ])
      assert.deepStrictEqual(
        (yield* send("GET", path(farm, ""))).body,
        { items: [] },
        "nobody was seen lately"
      )
    })
  )

  it.effect("are asked about animals that are there, with a limit and a moment that are some", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      const other = yield* makeFarm
      for (const id of [NOBODY, other.animal])
        assert.strictEqual((yield* send("GET", path(farm, "", id))).status, 404)
      for (const [query, pointer] of [
        ["limit=0", "/limit"],
        ["limit=501", "/limit"],
        ["at=noon", "/at"]
      ] as const) {
        const refused = yield* send("GET", path(farm, query))
        assert.deepStrictEqual([refused.status, refused.body.errors[0].pointer], [422, pointer], query)
      }
    })
  )

  it.effect("of those whom a member does not see are nobody, however near", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const farm = yield* makeFarm
      yield* animal(farm, "Alma", [{ lon: 0 }], farm.animal)
      const hidden = yield* animal(farm, "Wolf", [{ lon: 0.0001 }])
      const seen = yield* animal(farm, "Berta", [{ lon: 1 }])
      const person = yield* makePerson()
      yield* addMember(person.id, {
        project: farm.project,
        scope: { groups: [], entities: [farm.animal, seen], devices: [] }
      })
      const token = yield* tokenFor(person, ["project:read"])
      assert.deepStrictEqual(names((yield* send("GET", path(farm, `at=${at}`), { token })).body), ["Berta"])
      assert.strictEqual((yield* send("GET", path(farm, `at=${at}`, hidden), { token })).status, 404)
      assert.deepStrictEqual(names((yield* send("GET", path(farm, `at=${at}`))).body), ["Wolf", "Berta"])
    })
  )
})
