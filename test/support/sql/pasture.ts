// What ingest needs to find before it can store anything: a data source with its token, devices with names in
// it, and what they are assigned to. Written straight into the database.
import { Clock, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { v7 } from "uuid"
import { accept } from "../../../src/domain/intake/accept.ts"
import type { Item } from "../../../src/domain/intake/Report.ts"
import { Intake } from "../../../src/intake/ports.ts"
import { IntakeSql, type IntakeOptions } from "../../../src/store/intake/IntakeSql.ts"
import { pool } from "../../../src/store/sql/Pg.ts"
import { LoginSql, TestDatabase } from "./database.ts"
import { LOOKS_BACK } from "./farm.ts"

export const sha256 = (text: string) => createHash("sha256").update(text).digest()

/** Ingest over a fresh database, and SQL as the login user. */
export const intakeOver = (options: Partial<IntakeOptions> = {}) =>
  IntakeSql({
    maxFutureSeconds: 300,
    maxUnreadRows: 1_000_000,
    maxUnreadRowsPerProject: 1_000_000,
    ...options
  }).pipe(
    Layer.provide(
      pool({
        role: "pugmark_ingest",
        copies: true,
        maxConnections: 4,
        applicationName: "ingest",
        statementTimeoutMs: 30_000
      })
    ),
    Layer.provideMerge(LoginSql),
    Layer.provideMerge(TestDatabase)
  )

export interface Source {
  readonly id: string
  readonly token: string
}

let made = 0

export const makeSource = Effect.fnUntraced(function* (config: object = {}) {
  const sql = yield* SqlClient.SqlClient
  const source: Source = { id: v7(), token: `token ${++made}` }
  yield* sql`insert into data_sources (id, name, adapter_key, config, token_hash)
    values (${source.id}::uuid, ${`source ${made}`}, 'generic_http', ${JSON.stringify(config)}::jsonb,
    ${sha256(source.token)})`
  return source
})

export const makeProject = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const id = v7()
  yield* sql`insert into projects (id, slug, name, timezone, settings)
    values (${id}::uuid, ${`p-${id}`}, 'Project', 'UTC', ${JSON.stringify(LOOKS_BACK)}::jsonb)`
  return id
})

export const makeEntity = Effect.fnUntraced(function* (project: string, name = "Alma") {
  const sql = yield* SqlClient.SqlClient
  const id = v7()
  yield* sql`insert into entities (id, project_id, entity_type_id, name)
    select ${id}::uuid, ${project}::uuid, id, ${name} from entity_types where key = 'cow'`
  return id
})

/** A device known to the source by `name`. */
export const makeDevice = Effect.fnUntraced(function* (source: Source, name: string) {
  const sql = yield* SqlClient.SqlClient
  const id = v7()
  yield* sql`insert into devices (id, name) values (${id}::uuid, ${`Collar ${name}`})`
  yield* sql`insert into device_identities (id, device_id, data_source_id, external_id)
    values (${v7()}::uuid, ${id}::uuid, ${source.id}::uuid, ${name})`
  return id
})

export const assignProject = Effect.fnUntraced(function* (
  device: string,
  project: string,
  from = "2000-01-01T00:00:00Z",
  to: string | null = null
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into project_assignments (id, device_id, project_id, valid_from, valid_to)
    values (${v7()}::uuid, ${device}::uuid, ${project}::uuid, ${from}::timestamptz, ${to}::timestamptz)`
})

export const assignEntity = Effect.fnUntraced(function* (
  device: string,
  project: string,
  entity: string,
  from = "2000-01-01T00:00:00Z",
  to: string | null = null
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into entity_assignments (id, device_id, project_id, entity_id, valid_from, valid_to)
    values (${v7()}::uuid, ${device}::uuid, ${project}::uuid, ${entity}::uuid, ${from}::timestamptz,
    ${to}::timestamptz)`
})

export interface Pasture {
  readonly source: Source
  readonly project: string
  /** animal and device of each name */
  readonly animals: ReadonlyMap<string, { readonly entity: string; readonly device: string }>
}

/** A project whose animals wear a device each, both called by the same name. */
export const makePasture = Effect.fnUntraced(function* (...names: ReadonlyArray<string>) {
  const source = yield* makeSource()
  const project = yield* makeProject
  const animals = new Map<string, { readonly entity: string; readonly device: string }>()
  for (const name of names) {
    const entity = yield* makeEntity(project, name),
      device = yield* makeDevice(source, name)
    yield* assignProject(device, project)
    yield* assignEntity(device, project, entity)
    animals.set(name, { entity, device })
  }
  return { source, project, animals } satisfies Pasture
})

/** Hands items over as the route does, types being right already. */
export const deliver = Effect.fnUntraced(function* (source: Source, items: ReadonlyArray<Item>) {
  const intake = yield* Intake
  const { credential } = yield* intake.authenticate(source.id, source.token)
  const receivedAt = yield* Clock.currentTimeMillis
  const [outcomes] = yield* intake.store([
    {
      credential,
      receivedAt,
      raw: items,
      verdicts: items.map((item) => accept(item, receivedAt, intake.maxFutureMs))
    }
  ])
  return outcomes!
})
