// The tolerance test over HTTP: what it finds, of whom, and what it refuses.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { at, iso, makeAnimal, remember } from "../../../support/http/past.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject, NOBODY, square } from "../../../support/http/tracking.ts"

const left = (more: object = {}) => ({
  trigger: { kind: "position" },
  conditions: { type: "spatial", relation: "exit", ...more },
  event: { event_type: "LEFT", title: "{entity} left {feature}" }
})
/** Rests ten metres within the east border, then leaves. */
const resting = Array.from({ length: 60 }, (_, i) => ({
  at: at(i * 300),
  lat: 0.005,
  lon: i < 55 ? 0.01 - 10 / 111_320 : 0.5
}))
const range = { from: iso(0), to: iso(60 * 300) }

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a tolerance test", (it) => {
  const world = Effect.gen(function* () {
    const { id } = yield* makeProject()
    yield* expectStatus(201, "POST", `/projects/${id}/features`, {
      feature_type: "geofence",
      name: "Home",
      geometry: square(0, 0)
    })
    const animals = yield* Effect.forEach(["Alma", "Wolf"], (name) => makeAnimal(id, name))
    for (const animal of animals) yield* remember(animal, resting)
    return { path: `/projects/${id}/rules/stress-document`, id, animals }
  })

  it.effect("says which disturbance changes the events, alike for the same seed, in lines too", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { path } = yield* world
      const body = { ...range, document: left(), seed: 5 }
      const found = yield* expectStatus(200, "POST", path, body)
      assert.deepInclude(found, { events: 2, tolerant: false, truncated: false, seed: 5, rows_read: 120 })
      const of = (kind: string) => found.verdicts.find((v: { kind: string }) => v.kind === kind)
      for (const kind of ["late", "doubled", "reordered"]) assert.isNull(of(kind).changes_at)
      assert.isNumber(of("jitter_place").changes_at)
      assert.include(of("jitter_place").says, "exit_buffer_m")
      const worst = found.variants.at(-1)
      assert.deepInclude(worst, { kind: "jitter_place", size: 100, same: false })
      assert.isAbove(worst.added, 0)
      assert.property(worst.first_difference, "title")
      assert.deepStrictEqual(yield* expectStatus(200, "POST", path, body), found)
      const lines = yield* send("POST", path, { body, headers: { accept: "application/x-ndjson" } })
      const said = (lines.body as string)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.isAtLeast(said.length, 12)
      assert.deepStrictEqual(said.at(-1), { result: found })
      const quiet = yield* expectStatus(200, "POST", path, {
        ...range,
        document: left({ exit_buffer_m: 500 }),
        variants: ["jitter_place"]
      })
      assert.deepInclude(quiet, { tolerant: true, events: 2, seed: 1 })
      assert.lengthOf(quiet.variants, 4)
    })
  )

  it.effect("tells a member with a scope of the animals that they see", () =>
    Effect.gen(function* () {
      const { animals, id, path } = yield* world
      const [alma, wolf] = animals
      const member = yield* makeMember(id, "viewer", { groups: [], entities: [alma!.entity], devices: [] })
      const own = yield* member.ask("POST", path, { body: { ...range, document: left() } })
      assert.deepInclude(own.body, { events: 1, rows_read: 60 })
      assert.notInclude(JSON.stringify(own.body), "Wolf")
      const other = yield* member.ask("POST", path, {
        body: { ...range, document: left(), entity_ids: [wolf!.entity] }
      })
      assert.deepStrictEqual([other.status, other.body.errors[0].pointer], [422, "/entity_ids/0"])
    })
  )

  it.effect("names what is wrong with the request", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { path } = yield* world
      for (const [more, pointer] of [
        [{ document: { ...left(), conditions: { type: "near" } } }, "/document/conditions/type"],
        [{ document: left({ feature_ids: [NOBODY] }) }, "/document/conditions/feature_ids/0"],
        [{ variants: ["rain"] }, "/variants/0"],
        [{ variants: [] }, "/variants"],
        [{ seed: -1 }, "/seed"],
        [{ to: iso(-1) }, "/to"]
      ] as const) {
        const refused = yield* send("POST", path, { body: { ...range, document: left(), ...more } })
        assert.strictEqual(refused.status, 422, JSON.stringify(more))
        assert.strictEqual(refused.body.errors[0].pointer, pointer)
      }
    })
  )
})
