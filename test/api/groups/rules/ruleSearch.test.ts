// Rules looked for in the list: by their state, by a text, by whom they are about; as far as the caller sees.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { makeAnimal } from "../../../support/http/past.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY, square } from "../../../support/http/tracking.ts"

const faster = (kmh: number, more: object = {}) => ({
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: kmh },
  event: { event_type: "FAST", title: "{entity} at {value}", create_alert: true },
  ...more
})

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("rules that are looked for", (it) => {
  const world = Effect.gen(function* () {
    const sql = yield* SqlClient
    const { id } = yield* makeProject()
    const alma = yield* makeAnimal(id, "Alma"),
      wolf = yield* makeAnimal(id, "Wolf")
    const home = yield* expectStatus(201, "POST", `/projects/${id}/features`, {
      feature_type: "geofence",
      name: "North alp",
      geometry: square(0, 0)
    })
    const rule = (name: string, document: object, enabled: boolean) =>
      Effect.map(
        expectStatus(201, "POST", `/projects/${id}/rules`, { name, document, enabled }),
        (made) => made.id as string
      )
    const fast = yield* rule("Too fast", faster(40), true)
    const left = yield* rule(
      "Gone",
      faster(0, { conditions: { type: "spatial", relation: "exit", feature_ids: [home.id] } }),
      true
    )
    const own = yield* rule("Of the wolf", faster(60, { scope: { entity_ids: [wolf.entity] } }), false)
    yield* sql`update rules set last_error = 'X: y', last_error_at = now(), last_error_subject_id = ${wolf.entity}::uuid
      where id = ${left}::uuid`
    yield* sql`insert into rule_states (rule_id, subject_id, partition, version, blank_from_version, active, since)
      select r.id, ${alma.entity}::uuid, 0, 1, r.blank_from_version, true, now() from rules r
      where r.id = ${fast}::uuid`
    const names = new Map([
      [fast, "fast"],
      [left, "left"],
      [own, "own"]
    ])
    const told = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) =>
      items.map((r) => names.get(r.id))
    const find = (query: string) =>
      Effect.map(expectStatus(200, "GET", `/projects/${id}/rules?${query}`), told)
    return { alma, find, id, told, wolf }
  })

  it.effect("are those that are on, fail, are active, say a word, or are about an animal, newest first", () =>
    Effect.gen(function* () {
      const { alma, find, wolf } = yield* world
      const expected = {
        "": ["own", "left", "fast"],
        "enabled=true": ["left", "fast"],
        "enabled=false": ["own"],
        "failing=true": ["left"],
        "failing=false": ["own", "fast"],
        "active=true": ["fast"],
        "active=false&enabled=true": ["left"],
        "q=FAST": ["own", "left", "fast"], // the event type of all
        "q=too+fast": ["fast"],
        "q=north+ALP": ["left"],
        "q=speed_kmh": ["own", "fast"],
        "q=wolf&enabled=true": [],
        "q=wolf": ["own"],
        "q=%25": [],
        [`entity_id=${wolf.entity}`]: ["own", "left", "fast"],
        [`entity_id=${alma.entity}`]: ["left", "fast"],
        [`entity_id=${alma.entity}&q=north&include=activity`]: ["left"],
        [`entity_id=${NOBODY}`]: []
      }
      for (const [query, rules] of Object.entries(expected))
        assert.deepStrictEqual(yield* find(query), rules, query)
    })
  )

  it.effect("are paged as any list, also where they are found by a text", () =>
    Effect.gen(function* () {
      const { id, told } = yield* world
      const { send } = yield* TestServer
      for (const filter of ["q=speed_kmh", "failing=false"]) {
        const first = yield* expectStatus(200, "GET", `/projects/${id}/rules?${filter}&limit=1`)
        assert.deepStrictEqual(told(first), ["own"])
        const after = `cursor=${first.next_cursor}`
        const next = yield* expectStatus(200, "GET", `/projects/${id}/rules?${filter}&limit=1&${after}`)
        assert.deepStrictEqual([told(next), next.next_cursor], [["fast"], null])
        const other = yield* send("GET", `/projects/${id}/rules?q=other&${after}`)
        assert.deepStrictEqual([other.status, other.body.code], [400, "INVALID_CURSOR"])
      }
      for (const wrong of ["enabled=yes", "q=", "q=+", "entity_id=Alma"]) {
        const refused = yield* send("GET", `/projects/${id}/rules?${wrong}`)
        assert.strictEqual(refused.body.errors[0].pointer, `/${wrong.split("=")[0]}`)
      }
    })
  )

  it.effect("a member with a scope finds none by whom they do not see", () =>
    Effect.gen(function* () {
      const { alma, id, told, wolf } = yield* world
      const member = yield* makeMember(id, "viewer", { groups: [], entities: [alma.entity], devices: [] })
      const find = (query: string) =>
        Effect.map(member.ask("GET", `/projects/${id}/rules?${query}`), ({ body }) => told(body))
      assert.deepStrictEqual(yield* find("failing=true"), [])
      assert.deepStrictEqual(yield* find("active=true"), ["fast"])
      assert.deepStrictEqual(yield* find(`entity_id=${wolf.entity}`), [])
      assert.deepStrictEqual(yield* find(`entity_id=${alma.entity}`), ["left", "fast"])
      // the name that somebody else gave the rule is everybody's, the animal's in its sentence is not
      assert.deepStrictEqual(yield* find("q=wolf"), ["own"])
      assert.deepStrictEqual(yield* find("q=for+wolf"), [])
    })
  )
})
