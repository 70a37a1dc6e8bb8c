// The map of a large project: ten thousand animals with twenty fixes each and ten thousand events, and one
// that was tracked every minute for a year. How long each answer takes, to the last byte.
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { Client } from "./Client.ts"
import type { Sql } from "./Database.ts"
import { quantile } from "./measures.ts"
import type { Line } from "./report.ts"
import type { Server } from "./Server.ts"

const ENTITIES = 10_000
const FIXES = 20
const EVENTS = 10_000
const TRACK = 500_000
const ROUNDS = 30
/** Tracks take longer. */
const TRACKS = 5

interface Place {
  readonly project: string
  /** who was tracked for a year */
  readonly traveller: string
}

/** Everybody lives between 10° and 20° east, 40° and 50° north, evenly. */
const populate = (sql: Sql, project: string, type: string, traveller: string) =>
  Effect.gen(function* () {
    yield* sql`select make_month('positions', (now() - make_interval(months => m))::date)
      from generate_series(-1, 12) m`
    yield* sql`insert into entities (id, project_id, entity_type_id, name)
      select gen_random_uuid(), ${project}::uuid, ${type}::uuid, 'Subject ' || s
      from generate_series(1, ${ENTITIES}) s`
    yield* sql`insert into devices (id, name) select id, 'Tag of ' || name from entities
      where project_id = ${project}::uuid`
    yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
      select gen_random_uuid(), id, project_id, '2020-01-01' from entities
      where project_id = ${project}::uuid`
    yield* sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from)
      select gen_random_uuid(), id, project_id, id, '2020-01-01' from entities
      where project_id = ${project}::uuid`
    yield* sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat, speed_mps,
      received_at, batch_id)
    select e.id, project_id, e.id, 'gnss', now() - n * interval '1 hour', e.lon + n * 0.0001, e.lat,
      random() * 20, now(), 0
    from (select id, project_id, 10 + random() * 10 as lon, 40 + random() * 10 as lat from entities
      where project_id = ${project}::uuid) e, generate_series(1, ${FIXES}) n`
    yield* sql`
    insert into events (id, project_id, event_key, time, event_type, severity, title, lon, lat, entity_id,
      entity_name, device_id, source_kind)
    select gen_random_uuid(), project_id, decode(replace(id::text || gen_random_uuid(), '-', ''), 'hex'),
      now() - random() * interval '23 hours', 'SPEEDING', 'warning', name || ' speeds', 10 + random() * 10,
      40 + random() * 10, id, name, id, 'integration'
    from entities where project_id = ${project}::uuid limit ${EVENTS}`
    yield* sql`
    insert into alerts (id, event_id, project_id, severity, title, entity_id, device_id, created_at)
    select gen_random_uuid(), id, project_id, severity, title, entity_id, device_id, created_at from events
      where project_id = ${project}::uuid and random() < 0.5`
    yield* sql`insert into entities (id, project_id, entity_type_id, name)
      values (${traveller}::uuid, ${project}::uuid, ${type}::uuid, 'Traveller')`
    yield* sql`
    insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
      received_at, batch_id)
    select ${traveller}::uuid, ${project}::uuid, ${traveller}::uuid, 'gnss', now() - n * interval '1 minute',
      15 + 4 * cos(n / 9000.0) + 0.3 * sin(n / 70.0) + random() * 0.001,
      45 + 4 * sin(n / 7000.0) + random() * 0.001, now(), 0
    from generate_series(1, ${TRACK}) n`
    for (const table of [
      "entities",
      "devices",
      "project_assignments",
      "entity_assignments",
      "positions",
      "events",
      "alerts"
    ])
      yield* sql`vacuum analyze ${sql.literal(table)}`
  }).pipe(Effect.orDie)

interface Answered {
  readonly ms: ReadonlyArray<number>
  readonly bytes: number
  /** ms of processor an answer, of server and database together; null where the system does not tell */
  readonly processor: number | null
}

/** Asks one after another; the first warms up. */
const times = ({ port, processorTime, token }: Server, path: string, rounds: number) =>
  Effect.promise(async (): Promise<Answered> => {
    const ms: Array<number> = []
    const spent = () => {
      const now = processorTime()
      return now === null ? Number.NaN : (now.server + now.database) * 1000
    }
    let before = spent()
    let bytes = 0
    for (let round = 0; round <= rounds; round++) {
      const began = performance.now()
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}`, "accept-encoding": "identity" }
      })
      const body = await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${Buffer.from(body).toString()}`)
      bytes = body.byteLength
      if (round === 0) before = spent()
      else ms.push(performance.now() - began)
    }
    const processor = (spent() - before) / rounds
    return { ms, bytes, processor: Number.isNaN(processor) ? null : processor }
  })

const lines = (
  key: string,
  label: string,
  { bytes, ms, processor }: Answered,
  below: number
): ReadonlyArray<Line> => [
  { key, label: `${label}, p50`, value: quantile(ms, 0.5), unit: "ms", target: { below } },
  { key: `${key}_p99`, label: "  p99", value: quantile(ms, 0.99), unit: "ms" },
  ...(processor === null
    ? []
    : [
        {
          key: `${key}_processor`,
          label: "  processor time of server and database",
          value: processor,
          unit: "ms an answer"
        }
      ]),
  { key: `${key}_size`, label: "  size", value: bytes / 1000, unit: "kB" }
]

export const map = (server: Server, client: Client, sql: Sql): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    const { items: types } = yield* client.get<{ items: ReadonlyArray<{ id: string; key: string }> }>(
      "/entity-types?limit=100"
    )
    const { id } = yield* client.post("/projects", {
      name: "Map",
      slug: `map-${randomBytes(3).toString("hex")}`,
      timezone: "Europe/Berlin"
    })
    const place: Place = { project: id, traveller: crypto.randomUUID() }
    yield* populate(sql, id, types.find((t) => t.key === "cow")!.id, place.traveller)
    const path = `/projects/${id}`
    return [
      ...lines(
        "map_now",
        "map of 10,000 entities, whole",
        yield* times(server, `${path}/map/current`, ROUNDS),
        300
      ),
      ...lines(
        "map_box",
        "  a hundredth of it, by its box",
        yield* times(server, `${path}/map/current?bbox=14,44,15,45`, ROUNDS),
        150
      ),
      ...lines(
        "map_events",
        "  the newest of 10,000 events",
        yield* times(server, `${path}/map/events`, ROUNDS),
        50
      ),
      ...lines(
        "map_track",
        "track of 500,000 fixes, decimated to 10,000",
        yield* times(server, `${path}/tracks?entity_id=${place.traveller}`, TRACKS),
        3000
      ),
      ...lines(
        "map_track_week",
        "  a week of it, decimated to 1,000",
        yield* times(
          server,
          `${path}/tracks?entity_id=${place.traveller}&max_points=1000&from=${new Date(Date.now() - 7 * 86_400_000).toISOString()}`,
          ROUNDS
        ),
        100
      )
    ]
  })
