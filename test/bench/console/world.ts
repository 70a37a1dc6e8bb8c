// A project whose animals all move: each sends a fix every thirty seconds, by the ingest that devices use.
import { Effect, Schedule } from "effect"
import { v7 } from "uuid"
import { texts, uuids } from "../../../src/store/sql/arrays.ts"
import type { Client } from "../Client.ts"
import type { Sql } from "../Database.ts"
import type { Server } from "../Server.ts"
import { BEGINNING } from "../setUp.ts"
import { chance } from "../World.ts"

/** Every subject has told where it is once in this time, ms. */
export const INTERVAL_MS = 30_000
/** Items of one request. */
const BATCH = 500
/** The square that everybody lives in: south-west corner and side, degrees. The first is in its middle. */
const WEST = 24,
  SOUTH = 42,
  SIDE = 0.4
/** A step of the walk, degrees; and what it is in a second, m/s. */
const STEP = 0.0003,
  SPEED_MPS = 1.1
/** What the rule takes for running. */
const RUNNING_MPS = 12
/** So many ran before the page is opened: their alerts are open. */
const ALERTS = 40

export interface Herd {
  readonly project: string
  readonly slug: string
  readonly source: string
  readonly token: string
  /** entity of each */
  readonly entities: ReadonlyArray<string>
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly heading: Float64Array
  readonly random: () => number
}

const insertHerd = (
  sql: Sql,
  project: string,
  source: string,
  type: string,
  entities: ReadonlyArray<string>
) =>
  sql
    .withTransaction(
      Effect.gen(function* () {
        const subjects = sql`unnest(${uuids(entities)}, ${uuids(entities.map(() => v7()))},
          ${texts(entities.map((_, s) => `Cow ${s}`))}) as s (entity, device, name)`
        yield* sql`create temporary table herd on commit drop as select * from ${subjects}`
        yield* sql`insert into entities (id, project_id, entity_type_id, name)
          select entity, ${project}::uuid, ${type}::uuid, name from herd`
        yield* sql`insert into devices (id, name) select device, name from herd`
        yield* sql`insert into device_identities (id, device_id, data_source_id, external_id)
          select gen_random_uuid(), device, ${source}::uuid, name from herd`
        yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
          select gen_random_uuid(), device, ${project}::uuid, ${BEGINNING}::timestamptz from herd`
        yield* sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from)
          select gen_random_uuid(), device, ${project}::uuid, entity, ${BEGINNING}::timestamptz from herd`
        yield* sql`update projects set roster_version = roster_version + 1 where id = ${project}::uuid`
      })
    )
    .pipe(Effect.orDie)

interface Report {
  readonly device: string
  readonly time: string
  readonly lon: number
  readonly lat: number
  readonly heading_deg: number
  readonly speed_mps: number
}

/** Moves some of them on, and tells what their devices say of it. */
export const step = (herd: Herd, from: number, to: number, at: number): ReadonlyArray<Report> => {
  const { heading, lat, lon, random } = herd
  const items: Array<Report> = []
  for (let i = from; i < to; i++) {
    heading[i] = (heading[i]! + (random() - 0.5) * 60 + 360) % 360
    const turn = (heading[i]! * Math.PI) / 180
    lon[i] = Math.min(WEST + SIDE, Math.max(WEST, lon[i]! + STEP * Math.sin(turn)))
    lat[i] = Math.min(SOUTH + SIDE, Math.max(SOUTH, lat[i]! + STEP * Math.cos(turn)))
    items.push({
      device: `Cow ${i}`,
      time: new Date(at).toISOString(),
      lon: Number(lon[i]!.toFixed(6)),
      lat: Number(lat[i]!.toFixed(6)),
      heading_deg: Math.round(heading[i]!),
      speed_mps: SPEED_MPS
    })
  }
  return items
}

/** What devices send in one request; fails loudly unless all of it was taken. */
export const send = (
  { port }: Server,
  { source, token }: Herd,
  items: ReadonlyArray<object>
): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (let from = 0; from < items.length; from += BATCH) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/ingest/http/${source}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(items.slice(from, from + BATCH))
      })
      const text = await answer.text()
      if (answer.status !== 202) throw new Error(`ingest answered ${answer.status}: ${text.slice(0, 400)}`)
    }
  })

/** Some run, which is an alert each. */
export const run = (server: Server, herd: Herd, from: number, to: number, at: number): Effect.Effect<void> =>
  send(
    server,
    herd,
    step(herd, from, to, at).map((fix) => ({ ...fix, speed_mps: RUNNING_MPS }))
  )

const running = {
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 30 },
  event: { event_type: "RUNNING", severity: "warning", title: "{entity} runs", create_alert: true }
}

/** A project of so many animals that have been seen once, and some alerts. */
export const makeHerd = (server: Server, client: Client, sql: Sql, count: number): Effect.Effect<Herd> =>
  Effect.gen(function* () {
    const slug = `herd-${count}`
    const { items: types } = yield* client.get<{ items: ReadonlyArray<{ id: string; key: string }> }>(
      "/entity-types?limit=100"
    )
    const { id: project } = yield* client.post("/projects", {
      name: `Herd of ${count}`,
      slug,
      timezone: "Europe/Berlin"
    })
    const source = yield* client.post("/data-sources", {
      name: `Collars of ${slug}`,
      adapter_key: "generic_http",
      project_ids: [project]
    })
    yield* client.post(`/projects/${project}/rules`, { name: "Running", enabled: true, document: running })
    const entities = Array.from({ length: count }, () => v7())
    yield* insertHerd(sql, project, source.id, types.find((t) => t.key === "cow")!.id, entities)
    const random = chance(count)
    const spread = (corner: number) =>
      Float64Array.from(entities, (_, i) => corner + (i === 0 ? 0.5 : random()) * SIDE)
    const herd: Herd = {
      project,
      slug,
      source: source.id,
      token: source.token,
      entities,
      random,
      lon: spread(WEST),
      lat: spread(SOUTH),
      heading: Float64Array.from(entities, () => random() * 360)
    }
    const now = Date.now()
    yield* send(server, herd, step(herd, 0, count, now - 2 * INTERVAL_MS))
    yield* run(server, herd, 1, 1 + ALERTS, now - INTERVAL_MS)
    yield* sql`vacuum analyze positions`.pipe(Effect.orDie)
    return herd
  })

/** Each second the thirtieth part of them is heard of, until interrupted. */
export const keepMoving = (server: Server, herd: Herd): Effect.Effect<never> => {
  const seconds = INTERVAL_MS / 1000,
    count = herd.entities.length
  let turn = 0
  return Effect.suspend(() => {
    const part = turn++ % seconds
    const from = Math.floor((count * part) / seconds),
      to = Math.floor((count * (part + 1)) / seconds)
    return send(server, herd, step(herd, from, to, Date.now()))
  }).pipe(Effect.repeat(Schedule.fixed("1 second")), Effect.andThen(Effect.never))
}
