// A project whose engine runs: animals with collars that report through a source, a fence, and rules in force.
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { LOOKS_BACK } from "../sql/farm.ts"
import { settled } from "../sql/lateFarm.ts"
import { TestServer } from "./server.ts"
import { expectStatus, fresh, makeDevice, makeEntity, makeProject, makeSource, square } from "./tracking.ts"

export const STORY_START = Date.UTC(2026, 5, 1, 10)
/** Minutes into the story. */
export const minuteAt = (minute: number) => new Date(STORY_START + minute * 60_000).toISOString()

export const fixAt = (device: string, minute: number, lon: number) => ({
  device,
  time: minuteAt(minute),
  lat: 0.002,
  lon
})
export const valueAt = (device: string, minute: number, metric: string, value: number) => ({
  device,
  time: minuteAt(minute),
  measurements: { [metric]: value }
})

/** `report` returns when what was sent is judged. */
export const makeWatched = Effect.gen(function* () {
  const { send } = yield* TestServer
  const project: string = (yield* makeProject({ settings: LOOKS_BACK })).id
  const path = `/projects/${project}`
  const home: string = (yield* expectStatus(201, "POST", `${path}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: square(0, -0.005)
  })).id
  const source = yield* makeSource({ project_ids: [project], name: "LoRa north" })
  const cow = (called: string) =>
    Effect.gen(function* () {
      const name = fresh(called)
      const id: string = (yield* makeEntity(project, { name })).id
      const device: string = (yield* makeDevice({ external_id: name, data_source_id: source.id })).id
      const valid_from = "2020-01-01T00:00:00Z"
      const stay = { project_id: project, valid_from }
      yield* expectStatus(201, "POST", `/devices/${device}/project-assignments`, stay)
      const worn = { device_id: device, entity_id: id, valid_from }
      yield* expectStatus(201, "POST", `${path}/entity-assignments`, worn)
      return { id, device, name }
    })
  const alma = yield* cow("Alma"),
    wolf = yield* cow("Wolf")
  const report = (items: ReadonlyArray<object>) =>
    Effect.gen(function* () {
      const { body, status } = yield* send("POST", `/ingest/http/${source.id}`, {
        token: source.token,
        body: items
      })
      assert.strictEqual(status, 202, JSON.stringify(body))
      yield* settled
    })
  const rule = (name: string, document: object) =>
    expectStatus(201, "POST", `${path}/rules`, { name, document, enabled: true })
  return { project, path, home, source, alma, wolf, report, rule }
})
