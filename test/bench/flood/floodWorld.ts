// What a flood is made of: a project whose rules all fire at each crossing of a speed limit by a few animals,
// and beside it a small project with one animal that crosses a fence at each fix.
import { Effect } from "effect"
import type { Client } from "../Client.ts"
import type { Sql } from "../Database.ts"
import type { Server } from "../Server.ts"
import { BEGINNING } from "../setUp.ts"

const LIMIT_KMH = 40
/** Between the limit of the highest rule and what is fast there is room for this many rules. */
const FAST_MPS = 30
const SLOW_MPS = 5
const STEP_KMH = 0.01

/** A project with a source of its own. */
export interface Side {
  readonly id: string
  readonly source: string
  readonly token: string
  /** what each animal's device calls itself, and the animals themselves */
  readonly tags: ReadonlyArray<string>
  readonly animals: ReadonlyArray<string>
}

export interface Fix {
  readonly device: string
  readonly time: string
  readonly lon: number
  readonly lat: number
  readonly speed_mps: number
}

const makeAnimals = Effect.fnUntraced(function* (client: Client, id: string, names: ReadonlyArray<string>) {
  const { items } = yield* client.get<{ items: ReadonlyArray<{ id: string; key: string }> }>(
    "/entity-types?limit=100"
  )
  const type = items.find((t) => t.key === "cow")!.id
  return yield* client.postAll(names, (name) => [`/projects/${id}/entities`, { name, entity_type_id: type }])
})

/**
 * The last digit of an id decides about the partition of the log; this many animals are made at a time until
 * each has one.
 */
const DIGITS = 16

/** One animal for each partition. */
const makeSpread = Effect.fnUntraced(function* (client: Client, id: string) {
  const found = new Map<string, string>()
  for (let batch = 0; found.size < DIGITS; batch++) {
    const names = Array.from({ length: DIGITS }, (_, i) => `Animal ${batch * DIGITS + i}`)
    for (const made of yield* makeAnimals(client, id, names)) found.set(made.id.slice(-1), made.id)
  }
  return [...found.values()]
})

/** Makes a project with so many animals; "spread": one in each partition of the log. */
export const makeSide = (client: Client, slug: string, animals: number | "spread"): Effect.Effect<Side> =>
  Effect.gen(function* () {
    const { id } = yield* client.post("/projects", { name: `Flood ${slug}`, slug, timezone: "Europe/Berlin" })
    const source = yield* client.post("/data-sources", {
      name: `Tags of ${slug}`,
      adapter_key: "generic_http",
      project_ids: [id]
    })
    const ids =
      animals === "spread"
        ? yield* makeSpread(client, id)
        : (yield* makeAnimals(
            client,
            id,
            Array.from({ length: animals }, (_, i) => `Animal ${i}`)
          )).map((a) => a.id)
    const tags = ids.map((_, i) => `${slug}-${i}`)
    const devices = yield* client.postAll(tags, (tag) => [
      "/devices",
      { name: tag, external_id: tag, data_source_id: source.id }
    ])
    yield* client.postAll(devices, (d) => [
      `/devices/${d.id}/project-assignments`,
      { project_id: id, valid_from: BEGINNING }
    ])
    yield* client.postAll(devices, (d, i) => [
      `/projects/${id}/entity-assignments`,
      { device_id: d.id, entity_id: ids[i]!, valid_from: BEGINNING }
    ])
    return { id, source: source.id, token: source.token, tags, animals: ids }
  })

const faster = (rule: number) => ({
  trigger: { kind: "position" },
  conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: LIMIT_KMH + rule * STEP_KMH },
  event: { event_type: "FLOOD", title: "{entity} at {value}", create_alert: false }
})

/** So many rules that fire at each crossing. */
export const addRules = (client: Client, { id }: Side, count: number): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    client.postAll(
      Array.from({ length: count }, (_, i) => i),
      (i) => [`/projects/${id}/rules`, { name: `Rule ${i}`, enabled: true, document: faster(i) }]
    ),
    (made) => made.map((rule) => rule.id)
  )

