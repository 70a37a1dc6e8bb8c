// A hundred thousand subjects, each seen once, under ten rules that have nothing to do: what they cost while
// they sleep.
import { Effect } from "effect"
import { v7 } from "uuid"
import { texts, uuids } from "../../src/store/sql/arrays.ts"
import { Client } from "./Client.ts"
import { caughtUp, type Sql } from "./Database.ts"
import { memory } from "./measures.ts"
import type { Line } from "./report.ts"
import { Sender } from "./Sender.ts"
import type { Server } from "./Server.ts"
import { BEGINNING } from "./setUp.ts"
import { externalId, makeWorld, rulesFor } from "./World.ts"

const SUBJECTS = 100_000
const RULES = 10
const FENCES = 100

/**
 * Entities, devices, identities and assignments straight into the tables: their making is not what is
 * measured.
 */
const populate = (sql: Sql, project: string, source: string, type: string) =>
  sql
    .withTransaction(
      Effect.gen(function* () {
        const all = Array.from({ length: SUBJECTS }, (_, s) => ({
          entity: v7(),
          device: v7(),
          name: externalId(s)
        }))
        const subjects = sql`unnest(${uuids(all.map((s) => s.entity))}, ${uuids(all.map((s) => s.device))},
          ${texts(all.map((s) => s.name))}) as s (entity, device, name)`
        yield* sql`insert into entities (id, project_id, entity_type_id, name)
          select entity, ${project}::uuid, ${type}::uuid, name from ${subjects}`
        yield* sql`insert into devices (id, name) select device, name from ${subjects}`
        yield* sql`insert into device_identities (id, device_id, data_source_id, external_id)
          select gen_random_uuid(), device, ${source}::uuid, name from ${subjects}`
        yield* sql`insert into project_assignments (id, device_id, project_id, valid_from)
          select gen_random_uuid(), device, ${project}::uuid, ${BEGINNING}::timestamptz from ${subjects}`
        yield* sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from)
          select gen_random_uuid(), device, ${project}::uuid, entity, ${BEGINNING}::timestamptz
          from ${subjects}`
        yield* sql`update projects set roster_version = roster_version + 1 where id = ${project}::uuid`
      })
    )
    .pipe(Effect.orDie)

/** Resident memory of a fresh server before and after it has seen every subject once, bytes. */
const sleeping = (
  server: Server,
  client: Client,
  sql: Sql
): Effect.Effect<{ readonly before: number; readonly after: number }> =>
  Effect.gen(function* () {
    const { items: types } = yield* client.get<{ items: ReadonlyArray<{ id: string; key: string }> }>(
      "/entity-types?limit=100"
    )
    const typeOf = (key: string) => types.find((t) => t.key === key)!.id
    const { id } = yield* client.post("/projects", {
      name: "Sleepers",
      slug: "sleepers",
      timezone: "Europe/Berlin"
    })
    const source = yield* client.post("/data-sources", {
      name: "Sleepers",
      adapter_key: "generic_http",
      project_ids: [id]
    })
    const features = yield* client.postAll(makeWorld(FENCES).fences, (fence) => [
      `/projects/${id}/features`,
      fence
    ])
    yield* populate(sql, id, source.id, typeOf("cow"))
    // every fifth of the fifty: crossings, speed in zones, thresholds
    const rules = rulesFor(
      features.map((f) => f.id),
      typeOf("cow"),
      []
    )
      .slice(0, 40)
      .filter((_, i) => i % (40 / RULES) === 0)
    yield* client.postAll(rules, (document, i) => [
      `/projects/${id}/rules`,
      { name: `Rule ${i}`, enabled: true, document }
    ])
    const before = yield* memory(server)
    const sender = yield* Sender.start({
      port: server.port,
      source: source.id,
      token: source.token,
      fences: FENCES,
      subjects: SUBJECTS,
      connections: 4,
      batch: 500,
      start: Date.now() - 3_600_000
    })
    yield* sender.prepare(SUBJECTS / 500 / 4)
    yield* sender.flood(120)
    yield* caughtUp(sql)
    return { before, after: yield* memory(server) }
  }).pipe(Effect.scoped)

/** The same as lines. */
export const sleepingLines = (server: Server, sql: Sql): Effect.Effect<ReadonlyArray<Line>> =>
  Effect.gen(function* () {
    const { after, before } = yield* sleeping(server, new Client(server), sql)
    return [
      {
        key: "sleeping",
        label: "100,000 subjects asleep under 10 rules, memory of the server",
        value: after / 1e6,
        unit: "MB",
        target: { below: 1000 }
      },
      { key: "sleeping_before", label: "  before they were seen", value: before / 1e6, unit: "MB" }
    ]
  })
