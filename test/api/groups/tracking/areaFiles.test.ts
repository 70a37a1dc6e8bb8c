// Files of areas through the API: what each becomes is what every other reader makes of it.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { sourceOf } from "../../../../src/archives/ByteSource.ts"
import { areaText } from "../../../../src/tracks/areaText.ts"
import { type AreaFile, readableAreas, refusedAreas, refusedArchives } from "../../../support/areaFiles.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { expectStatus, makeProject } from "../../../support/http/tracking.ts"

const textOf = ({ bytes, name }: AreaFile) =>
  Effect.promise(() => areaText(sourceOf(name, bytes), 8 * 1024 * 1024))

const boxOf = (ring: ReadonlyArray<readonly [number, number]>) => {
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("a file of areas by the API", (it) => {
  for (const each of readableAreas)
    it.effect(`becomes an area: ${each.what}`, () =>
      Effect.gen(function* () {
        const { id } = yield* makeProject()
        const body = { text: yield* textOf(each), ...each.options }
        const path = `/projects/${id}/features/import`
        const dry = yield* expectStatus(200, "POST", `${path}?dry_run=true`, body)
        assert.strictEqual(dry.items[0].detail, null)
        const made = yield* expectStatus(200, "POST", path, body)
        assert.strictEqual(made.created, 1)
        assert.deepStrictEqual(made.reprojected_from?.name ?? null, each.from)
        assert.deepStrictEqual(dry.reprojected_from, made.reprojected_from)
        const stored = yield* expectStatus(200, "GET", `/projects/${id}/features/${made.items[0].id}`)
        assert.strictEqual(stored.name, each.area)
        assert.strictEqual(stored.geometry.type, "Polygon")
        for (const [at, degrees] of boxOf(stored.geometry.coordinates[0]).entries())
          assert.closeTo(degrees, each.box[at]!, 1e-5)
        if (each.options?.circles !== undefined) {
          assert.deepInclude(stored.attributes, { shape: "circle", radius_m: 1000 })
          assert.strictEqual(made.points, 1)
          assert.strictEqual(stored.feature_type, "zone")
        }
      })
    )

  for (const each of refusedAreas)
    it.effect(`is refused with its reason: ${each.what}`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { id } = yield* makeProject()
        const { body, status } = yield* send("POST", `/projects/${id}/features/import`, {
          body: { text: yield* textOf(each), ...each.options }
        })
        const said =
          status === 200
            ? `${body.items[0].name}: ${body.items[0].detail}`
            : body.errors.map(({ detail }: { readonly detail: string }) => detail).join(" ")
        assert.include(said, each.words)
        assert.include([200, 422], status)
        assert.deepStrictEqual((yield* expectStatus(200, "GET", `/projects/${id}/features`)).items, [])
      })
    )

  for (const each of refusedArchives)
    it.effect(`is not opened: ${each.what}`, () =>
      Effect.gen(function* () {
        const refusal = yield* Effect.promise(() =>
          areaText(sourceOf(each.name, each.bytes), 8 * 1024 * 1024).then(
            () => "opened",
            (error: unknown) => String(error)
          )
        )
        assert.include(refusal, each.words)
      })
    )

  it.effect("has its attributes as the person says", () =>
    Effect.gen(function* () {
      const { id } = yield* makeProject()
      const text = JSON.stringify({
        type: "Feature",
        properties: { name: "Meadow", size: "3", since: "1.5.2024" },
        geometry: { type: "Point", coordinates: [12, 56] }
      })
      const path = `/projects/${id}/features/import`
      const dry = yield* expectStatus(200, "POST", `${path}?dry_run=true`, { text })
      assert.deepStrictEqual(dry.attributes, [
        { name: "size", type: "text", looks_like: "number", count: 1, samples: ["3"] },
        { name: "since", type: "date", looks_like: "date", count: 1, samples: ["1.5.2024"] }
      ])
      const attributes = { size: "number", since: "date" }
      const made = yield* expectStatus(200, "POST", path, { text, attributes })
      const stored = yield* expectStatus(200, "GET", `/projects/${id}/features/${made.items[0].id}`)
      assert.deepStrictEqual(stored.attributes, { size: 3, since: "2024-05-01" })
      const wrong = yield* expectStatus(200, "POST", path, { text, attributes: { size: "date" } })
      assert.deepInclude(wrong.items[0], {
        status: "invalid",
        code: "ATTRIBUTE_UNREADABLE",
        detail: 'Its attribute "size" is no date: "3".'
      })
    })
  )

  it.effect("is refused at the member that is wrong", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { id } = yield* makeProject()
      const text = JSON.stringify({ type: "Point", coordinates: [12, 56] })
      for (const [more, pointer, code] of [
        [{ system: "EPSG:1" }, "/system", "SYSTEM_UNKNOWN"],
        [{ system: "+proj=longlat +nadgrids=x.gsb" }, "/system", "SYSTEM_NEEDS_GRID"],
        [{ attributes: { a: "number" } }, "/attributes", "ATTRIBUTE_UNKNOWN"],
        [{ attributes: { a: "colour" } }, "/attributes/a", undefined],
        [{ circles: { radius_attribute: "r" } }, "/circles", "ATTRIBUTE_UNKNOWN"],
        [{ circles: { radius_m: -1 } }, "/circles/radius_m", undefined],
        [{ system: `+${"x".repeat(4000)}` }, "/system", undefined]
      ] as const) {
        const { body, status } = yield* send("POST", `/projects/${id}/features/import`, {
          body: { text, ...more }
        })
        assert.strictEqual(status, 422, JSON.stringify(more).slice(0, 80))
        assert.strictEqual(body.errors[0].pointer, pointer)
        if (code !== undefined) assert.strictEqual(body.errors[0].code, code)
      }
    })
  )
})