/** The same straight into the tables: more rules than the API may take. */
export const plantRules = (
  client: Client,
  sql: Sql,
  side: Side,
  count: number
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const [first] = yield* addRules(client, side, 1)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`update projects set rule_set_version = rule_set_version + 1 where id = ${side.id}::uuid`
        yield* sql`create temporary table planted on commit drop as
      select gen_random_uuid() as id, n, rule_set_version from projects, generate_series(1, ${count - 1}::int) n
      where projects.id = ${side.id}::uuid`
        yield* sql`insert into rules (id, project_id, name, enabled, current_version, blank_from_version)
      select id, ${side.id}::uuid, 'Rule ' || n, true, 1, rule_set_version from planted`
        yield* sql`insert into rule_versions (rule_id, version, document, runnable)
      select p.id, 1, jsonb_set(v.document, '{conditions,value}',
        to_jsonb(${LIMIT_KMH}::float8 + p.n * ${STEP_KMH}::float8)), true
      from planted p, rule_versions v where v.rule_id = ${first!}::uuid`
        yield* sql`insert into rule_activations (rule_id, rule_set_version, version, blank_from_version)
      select id, rule_set_version, 1, rule_set_version from planted`
      })
    )
    return (yield* sql<{ id: string }>`select id from rules where project_id = ${side.id}::uuid`).map(
      (r) => r.id
    )
  }).pipe(Effect.orDie)

/**
 * The fixes of a flood, by turns below and above every limit, a second apart; each animal begins with a slow
 * one.
 */
export const floodFixes = ({ tags }: Side, from: number, each: number): ReadonlyArray<Fix> =>
  Array.from({ length: each }, (_, i) =>
    tags.map((device): Fix => ({
      device,
      time: new Date(from + i * 1000).toISOString(),
      lon: 14,
      lat: 51,
      speed_mps: i % 2 === 0 ? SLOW_MPS : FAST_MPS
    }))
  ).flat()

/** When each rule has to fire: at every second fix. */
export const floodTimes = (from: number, each: number): ReadonlyArray<number> =>
  Array.from({ length: Math.floor(each / 2) }, (_, k) => from + (2 * k + 1) * 1000)

/** One rule that fires at each crossing of a fence, either way. */
export const fenceOff = (client: Client, { id }: Side): Effect.Effect<void> =>
  Effect.gen(function* () {
    const ring = [
      [14, 51],
      [15, 51],
      [15, 52],
      [14, 52],
      [14, 51]
    ]
    const geometry = { type: "Polygon", coordinates: [ring] }
    yield* client.post(`/projects/${id}/features`, { feature_type: "geofence", name: "Fence", geometry })
    const crossing = (relation: string) => ({ type: "spatial", relation, feature_type: "geofence" })
    const document = {
      trigger: { kind: "position" },
      conditions: { any: [crossing("enter"), crossing("exit")] },
      event: { event_type: "CROSSING", title: "{entity} {feature}", create_alert: false }
    }
    yield* client.post(`/projects/${id}/rules`, { name: "Crossings", enabled: true, document })
  })

/** The n-th fix of the small project: by turns in and out of its fence. */
export const crossingFix = ({ tags }: Side, n: number, at: number): Fix => ({
  device: tags[0]!,
  time: new Date(at).toISOString(),
  lon: n % 2 === 0 ? 13.5 : 14.5,
  lat: 51.5,
  speed_mps: SLOW_MPS
})

/** What ingest answers to a request: its status. */
export const ingest = (
  { port }: Server,
  { source, token }: Side,
  fixes: ReadonlyArray<Fix>
): Effect.Effect<number> =>
  Effect.promise(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/ingest/http/${source}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(fixes)
    })
    await answer.text()
    return answer.status
  })
