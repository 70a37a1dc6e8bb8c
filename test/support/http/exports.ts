// Exports asked for over HTTP, and something to export.
import { Effect, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { assignEntity, assignProject } from "../sql/pasture.ts"
import { ADMIN_TOKEN, TestServer } from "./server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject } from "./tracking.ts"

export const DAY = Date.parse("2026-05-01T00:00:00Z")
export const span = { from: "2026-05-01T00:00:00Z", to: "2026-06-01T00:00:00Z" }

export interface Herd {
  readonly project: string
  readonly slug: string
  readonly animals: ReadonlyArray<{ readonly entity: string; readonly device: string }>
}

/** A project with animals, each with a collar of the same name; `more` are members of the project. */
export const makeHerd = Effect.fnUntraced(function* (names: ReadonlyArray<string>, more: object = {}) {
  const project = yield* makeProject(more)
  const animals = yield* Effect.forEach(names, (name) =>
    Effect.gen(function* () {
      const entity = yield* makeEntity(project.id, { name }),
        device = yield* makeDevice({ name: `Collar of ${name}` })
      yield* assignProject(device.id, project.id)
      yield* assignEntity(device.id, project.id, entity.id)
      return { entity: entity.id as string, device: device.id as string }
    })
  )
  return { project: project.id, slug: project.slug, animals } satisfies Herd
})

/** So many fixes of an animal, a second apart. */
export const walk = Effect.fnUntraced(function* (
  { project }: Herd,
  { device, entity }: Herd["animals"][number],
  count: number,
  from = DAY
) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into positions (device_id, project_id, entity_id, record_type, original_time, lon, lat,
    altitude_m, speed_mps, heading_deg, accuracy_m, satellites, received_at, batch_id)
    select ${device}::uuid, ${project}::uuid, ${entity}::uuid, 'gnss',
      ${new Date(from)}::timestamptz + n * interval '1 second', 10 + n / 1e6, 50 - n / 3e6, 100 + n % 7,
      n / 7.0, n % 360, 2.5, 7, now(), 1
    from generate_series(0, ${count - 1}::int4) n`
})

export const ask = (project: string, body: object) =>
  expectStatus(201, "POST", `/projects/${project}/exports`, { ...span, ...body })

/** An export once it is over. */
export const over = (project: string, id: string) =>
  expectStatus(200, "GET", `/projects/${project}/exports/${id}`).pipe(
    Effect.repeat({
      until: ({ status }) => status !== "queued" && status !== "running",
      schedule: Schedule.spaced("20 millis")
    }),
    Effect.timeout("60 seconds"),
    Effect.orDie
  )

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
  readonly sha256: string
}

/** A file as its bytes, as the admin unless said. */
export const download = Effect.fnUntraced(function* (path: string, token = ADMIN_TOKEN) {
  const { url } = yield* TestServer
  return yield* Effect.promise(async (): Promise<Received> => {
    const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })
    const bytes = Buffer.from(await response.arrayBuffer())
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text: bytes.toString(),
      sha256: createHash("sha256").update(bytes).digest("hex")
    }
  })
})

/** The file of a job, and the export it is of. */
export const fileOf = Effect.fnUntraced(function* (project: string, body: object) {
  const done = yield* over(project, (yield* ask(project, body)).id)
  return { ...(yield* download(`/projects/${project}/exports/${done.id}/file`)), export: done }
})

export const directPath = (project: string, query: Readonly<Record<string, string>>) =>
  `/projects/${project}/exports/direct?${new URLSearchParams({ ...span, ...query }).toString()}`
