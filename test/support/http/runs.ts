// Analysis runs in tests: animals with fixes, requests, and a worker in this process whose threads do what
// the first subject's name says.
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { moduleKeys } from "../../../src/domain/analysis/catalogue.ts"
import { type Claim, type RunnerOptions, RunQueue, TrackSource } from "../../../src/runner/ports.ts"
import { runWorker } from "../../../src/runner/RunWorker.ts"
import { DatabaseUrl, pool } from "../../../src/store/sql/Pg.ts"
import { RunQueueSql } from "../../../src/store/analyses/RunQueueSql.ts"
import { TracksSql } from "../../../src/store/analyses/TracksSql.ts"
import { TestServer } from "./server.ts"
import { expectStatus, makeDevice, makeEntity, makeProject } from "./tracking.ts"

/** Does what the name of the first subject says; see `sandbox/planted.mjs`. */
export const PLANTED = new URL("../sandbox/planted.mjs", import.meta.url)

export const options: RunnerOptions = {
  concurrency: 1,
  timeoutMs: 30_000,
  heapMb: 200,
  totalMb: 400,
  entry: PLANTED
}

/** The ports of a worker, as the role of the analyses. */
export const runnerPorts = (
  worker = "tester",
  maxFixes = 500_000,
  statementTimeoutMs = 30_000,
  maxSubjectFixes = 200_000
) =>
  Layer.unwrap(
    Effect.map(DatabaseUrl, (url) =>
      Layer.merge(RunQueueSql(worker), TracksSql({ maxFixes, maxSubjectFixes, statementTimeoutMs })).pipe(
        Layer.provide(
          pool({
            role: "pugmark_analysis",
            maxConnections: 3,
            applicationName: worker,
            statementTimeoutMs: 30_000
          }).pipe(Layer.provide(Layer.succeed(DatabaseUrl, url)))
        )
      )
    )
  )

export const queueOf = (worker?: string) =>
  Effect.map(Layer.build(runnerPorts(worker)), (context) => Context.get(context, RunQueue))
export const sourceOf = (maxFixes?: number, statementTimeoutMs?: number, maxSubjectFixes?: number) =>
  Effect.map(Layer.build(runnerPorts("reader", maxFixes, statementTimeoutMs, maxSubjectFixes)), (context) =>
    Context.get(context, TrackSource)
  )

/** A worker that lives as long as the scope. */
export const startWorker = (
  given: Partial<RunnerOptions> = {},
  modules: ReadonlyArray<string> = moduleKeys
) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(
      runnerPorts(given.entry === undefined ? "worker" : "worker of the sandbox")
    )
    yield* Effect.forkScoped(runWorker({ ...options, ...given }, modules).pipe(Effect.provide(context)))
  })

export interface Animal {
  readonly id: string
  readonly device: string
}
export interface Range {
  readonly project: string
  readonly animals: ReadonlyArray<Animal>
}

export const DAY = Date.parse("2026-03-01T00:00:00Z")
const iso = (at: number) => new Date(at).toISOString()

/** A project with an animal per name, each with `fixes` fixes ten minutes apart from `DAY` on. */
export const makeRange = Effect.fnUntraced(function* (
  names: ReadonlyArray<string>,
  fixes = 3,
  project?: string
) {
  const sql = yield* SqlClient.SqlClient
  const projectId = project ?? ((yield* makeProject()).id as string)
  const animals: Array<Animal> = []
  for (const name of names) {
    const { id } = yield* makeEntity(projectId, { name })
    const device = yield* makeDevice()
    yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
      project_id: projectId,
      valid_from: "2026-01-01T00:00:00Z"
    })
    yield* expectStatus(201, "POST", `/projects/${projectId}/entity-assignments`, {
      device_id: device.id,
      entity_id: id,
      valid_from: "2026-01-01T00:00:00Z"
    })
    yield* sql`
      insert into positions (original_time, device_id, project_id, entity_id, record_type, lon, lat,
        accuracy_m, satellites, received_at, batch_id)
      select ${new Date(DAY)}::timestamptz + n * interval '10 minutes', ${device.id}::uuid,
        ${projectId}::uuid, ${id}::uuid, 'gnss', 10 + n * 0.001, 50, 5, 8, now(), 1
        from generate_series(0, ${fixes - 1}::int) n`
    animals.push({ id, device: device.id })
  }
  return { project: projectId, animals } satisfies Range
})

/** The parameters of a movement run about everybody of a range. */
export const parametersOf = ({ animals }: Range, more: object = {}) => ({
  entity_ids: animals.map((a) => a.id),
  time_from: iso(DAY),
  time_to: iso(DAY + 86_400_000),
  ...more
})

export const startRun = (range: Range, more: object = {}) =>
  expectStatus(201, "POST", `/projects/${range.project}/analyses`, {
    module: "movement",
    parameters: parametersOf(range),
    ...more
  })

export const readRun = (project: string, id: string) =>
  expectStatus(200, "GET", `/projects/${project}/analyses/${id}`)

/** Reads a run until it is over. */
export const ended = Effect.fnUntraced(function* (project: string, id: string) {
  for (;;) {
    const run = yield* readRun(project, id)
    if (run.status !== "queued" && run.status !== "running") return run
    yield* Effect.sleep("50 millis")
  }
})

/** Reads a run until it is running. */
export const begun = Effect.fnUntraced(function* (project: string, id: string) {
  for (;;) {
    const run = yield* readRun(project, id)
    if (run.status !== "queued") return run
    yield* Effect.sleep("20 millis")
  }
})

export const claimOf = (queue: RunQueue["Service"]) =>
  Effect.map(
    queue.claim,
    (claim): Claim =>
      claim ??
      (() => {
        throw new Error("no run is queued")
      })()
  )

export { TestServer }
