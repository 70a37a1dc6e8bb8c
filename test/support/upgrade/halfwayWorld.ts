// A project with animals and rules, as `recordHalfway.ts` tells an older release of it.
import { Effect } from "effect"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import type { Client, Made } from "../../journeys/client.ts"
import { COW } from "../http/tracking.ts"

/** Longer than recording takes up to the kill. */
export const HOLD_SECONDS = 240
/** A silence so long is told, one after the other. */
const SILENCES = [10, 20, 30, 40]
/** Animals that fall silent; their ticks are judged together. */
const SILENT = 3
/** Who does something else. */
const ACTIVE = 5

export const makeProject = Effect.fnUntraced(function* ({ post }: Client) {
  const { id: project } = yield* post("/projects", {
    name: "North range",
    slug: "north",
    timezone: "Europe/Berlin"
  })
  const at = `/projects/${project}`
  const ring = [
    [14, 51],
    [14.1, 51],
    [14.1, 51.1],
    [14, 51.1],
    [14, 51]
  ]
  yield* post(`${at}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: { type: "Polygon", coordinates: [ring] }
  })
  const source = yield* post<Made & { readonly token: string }>("/data-sources", {
    name: "Collars",
    adapter_key: "generic_http",
    project_ids: [project]
  })
  return { project, at, source }
})

export type World = Effect.Success<ReturnType<typeof makeProject>>

/** As many animals as it takes until some are of one partition, and others of none that they share. */
export const makeHerd = Effect.fnUntraced(function* ({ post }: Client, { at }: World) {
  const herd: Array<string> = []
  for (;;) {
    const { id } = yield* post(`${at}/entities`, { name: `Cow ${herd.length + 1}`, entity_type_id: COW })
    herd.push(id)
    const silent = [...Map.groupBy(herd, partitionOf).values()].find(({ length }) => length === SILENT)
    if (silent === undefined) continue
    const apart = new Map(herd.map((id) => [partitionOf(id), id]))
    apart.delete(partitionOf(silent[0]!))
    if (apart.size >= ACTIVE) return { silent, active: [...apart.values()].slice(0, ACTIVE) }
  }
})

export const equip = Effect.fnUntraced(function* (
  { post }: Client,
  { at, project, source }: World,
  animal: string
) {
  const device = yield* post("/devices", {
    name: `Collar ${animal.slice(-4)}`,
    external_id: animal,
    data_source_id: source.id
  })
  const since = { valid_from: "2020-01-01T00:00:00Z" }
  yield* post(`/devices/${device.id}/project-assignments`, { project_id: project, ...since })
  yield* post(`${at}/entity-assignments`, { device_id: device.id, entity_id: animal, ...since })
})

export const makeRules = Effect.fnUntraced(function* (
  { post }: Client,
  { at }: World,
  silent: ReadonlyArray<string>
) {
  const rule = (name: string, document: object) => post(`${at}/rules`, { name, enabled: true, document })
  const exit = { trigger: { kind: "position" }, conditions: { type: "spatial", relation: "exit" } }
  yield* rule("Left", {
    ...exit,
    event: { event_type: "LEFT", severity: "warning", title: "{entity} left {feature}", create_alert: true }
  })
  const away = yield* rule("Away", {
    ...exit,
    for_seconds: HOLD_SECONDS,
    event: { event_type: "AWAY", title: "{entity} stayed away from {feature}", create_alert: true }
  })
  yield* rule("Fever", {
    trigger: { kind: "measurement", metric_key: "temperature" },
    conditions: { type: "threshold", metric: "temperature", op: ">", value: 39 },
    event: { event_type: "FEVER", title: "{entity} at {value}", create_alert: true }
  })
  yield* rule("Fast", {
    trigger: { kind: "position" },
    conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 36 },
    event: { event_type: "FAST", title: "{entity} is fast" }
  })
  for (const seconds of SILENCES)
    yield* rule(`Silent for ${seconds} s`, {
      trigger: { kind: "schedule", every_seconds: 10 },
      scope: { entity_ids: silent },
      conditions: { type: "no_data", for_seconds: seconds },
      event: { event_type: "SILENT", title: `{entity} is silent for ${seconds} s` }
    })
  return away.id
})
