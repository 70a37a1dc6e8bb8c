// A project whose past is as long as a rule test may read: fifty thousand fixes of a hundred subjects among a
// hundred fences, and a rule of two conditions that reads them all.
import { Effect } from "effect"
import type { Client } from "./Client.ts"
import type { Sql } from "./Database.ts"
import { makeWorld } from "./World.ts"

const SUBJECTS = 100
const FENCES = 100

export const MINUTE = 60_000
/** One fix a subject and minute: fifty thousand of them take less than nine hours. */
export const FIXES = 500

export const fast = {
  trigger: { kind: "position" },
  conditions: {
    all: [
      { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
      { type: "spatial", relation: "inside", feature_type: "geofence" }
    ]
  },
  for_seconds: 60,
  cooldown_seconds: 600,
  event: { event_type: "FAST", title: "{entity} at {value}" }
}

const addFixes = (sql: Sql, project: string, type: string, begin: number) =>
  Effect.gen(function* () {
    yield* sql`insert into entities (id, project_id, entity_type_id, name)
      select gen_random_uuid(), ${project}::uuid, ${type}::uuid, 'Subject ' || s
      from generate_series(1, ${SUBJECTS}) s`
    const corners = makeWorld(FENCES).fences.flatMap((f) => f.geometry.coordinates.flat())
    const lons = corners.map(([lon]) => lon),
      lats = corners.map(([, lat]) => lat)
    const west = Math.min(...lons),
      south = Math.min(...lats),
      width = Math.max(...lons) - west,
      height = Math.max(...lats) - south
    yield* sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat, speed_mps,
      received_at, batch_id)
    select id, project_id, id, 'gnss', t, ${west}::float8 + random() * ${width}::float8,
      ${south}::float8 + random() * ${height}::float8, random() * 20, t, 0
    from entities e, generate_series(0, ${FIXES - 1}) n,
      lateral (select ${new Date(begin)}::timestamptz + n * interval '1 minute' as t) c
      where e.project_id = ${project}::uuid`
    yield* sql`analyze positions`
  }).pipe(Effect.orDie)

/** The project, its fences, and its past from a moment on (epoch ms). */
export const makePast = (
  client: Client,
  sql: Sql,
  slug: string,
  begin: number
): Effect.Effect<{ readonly id: string }> =>
  Effect.gen(function* () {
    const { items: types } = yield* client.get<{ items: ReadonlyArray<{ id: string; key: string }> }>(
      "/entity-types?limit=100"
    )
    const { id } = yield* client.post("/projects", {
      name: `Rule tests, ${slug}`,
      slug,
      timezone: "Europe/Berlin"
    })
    yield* client.postAll(makeWorld(FENCES).fences, (fence) => [`/projects/${id}/features`, fence])
    yield* addFixes(sql, id, types.find((t) => t.key === "cow")!.id, begin)
    return { id }
  })
