// Free JSON of records is bounded where it is saved, and a page of any list ends by bytes too: records that were
// larger before stay readable, page by page, and are refused at their next change.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { MAX_ATTRIBUTES_BYTES } from "../../../src/domain/schemas.ts"
import { MAX_PAGE_BYTES, slice } from "../../../src/store/sql/keyset.ts"
import { serve, TestServer } from "../../support/http/server.ts"
import {
  COW,
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  square
} from "../../support/http/tracking.ts"

const notes = (bytes: number) => ({ notes: "x".repeat(bytes - JSON.stringify({ notes: "" }).length) })
const AT = notes(MAX_ATTRIBUTES_BYTES)
const ABOVE = notes(MAX_ATTRIBUTES_BYTES + 1)

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("free JSON of a record", (it) => {
  it.effect("takes 64 KiB and no byte more, whatever the record, and says the figure", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject(),
        entity = yield* makeEntity(project.id),
        device = yield* makeDevice()
      const base = `/projects/${project.id}`
      const fence = { feature_type: "zone", name: "Fence", geometry: square(1, 1) }
      const feature = yield* expectStatus(201, "POST", `${base}/features`, fence)
      const event = {
        event_type: "SEEN",
        title: "Seen",
        entity_id: entity.id,
        time: new Date().toISOString()
      }
      const shapes = (properties: object) => ({
        text: JSON.stringify({
          type: "FeatureCollection",
          features: [
            { type: "Feature", properties: { name: "From a file", ...properties }, geometry: square(2, 2) }
          ]
        })
      })
      const calls = [
        [
          "POST",
          `${base}/entities`,
          "attributes",
          (a: object) => ({ name: "A", entity_type_id: COW, attributes: a })
        ],
        ["PATCH", `${base}/entities/${entity.id}`, "attributes", (a: object) => ({ attributes: a })],
        ["POST", "/devices", "attributes", (a: object) => ({ name: fresh("D"), attributes: a })],
        ["PATCH", `/devices/${device.id}`, "attributes", (a: object) => ({ attributes: a })],
        ["POST", `${base}/features`, "attributes", (a: object) => ({ ...fence, attributes: a })],
        ["PATCH", `${base}/features/${feature.id}`, "attributes", (a: object) => ({ attributes: a })],
        ["POST", "/projects", "settings", (a: object) => ({ name: fresh("P"), settings: a })],
        ["PATCH", base, "settings", (a: object) => ({ settings: a })],
        ["POST", `${base}/events`, "context", (a: object) => ({ ...event, context: a })]
      ] as const
      for (const [method, path, member, body] of calls) {
        const refused = yield* send(method, path, { body: body(ABOVE) })
        assert.strictEqual(refused.status, 422, `${method} ${path}`)
        for (const words of [`/${member}`, "65,537 bytes", "65,536"])
          assert.include(JSON.stringify(refused.body), words, `${method} ${path}`)
        const taken = yield* send(method, path, { body: body(AT) })
        assert.oneOf(taken.status, [200, 201], `${method} ${path}`)
      }
      const imported = yield* expectStatus(200, "POST", `${base}/features/import`, shapes(ABOVE))
      assert.deepInclude(imported, { created: 0 })
      assert.include(imported.items[0].detail, "65,537 bytes")
      assert.deepInclude(yield* expectStatus(200, "POST", `${base}/features/import`, shapes(AT)), {
        created: 1
      })
    })
  )

  it.effect("that was larger before is read page by page, and refused at its next change alone", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const sql = yield* SqlClient.SqlClient
      const project = yield* makeProject()
      const large = JSON.stringify(notes(1_900_000))
      yield* sql`
        insert into entities (id, project_id, entity_type_id, name, attributes)
        select gen_random_uuid(), ${project.id}::uuid, ${COW}::uuid, 'Cow ' || i, ${large}::jsonb
        from generate_series(1, 7) i`
      const path = `/projects/${project.id}/entities`
      const names: Array<string> = []
      let cursor: string | null = null,
        pages = 0
      do {
        const page: { items: ReadonlyArray<{ name: string }>; next_cursor: string | null } =
          yield* expectStatus(200, "GET", `${path}?limit=500${cursor === null ? "" : `&cursor=${cursor}`}`)
        assert.isAtMost(JSON.stringify(page).length, MAX_PAGE_BYTES + 1000)
        names.push(...page.items.map((item) => item.name))
        cursor = page.next_cursor
        pages++
      } while (cursor !== null)
      assert.strictEqual(pages, 4)
      assert.deepStrictEqual(
        [...names].sort(),
        [1, 2, 3, 4, 5, 6, 7].map((i) => `Cow ${i}`)
      )

      const { items } = yield* expectStatus(200, "GET", `${path}?limit=1`)
      const one = `${path}/${items[0].id}`
      yield* expectStatus(200, "PATCH", one, { name: "Renamed" })
      const refused = yield* send("PATCH", one, { body: { attributes: notes(1_900_001) } })
      assert.strictEqual(refused.status, 422)
      assert.include(JSON.stringify(refused.body), "1,900,001 bytes")
      yield* expectStatus(200, "PATCH", one, { attributes: {} })
    })
  )

  it("ends a page of any list by bytes, has one record at least, and names the next", () => {
    const rows = Array.from({ length: 6 }, (_, i) => ({
      id: v7(),
      place_time: `2026-05-01T00:00:0${i}.000000Z`,
      text: "x".repeat(MAX_PAGE_BYTES / 2 - 500)
    }))
    const window = { limit: 5, after: null }
    const first = slice(window, rows, (row) => row.id)
    assert.lengthOf(first.items, 2)
    assert.strictEqual(first.next?.id, rows[1]!.id)
    const huge = [{ ...rows[0]!, text: "x".repeat(2 * MAX_PAGE_BYTES) }, rows[1]!]
    assert.lengthOf(slice(window, huge, (row) => row.id).items, 1)
    assert.strictEqual(slice(window, huge, (row) => row.id).next?.id, huge[0]!.id)
    assert.isNull(slice(window, huge.slice(0, 1), (row) => row.id).next)
  })
})
