// A draft looked at while it is written: what it says, of whom, and what is wrong with it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { at, makeAnimal, remember } from "../../../support/http/past.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY } from "../../../support/http/tracking.ts"

const event = { event_type: "FAST", title: "{entity} at {value}", create_alert: true }
const faster = (kmh: number, more: object = {}) => ({
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: kmh },
  event,
  ...more
})
const words = (parts: ReadonlyArray<{ readonly text: string }>) => parts.map(({ text }) => text).join("")
const codes = (issues: ReadonlyArray<{ readonly code: string; readonly pointer: string }>) =>
  issues.map(({ code, pointer }) => `${pointer} ${code}`)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a draft that is checked", (it) => {
  const world = Effect.gen(function* () {
    const { id } = yield* makeProject()
    const alma = yield* makeAnimal(id, "Alma"),
      wolf = yield* makeAnimal(id, "Wolf")
    const check = (document: unknown) =>
      expectStatus(200, "POST", `/projects/${id}/rules/check`, { document })
    return { alma, check, id, wolf }
  })

  it.effect("says what it means, whom it is about, and that it could run", () =>
    Effect.gen(function* () {
      const { alma, check } = yield* world
      const found = yield* check(faster(40, { scope: { entity_ids: [alma.entity] } }))
      assert.deepInclude(found, { problems: [], warnings: [], covers: 1, runnable: true })
      assert.strictEqual(words(found.sentence), "When Alma has speed above 40 km/h, open an info alert.")
      assert.strictEqual(found.name, "Alma has speed above 40 km/h")
      assert.strictEqual((yield* check(faster(40))).covers, 2)
    })
  )

  it.effect(
    "is answered with what is wrong with it, each at its place, and with what is probably not meant",
    () =>
      Effect.gen(function* () {
        const { check } = yield* world
        const broken = yield* check(faster(40, { conditions: { type: "threshold", metric: "speed_kmh" } }))
        assert.sameMembers(codes(broken.problems), [
          "/document/conditions/op RULE_INVALID",
          "/document/conditions/value RULE_INVALID"
        ])
        assert.deepInclude(broken, {
          warnings: [],
          sentence: null,
          name: null,
          covers: null,
          runnable: false
        })

        const strange = yield* check(faster(40, { scope: { group_ids: [NOBODY] } }))
        assert.deepStrictEqual(codes(strange.problems), ["/document/scope/group_ids/0 UNKNOWN_REFERENCE"])
        assert.include(words(strange.sentence), "another group")
        assert.deepInclude(strange, { covers: 0, runnable: false })

        const reserved = yield* check(
          faster(40, {
            conditions: { all: [faster(40).conditions, { type: "near", distance_m: 10 }] },
            event: { ...event, title: "{who} runs" }
          })
        )
        assert.deepStrictEqual(reserved.problems, [])
        assert.sameMembers(codes(reserved.warnings), [
          "/document/conditions/all/1/type RULE_CONDITION_RESERVED",
          "/document/event/title TITLE_PLACEHOLDER_UNKNOWN"
        ])
        assert.isFalse(reserved.runnable)
      })
  )

  it.effect("tells members with a scope of their animals, and where they may not save it", () =>
    Effect.gen(function* () {
      const { alma, id, wolf } = yield* world
      const scope = { groups: [], entities: [alma.entity], devices: [] }
      const viewer = yield* makeMember(id, "viewer", scope),
        admin = yield* makeMember(id, "admin", scope)
      const ask = (member: typeof viewer, document: object) =>
        Effect.map(member.ask("POST", `/projects/${id}/rules/check`, { body: { document } }), (answer) => {
          assert.strictEqual(answer.status, 200)
          return answer.body
        })
      assert.deepInclude(yield* ask(viewer, faster(40)), { problems: [], covers: 1 })
      const beyond = yield* ask(admin, faster(40))
      assert.deepStrictEqual(codes(beyond.problems), ["/document/scope OUTSIDE_SCOPE"])
      assert.deepInclude(beyond, { covers: 1, runnable: true })
      const others = yield* ask(viewer, faster(40, { scope: { entity_ids: [wolf.entity] } }))
      assert.deepStrictEqual(codes(others.problems), ["/document/scope/entity_ids/0 UNKNOWN_REFERENCE"])
      assert.deepInclude(others, { covers: 0 })
      assert.notInclude(JSON.stringify(others), "Wolf")
    })
  )

  it.effect("reads nothing of the past", () =>
    Effect.gen(function* () {
      const { alma, check } = yield* world
      yield* remember(alma, [{ at: at(0), lon: 0, speed: 20 }])
      const sql = yield* SqlClient
      // who would read a record waits for ever
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`lock table positions, measurements, device_states in access exclusive mode`
          assert.isTrue((yield* check(faster(40))).runnable)
        })
      )
    })
  )

  it.effect("a body without a document is refused", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* world
      const refused = yield* send("POST", `/projects/${id}/rules/check`, { body: {} })
      assert.deepStrictEqual([refused.status, codes(refused.body.errors)], [422, ["/document MISSING"]])
    })
  )
})
