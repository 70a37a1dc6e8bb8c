// Makes a project ready for measuring, through the API as a customer would.
import { Effect } from "effect"
import type { Client } from "./Client.ts"
import { type EventRate, externalId, isVehicle, rulesFor, SUBJECTS, type World } from "./World.ts"

/** When assignments begin: before every fix. */
export const BEGINNING = "2020-01-01T00:00:00Z"

export interface Project {
  readonly id: string
  readonly source: string
  readonly sourceToken: string
  /** the entity of each subject */
  readonly entities: ReadonlyArray<string>
}

/** Makes a project with the rules of a world; `ruleSets`: how often it has these. */
export const setUp = (
  client: Client,
  slug: string,
  world: World,
  eventRate?: EventRate,
  ruleSets = 1
): Effect.Effect<Project> =>
  Effect.gen(function* () {
    const subjects = Array.from({ length: SUBJECTS }, (_, s) => s)
    const { items: types } = yield* client.get<{ items: ReadonlyArray<{ id: string; key: string }> }>(
      "/entity-types?limit=100"
    )
    const typeOf = (key: string) => types.find((t) => t.key === key)!.id
    const { id } = yield* client.post("/projects", { name: `Bench ${slug}`, slug, timezone: "Europe/Berlin" })
    const source = yield* client.post("/data-sources", {
      name: `Tags of ${slug}`,
      adapter_key: "generic_http",
      project_ids: [id]
    })
    const features = yield* client.postAll(world.fences, (fence) => [`/projects/${id}/features`, fence])
    const entities = yield* client.postAll(subjects, (s) => [
      `/projects/${id}/entities`,
      { name: `Subject ${s}`, entity_type_id: typeOf(isVehicle(s) ? "vehicle" : "cow") }
    ])
    const devices = yield* client.postAll(subjects, (s) => [
      "/devices",
      { name: `Tag ${s}`, external_id: externalId(s), data_source_id: source.id }
    ])
    yield* client.postAll(devices, (device) => [
      `/devices/${device.id}/project-assignments`,
      { project_id: id, valid_from: BEGINNING }
    ])
    yield* client.postAll(devices, (device, s) => [
      `/projects/${id}/entity-assignments`,
      { device_id: device.id, entity_id: entities[s]!.id, valid_from: BEGINNING }
    ])
    const rules = rulesFor(
      features.map((f) => f.id),
      typeOf("vehicle"),
      entities.map((e) => e.id),
      eventRate
    )
    yield* client.postAll(Array.from({ length: ruleSets }, () => rules).flat(), (document, i) => [
      `/projects/${id}/rules`,
      { name: `Rule ${i}`, enabled: true, document }
    ])
    return { id, source: source.id, sourceToken: source.token, entities: entities.map((e) => e.id) }
  })
