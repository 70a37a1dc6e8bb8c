// The days of a device over HTTP: what came, what was to be expected, and of whose records they are told.
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeMember } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../../support/http/tracking.ts"

const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour)).toISOString()

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("the days of a device", (it) => {
  it.effect("are those of the project's zone, with records, expectation and silences, of what one sees", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const source = yield* makeSource(),
        project = yield* makeProject({ timezone: "Europe/Berlin" }),
        name = fresh("daily")
      const device = yield* makeDevice({ name, external_id: name, data_source_id: source.id })
      yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
        project_id: project.id,
        valid_from: "2020-01-01T00:00:00Z"
      })
      const animals = [yield* makeEntity(project.id), yield* makeEntity(project.id)]
      const wear = (animal: number, valid_from: string, valid_to: string | null) =>
        expectStatus(201, "POST", `/projects/${project.id}/entity-assignments`, {
          device_id: device.id,
          entity_id: animals[animal].id,
          valid_from,
          valid_to
        })
      yield* wear(0, at(0), at(30))
      yield* wear(1, at(30), null)
      const hours = [...Array(24).keys(), 30, 31, 32, 33]
      const sent = yield* send("POST", `/ingest/http/${source.id}`, {
        token: source.token,
        body: hours.map((hour) => ({
          device: name,
          time: at(hour),
          lat: 1,
          lon: 1 + hour / 100,
          measurements: { temperature_c: hour }
        }))
      })
      assert.strictEqual(sent.status, 202)
      const path = `/devices/${device.id}/days?project_id=${project.id}&from=${at(-2)}&to=${at(46)}`
      const { items } = yield* expectStatus(200, "GET", path)
      assert.deepStrictEqual(
        items.map((day: Record<string, unknown>) => [day["date"], day["records"], day["expected"]]),
        [
          ["2026-05-01", 22, 22],
          ["2026-05-02", 6, 24]
        ]
      )
      assert.deepStrictEqual(items[1].silences, [
        { from: at(23), to: at(30) },
        { from: at(33), to: at(46) }
      ])

      const scoped = yield* makeMember(project.id, "viewer", {
        groups: [],
        entities: [animals[1].id],
        devices: []
      })
      const { body } = yield* scoped.ask("GET", path)
      assert.deepStrictEqual(
        body.items.map((day: Record<string, unknown>) => day["records"]),
        [0, 4],
        "of the animal that they see alone"
      )
      const other = yield* makeMember((yield* makeProject()).id, "admin")
      assert.strictEqual((yield* other.ask("GET", path)).status, 404)
      assert.deepInclude(
        (yield* send(
          "GET",
          `/devices/${device.id}/days?project_id=${project.id}&from=${at(-3000)}&to=${at(1)}`
        )).body,
        { status: 422, code: "SPAN_TOO_LONG" }
      )
    })
  )
})
