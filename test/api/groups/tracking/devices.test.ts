// Devices, what data sources call them, and where they belonged over time.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  NOBODY
} from "../../../support/http/tracking.ts"

const rosterOf = (projectId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ n: number }>`select roster_version::int4 as n from projects where id = ${projectId}`,
      ([row]) => row!.n
    )
  )

layer(serve(), { excludeTestServices: true, timeout: "30 seconds" })("devices", (it) => {
  it.effect("a device comes with its first identity, and no two devices share one", () =>
    Effect.gen(function* () {
      const source = yield* makeSource()
      const device = yield* makeDevice({
        external_id: "C-1",
        data_source_id: source.id,
        serial_number: "4711",
        attributes: { firmware: "1.2" }
      })
      assert.deepInclude(device, {
        device_type: "tracker",
        status: "active",
        serial_number: "4711",
        attributes: { firmware: "1.2" }
      })
      const { items } = yield* expectStatus(200, "GET", `/devices/${device.id}/identities`)
      assert.deepInclude(items[0], { device_id: device.id, data_source_id: source.id, external_id: "C-1" })
      assert.strictEqual(
        (yield* expectStatus(409, "POST", "/devices", {
          name: "Twin",
          external_id: "C-1",
          data_source_id: source.id
        })).code,
        "IDENTITY_TAKEN"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "POST", "/devices", { name: "Half", external_id: "C-2" })).errors[0]
          .pointer,
        "/data_source_id"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "POST", "/devices", {
          name: "Lost",
          external_id: "C-2",
          data_source_id: NOBODY
        })).errors[0].pointer,
        "/data_source_id"
      )
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", `/devices?data_source_id=${source.id}&external_id=C-1`)).items,
        [device]
      )
      assert.lengthOf(
        (yield* expectStatus(200, "GET", `/devices?data_source_id=${source.id}&external_id=C-2`)).items,
        0
      )
      const changed = yield* expectStatus(200, "PATCH", `/devices/${device.id}`, {
        serial_number: null,
        status: "retired"
      })
      assert.deepInclude(changed, { serial_number: null, status: "retired", name: device.name })
    })
  )

  it.effect("identities are added and removed one by one", () =>
    Effect.gen(function* () {
      const source = yield* makeSource()
      const device = yield* makeDevice()
      const path = `/devices/${device.id}/identities`
      const identity = yield* expectStatus(201, "POST", path, { data_source_id: source.id, external_id: "a" })
      assert.deepStrictEqual(yield* expectStatus(200, "GET", `${path}/${identity.id}`), identity)
      yield* expectStatus(409, "POST", path, { data_source_id: source.id, external_id: "a" })
      yield* expectStatus(404, "POST", `/devices/${NOBODY}/identities`, {
        data_source_id: source.id,
        external_id: "b"
      })
      yield* expectStatus(404, "GET", `/devices/${NOBODY}/identities`)
      yield* expectStatus(404, "DELETE", `/devices/${(yield* makeDevice()).id}/identities/${identity.id}`)
      yield* expectStatus(204, "DELETE", `${path}/${identity.id}`)
      assert.lengthOf((yield* expectStatus(200, "GET", path)).items, 0)
    })
  )

  it.effect("a device is in one project at a time: spans are half-open and never overlap", () =>
    Effect.gen(function* () {
      const [north, south] = [yield* makeProject(), yield* makeProject()]
      const device = yield* makeDevice()
      const path = `/devices/${device.id}/project-assignments`
      const first = yield* expectStatus(201, "POST", path, {
        project_id: north.id,
        valid_from: "2026-01-01T00:00:00+01:00"
      })
      assert.deepInclude(first, {
        valid_from: "2025-12-31T23:00:00.000Z",
        valid_to: null,
        device_id: device.id,
        project_id: north.id
      })
      assert.strictEqual(
        (yield* expectStatus(409, "POST", path, { project_id: south.id, valid_from: "2026-03-01T00:00:00Z" }))
          .code,
        "ASSIGNMENT_OVERLAP"
      )
      const before = yield* rosterOf(north.id)
      yield* expectStatus(200, "PATCH", `${path}/${first.id}`, { valid_to: "2026-03-01T00:00:00Z" })
      assert.strictEqual(yield* rosterOf(north.id), before + 1)
      const second = yield* expectStatus(201, "POST", path, {
        project_id: south.id,
        valid_from: "2026-03-01T00:00:00Z"
      })
      assert.strictEqual(
        (yield* expectStatus(409, "PATCH", `${path}/${first.id}`, { valid_to: null })).code,
        "ASSIGNMENT_OVERLAP"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "PATCH", `${path}/${first.id}`, { valid_to: "2025-12-31T23:00:00Z" }))
          .errors[0].code,
        "RANGE_EMPTY"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "POST", path, {
          project_id: NOBODY,
          valid_from: "2020-01-01T00:00:00Z",
          valid_to: "2020-02-01T00:00:00Z"
        })).errors[0].pointer,
        "/project_id"
      )
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", path)).items.map((a: { id: string }) => a.id),
        [second.id, first.id]
      )
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", `/devices?project_id=${south.id}`)).items.map(
          (d: { id: string }) => d.id
        ),
        [device.id]
      )
      assert.lengthOf((yield* expectStatus(200, "GET", `/devices?project_id=${north.id}`)).items, 0)
      yield* expectStatus(204, "DELETE", `${path}/${second.id}`)
      yield* expectStatus(404, "GET", `${path}/${second.id}`)
      yield* expectStatus(404, "GET", `/devices/${NOBODY}/project-assignments`)
    })
  )

  it.effect("a device is on one entity at a time, of the project of the path", () =>
    Effect.gen(function* () {
      const [project, other] = [yield* makeProject(), yield* makeProject()]
      const [berta, carla] = [yield* makeEntity(project.id), yield* makeEntity(project.id)]
      const stranger = yield* makeEntity(other.id)
      const device = yield* makeDevice()
      const path = `/projects/${project.id}/entity-assignments`
      const before = yield* rosterOf(project.id)
      const first = yield* expectStatus(201, "POST", path, {
        device_id: device.id,
        entity_id: berta.id,
        valid_from: "2026-01-01T00:00:00Z"
      })
      assert.strictEqual(yield* rosterOf(project.id), before + 1)
      assert.strictEqual(
        (yield* expectStatus(409, "POST", path, {
          device_id: device.id,
          entity_id: carla.id,
          valid_from: "2026-02-01T00:00:00Z"
        })).code,
        "ASSIGNMENT_OVERLAP"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "POST", path, {
          device_id: device.id,
          entity_id: stranger.id,
          valid_from: "2025-01-01T00:00:00Z",
          valid_to: "2025-02-01T00:00:00Z"
        })).errors[0].pointer,
        "/entity_id"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "POST", path, {
          device_id: NOBODY,
          entity_id: berta.id,
          valid_from: "2026-01-01T00:00:00Z"
        })).errors[0].pointer,
        "/device_id"
      )
      assert.strictEqual(
        (yield* expectStatus(422, "POST", path, {
          device_id: device.id,
          entity_id: berta.id,
          valid_from: "2026-01-01T00:00:00"
        })).errors[0].pointer,
        "/valid_from"
      )
      yield* expectStatus(200, "PATCH", `${path}/${first.id}`, { valid_to: "2026-02-01T00:00:00Z" })
      yield* expectStatus(201, "POST", path, {
        device_id: device.id,
        entity_id: carla.id,
        valid_from: "2026-02-01T00:00:00Z"
      })
      yield* expectStatus(404, "PATCH", `/projects/${other.id}/entity-assignments/${first.id}`, {
        valid_to: null
      })
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}?device_id=${device.id}`)).items, 2)
      assert.lengthOf((yield* expectStatus(200, "GET", `${path}?entity_id=${carla.id}`)).items, 1)
      yield* expectStatus(204, "DELETE", `/projects/${project.id}/entities/${carla.id}`)
      assert.lengthOf((yield* expectStatus(200, "GET", path)).items, 1)
    })
  )

  it.effect("of two changes at once that cannot both be, one is refused and none is half done", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const project = yield* makeProject()
      const entities = yield* Effect.all(Array.from({ length: 8 }, () => makeEntity(project.id)))
      const device = yield* makeDevice()
      const answers = yield* Effect.forEach(
        entities,
        ({ id }) =>
          send("POST", `/projects/${project.id}/entity-assignments`, {
            body: { device_id: device.id, entity_id: id, valid_from: "2026-01-01T00:00:00Z" }
          }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers.map((a) => a.status).sort((a, b) => a - b),
        [201, ...Array.from({ length: 7 }, () => 409)]
      )
      assert.lengthOf(
        (yield* expectStatus(200, "GET", `/projects/${project.id}/entity-assignments`)).items,
        1
      )
    })
  )

  it.effect("a device that has sent something is retired, not removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const device = yield* makeDevice()
      yield* sql`insert into positions (device_id, record_type, original_time, lon, lat, received_at,
        batch_id) values (${device.id}, 'gnss', now(), 1, 1, now(), 1)`
      assert.strictEqual((yield* expectStatus(409, "DELETE", `/devices/${device.id}`)).code, "HAS_RECORDS")
      const silent = yield* makeDevice()
      yield* expectStatus(204, "DELETE", `/devices/${silent.id}`)
      yield* expectStatus(404, "GET", `/devices/${silent.id}`)
    })
  )
})
