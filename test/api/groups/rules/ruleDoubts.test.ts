// What a rule is saved with all the same and probably not meant: places that nobody can be in, places that are not
// there, a scope in which nobody is.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeAnimal } from "../../../support/http/past.ts"
import { makeMember } from "../../../support/http/people.ts"
import { serve } from "../../../support/http/server.ts"
import { expectStatus, makeProject, square } from "../../../support/http/tracking.ts"

const line = [
  [1, 1],
  [1, 2]
]
const geometries = {
  Point: { type: "Point", coordinates: [1, 1] },
  MultiPoint: { type: "MultiPoint", coordinates: line },
  LineString: { type: "LineString", coordinates: line },
  MultiLineString: { type: "MultiLineString", coordinates: [line] },
  Polygon: square(1, 1),
  MultiPolygon: { type: "MultiPolygon", coordinates: [square(1, 1).coordinates] },
  "collection of point and line": {
    type: "GeometryCollection",
    geometries: [
      { type: "Point", coordinates: [3, 3] },
      { type: "LineString", coordinates: line }
    ]
  },
  "collection with a polygon": {
    type: "GeometryCollection",
    geometries: [{ type: "Point", coordinates: [3, 3] }, square(1, 1)]
  }
} as const
/** As the warning calls them; absent: it has ground, and nothing is said. */
const bare: Readonly<Record<string, string>> = {
  Point: "a point",
  MultiPoint: "points",
  LineString: "a line",
  MultiLineString: "lines",
  "collection of point and line": "lines and points"
}
const relations = ["enter", "exit", "inside", "outside"]

const rule = (conditions: object, more: object = {}) => ({
  trigger: { kind: "position" },
  conditions,
  event: { event_type: "NOTICED", title: "{entity}" },
  ...more
})
const place = (more: object, relation = "enter") => rule({ type: "spatial", relation, ...more })

interface Issue {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}
const codes = (issues: ReadonlyArray<Issue>) => issues.map(({ code, pointer }) => `${pointer} ${code}`)

const draw = (project: string, name: string, geometry: object, more: object = {}) =>
  expectStatus(201, "POST", `/projects/${project}/features`, {
    feature_type: "zone",
    name,
    geometry,
    ...more
  })
const check = (project: string, document: object) =>
  Effect.map(
    expectStatus(200, "POST", `/projects/${project}/rules/check`, { document }),
    ({ warnings }): ReadonlyArray<Issue> => warnings
  )

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a rule that is saved", (it) => {
  it.effect("warns of points and lines without a radius, whatever the relation, and of nothing else", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      for (const [name, geometry] of Object.entries(geometries)) {
        const without = yield* draw(id, name, geometry)
        const withIt = yield* draw(id, `${name} with a radius`, geometry, { attributes: { radius_m: 50 } })
        for (const relation of relations) {
          const said = yield* check(id, place({ feature_ids: [without.id] }, relation))
          const kind = bare[name]
          assert.deepStrictEqual(
            codes(said),
            kind === undefined ? [] : ["/document/conditions FEATURE_WITHOUT_RADIUS"],
            `${relation} ${name}`
          )
          if (kind !== undefined)
            assert.strictEqual(
              said[0]!.detail,
              `"${name}" (${kind}) has no radius, so only a position exactly on it is inside: give it ` +
                "radius_m in the attributes (metres), or draw an area"
            )
          assert.deepStrictEqual(yield* check(id, place({ feature_ids: [withIt.id] }, relation)), [])
        }
      }
    })
  )

  it.effect("says so once it is saved, and what it proposes silences it", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const well = yield* draw(id, "Well", geometries.Point)
      const document = place({ feature_ids: [well.id] })
      const saved = yield* expectStatus(201, "POST", `/projects/${id}/rules`, { name: "Drinks", document })
      assert.deepStrictEqual(codes(saved.warnings), ["/document/conditions FEATURE_WITHOUT_RADIUS"])
      assert.include(saved.warnings[0].detail, "radius_m in the attributes")
      yield* expectStatus(200, "PATCH", `/projects/${id}/features/${well.id}`, {
        attributes: { radius_m: 20 }
      })
      const again = yield* expectStatus(200, "PUT", `/projects/${id}/rules/${saved.id}/document`, {
        document
      })
      assert.deepStrictEqual(again.warnings, [])
    })
  )

  it.effect(
    "warns where a type of feature holds such ones too: three by name, and that there are others",
    () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        yield* draw(id, "Pasture", geometries.Polygon)
        assert.deepStrictEqual(yield* check(id, place({})), [])
        for (const name of ["Well B", "Well A", "Well D", "Well C", "Well E"])
          yield* draw(id, name, geometries.Point)
        const [said] = yield* check(id, place({}))
        assert.include(
          said!.detail,
          '"Well A" (a point), "Well B" (a point), "Well C" (a point) and others have'
        )
        assert.deepStrictEqual(codes(yield* check(id, place({ feature_type: "zone" }))), [
          "/document/conditions FEATURE_WITHOUT_RADIUS"
        ])
      })
  )

  it.effect("warns of each condition that looks at no feature", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const none = yield* check(id, place({}))
      assert.deepStrictEqual(codes(none), ["/document/conditions NO_FEATURE_SELECTED"])
      assert.match(
        none[0]!.detail,
        /^the project has no fence or area that it looks at, .*: draw one, or choose/
      )
      const home = yield* draw(id, "Home", geometries.Polygon, { feature_type: "geofence" })
      const both = {
        all: [
          { type: "spatial", relation: "inside" },
          { not: { type: "spatial", relation: "inside", feature_type: "site" } },
          { type: "spatial", relation: "inside", feature_ids: [home.id], feature_type: "zone" }
        ]
      }
      assert.deepStrictEqual(codes(yield* check(id, rule(both))), [
        "/document/conditions/all/1/not NO_FEATURE_SELECTED",
        "/document/conditions/all/2 NO_FEATURE_SELECTED"
      ])
    })
  )

  it.effect(
    "warns where nobody is in its scope, of those whom the caller sees; everybody to come is no scope",
    () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const herd = yield* expectStatus(201, "POST", `/projects/${id}/groups`, { name: "Herd" })
        const fast = { type: "threshold", metric: "speed_kmh", op: ">", value: 40 }
        const ofHerd = rule(fast, { scope: { group_ids: [herd.id] } })
        assert.deepStrictEqual(yield* check(id, rule(fast)), [])
        assert.deepStrictEqual(codes(yield* check(id, ofHerd)), ["/document/scope SCOPE_EMPTY"])
        const saved = yield* expectStatus(201, "POST", `/projects/${id}/rules`, {
          name: "Fast",
          document: ofHerd
        })
        assert.deepStrictEqual(codes(saved.warnings), ["/document/scope SCOPE_EMPTY"])
        const alma = yield* makeAnimal(id, "Alma", { group_id: herd.id })
        assert.deepStrictEqual(yield* check(id, ofHerd), [])
        const wolf = yield* makeAnimal(id, "Wolf")
        const viewer = yield* makeMember(id, "viewer", { groups: [], entities: [wolf.entity], devices: [] })
        const ofCows = rule(fast, { scope: { entity_ids: [alma.entity] } })
        const { body } = yield* viewer.ask("POST", `/projects/${id}/rules/check`, {
          body: { document: ofCows }
        })
        assert.deepStrictEqual(codes(body.warnings), ["/document/scope SCOPE_EMPTY"])
      })
  )
})
