// A project as a customer sets it up over HTTP: a data source, animals with collars, fences, rules.
import { Effect } from "effect"
import type { Client, Made } from "./client.ts"

/** Before every fix of every test. */
const BEGINNING = "2000-01-01T00:00:00Z"

/** Corners of a ring, or of several: the first is the outside, the others are holes. Closed. */
export type Rings = ReadonlyArray<ReadonlyArray<readonly [lon: number, lat: number]>>

export interface Herd {
  readonly projectId: string
  readonly sourceId: string
  readonly sourceToken: string
}

/** An empty project with a data source of its own. */
export const makeHerd = (client: Client, slug: string): Effect.Effect<Herd> =>
  Effect.gen(function* () {
    const { id } = yield* client.post("/projects", {
      name: `Herd ${slug}`,
      slug,
      timezone: "Africa/Johannesburg"
    })
    const source = yield* client.post<Made & { readonly token: string }>("/data-sources", {
      name: `Collars of ${slug}`,
      adapter_key: "generic_http",
      project_ids: [id]
    })
    return { projectId: id, sourceId: source.id, sourceToken: source.token }
  })

/** Who carries which collar; `entityId` is null where nobody does. */
export interface Wearer {
  readonly collar: string
  readonly deviceId: string
  readonly entityId: string | null
}

/** A collar in the project, by the name it reports under, on an animal of the same name unless it is `loose`. */
export const addCollar = (
  client: Client,
  { projectId, sourceId }: Herd,
  collar: string,
  loose = false
): Effect.Effect<Wearer> =>
  Effect.gen(function* () {
    const device = yield* client.post("/devices", {
      name: `Collar of ${collar}`,
      external_id: collar,
      data_source_id: sourceId
    })
    yield* client.post(`/devices/${device.id}/project-assignments`, {
      project_id: projectId,
      valid_from: BEGINNING
    })
    if (loose) return { collar, deviceId: device.id, entityId: null }
    const types = yield* client.all<Made & { readonly key: string }>("/entity-types")
    const entity = yield* client.post(`/projects/${projectId}/entities`, {
      name: collar,
      entity_type_id: types.find((t) => t.key === "wildlife")!.id
    })
    yield* client.post(`/projects/${projectId}/entity-assignments`, {
      device_id: device.id,
      entity_id: entity.id,
      valid_from: BEGINNING
    })
    return { collar, deviceId: device.id, entityId: entity.id }
  })

export const addFence = (
  client: Client,
  { projectId }: Herd,
  name: string,
  rings: Rings
): Effect.Effect<string> =>
  Effect.map(
    client.post(`/projects/${projectId}/features`, {
      feature_type: "geofence",
      name,
      geometry: { type: "Polygon", coordinates: rings }
    }),
    ({ id }) => id
  )

/** A rule in force. */
export const addRule = (
  client: Client,
  { projectId }: Herd,
  name: string,
  document: object
): Effect.Effect<string> =>
  Effect.map(client.post(`/projects/${projectId}/rules`, { name, enabled: true, document }), ({ id }) => id)

/** An item of the ingest endpoint. */
export interface Fix {
  readonly device: string
  readonly time: string
  readonly lon: number
  readonly lat: number
  readonly speed_mps?: number
}

/** What the ingest endpoint says. */
export interface Receipt {
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
}

/** One request to the ingest endpoint: a single object for one fix, an array for several. */
export const send = (client: Client, { sourceId, sourceToken }: Herd, fixes: ReadonlyArray<Fix>) =>
  client.ask<Receipt>("POST", `/ingest/http/${sourceId}`, fixes.length === 1 ? fixes[0] : fixes, sourceToken)
