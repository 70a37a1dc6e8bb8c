// Re-attribution over HTTP: who may, what is in its way, and what is told of it.
import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Attribution, JobQueue } from "../../../../src/jobs/ports.ts"
import { jobsDone, startJobs, workPorts } from "../../../support/sql/jobs.ts"
import { makeMember, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource,
  NOBODY
} from "../../../support/http/tracking.ts"

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 10, minute)).toISOString()

/** A device with four fixes that belong to nobody. */
const makeStray = Effect.gen(function* () {
  const { send } = yield* TestServer
  const source = yield* makeSource(),
    name = fresh("stray")
  const device = yield* makeDevice({ name, external_id: name, data_source_id: source.id })
  const sent = yield* send("POST", `/ingest/http/${source.id}`, {
    token: source.token,
    body: [0, 10, 20, 30].map((m) => ({ device: name, time: at(m), lat: 1, lon: 1 + m }))
  })
  assert.strictEqual(sent.status, 202)
  return device.id as string
})

const putIn = (device: string, project: string, more: object = {}) =>
  expectStatus(201, "POST", `/devices/${device}/project-assignments`, {
    project_id: project,
    valid_from: "2020-01-01T00:00:00Z",
    ...more
  })

const positionsOf = (project: string, device: string) =>
  Effect.map(
    expectStatus(200, "GET", `/projects/${project}/positions?device_id=${device}`),
    ({ items }) => items
  )

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("re-attribution", (it) => {
  it.effect(
    "is asked for, runs in the background with progress and a trace, and is listed with the device",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const project = yield* makeProject(),
            device = yield* makeStray
          yield* putIn(device, project.id)
          yield* sql`delete from jobs`
          const job = yield* expectStatus(202, "POST", `/devices/${device}/reattribute`, {})
          assert.deepInclude(job, {
            device_id: device,
            kind: "attribution",
            status: "queued",
            time_from: null,
            time_to: null,
            progress: 0,
            counts: {},
            trace: null,
            error: null
          })
          const again = yield* expectStatus(409, "POST", `/devices/${device}/reattribute`, {})
          assert.deepInclude(again, {
            code: "ATTRIBUTION_AT_WORK",
            conflicting_id: job.id,
            current_status: "queued"
          })
          yield* startJobs
          yield* jobsDone
          const done = yield* expectStatus(200, "GET", `/devices/${device}/jobs/${job.id}`)
          assert.deepInclude(done, { status: "completed", progress: 100, records_total: 4, records_done: 4 })
          assert.deepStrictEqual(
            done.trace.steps.map((s: { readonly name: string; readonly status: string }) => [
              s.name,
              s.status
            ]),
            [
              ["select", "ok"],
              ["work", "ok"]
            ]
          )
          assert.deepStrictEqual(
            (yield* expectStatus(200, "GET", `/devices/${device}/attribution-jobs`)).items,
            [done]
          )
          assert.deepStrictEqual(
            (yield* expectStatus(200, "GET", `/devices/${device}/jobs?kind=kept_reports`)).items,
            []
          )
          assert.deepInclude(yield* expectStatus(200, "GET", `/traces/${done.trace_id}`), {
            kind: "attribution",
            status: "ok",
            code: "RECORDS_ATTRIBUTED",
            device_id: device,
            project_id: project.id
          })
          assert.lengthOf(yield* positionsOf(project.id, device), 4)
          const log = yield* expectStatus(200, "GET", "/audit")
          assert.isTrue(
            log.items.some(
              (e: { readonly action: string; readonly object: { readonly id: string } }) =>
                e.action === "device.reattributed" && e.object.id === device
            )
          )
        })
      )
  )

  it.effect(
    "follows by itself from a change of an assignment, for the span that the change is about, where there are records",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const project = yield* makeProject(),
            device = yield* makeStray,
            cow = yield* makeEntity(project.id)
          const silent = yield* makeDevice()
          yield* putIn(silent.id, project.id)
          assert.deepStrictEqual((yield* expectStatus(200, "GET", `/devices/${silent.id}/jobs`)).items, [])
          yield* putIn(device, project.id)
          const worn = yield* expectStatus(201, "POST", `/projects/${project.id}/entity-assignments`, {
            device_id: device,
            entity_id: cow.id,
            valid_from: at(5)
          })
          yield* jobsDone
          const owners = Effect.map(positionsOf(project.id, device), (items) =>
            items.map((p: { readonly entity_id: string | null }) => p.entity_id).toReversed()
          )
          assert.deepStrictEqual(yield* owners, [null, cow.id, cow.id, cow.id])
          yield* expectStatus(200, "PATCH", `/projects/${project.id}/entity-assignments/${worn.id}`, {
            valid_to: at(25)
          })
          yield* jobsDone
          assert.deepStrictEqual(yield* owners, [null, cow.id, cow.id, null])
          const [latest] = (yield* expectStatus(200, "GET", `/devices/${device}/attribution-jobs`)).items
          assert.deepInclude(latest, { time_from: at(25), time_to: null, records_total: 1 })
          yield* expectStatus(204, "DELETE", `/projects/${project.id}/entity-assignments/${worn.id}`)
          yield* jobsDone
          assert.deepStrictEqual(yield* owners, [null, null, null, null])
        })
      )
  )

  it.effect(
    "is cancelled: one that waits at once, one that runs with its chunk, of which nothing is kept",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const project = yield* makeProject(),
            device = yield* makeStray
          yield* putIn(device, project.id)
          yield* sql`delete from jobs`
          const start = expectStatus(202, "POST", `/devices/${device}/reattribute`, {})
          const cancel = (id: string, status = 200) =>
            expectStatus(status, "POST", `/devices/${device}/attribution-jobs/${id}/cancel`)
          const waiting = yield* start
          assert.deepInclude(yield* cancel(waiting.id), { id: waiting.id, status: "cancelled", trace: null })
          assert.deepInclude(yield* cancel(waiting.id, 409), {
            code: "JOB_OVER",
            detail: "The job is over: cancelled."
          })

          const running = yield* start
          const ports = yield* workPorts,
            queue = Context.get(ports, JobQueue)
          const claim = (yield* queue.claim(["attribution"]))!
          assert.strictEqual(claim.id, running.id)
          const cancelled = yield* cancel(running.id)
          assert.deepInclude(cancelled, { status: "cancelled", records_done: 0 })
          assert.deepInclude(cancelled.trace, { status: "skipped", code: "JOB_CANCELLED" })
          assert.match(cancelled.trace.steps[0].detail.remedy, /Start the job again/)
          assert.isFalse(yield* queue.renew(claim), "the worker is told")
          const kept = yield* Effect.flip(
            Context.get(ports, Attribution).attribute(claim, null, () => claim.progress)
          )
          assert.strictEqual(kept._tag, "JobLost")
          assert.lengthOf(yield* positionsOf(project.id, device), 0, "nothing of the chunk")

          yield* start
          yield* startJobs
          yield* jobsDone
          assert.lengthOf(yield* positionsOf(project.id, device), 4, "it can be started again")
          const viewer = yield* makeMember(project.id, "viewer")
          assert.strictEqual(
            (yield* viewer.ask("POST", `/devices/${device}/attribution-jobs/${running.id}/cancel`)).status,
            403
          )
          yield* cancel(NOBODY, 404)
          yield* expectStatus(
            404,
            "POST",
            `/devices/${yield* makeStray}/attribution-jobs/${running.id}/cancel`
          )
        })
      )
  )

  it.effect(
    "needs project:write in every project the device was ever in; a device of others is like one that is not there",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const [mine, other] = [yield* makeProject(), yield* makeProject()]
        const [own, shared, foreign] = [yield* makeStray, yield* makeStray, yield* makeStray]
        yield* putIn(own, mine.id)
        yield* putIn(shared, other.id, { valid_to: "2021-01-01T00:00:00Z" })
        yield* putIn(shared, mine.id, { valid_from: "2021-01-01T00:00:00Z" })
        yield* putIn(foreign, other.id)
        const sql = yield* SqlClient.SqlClient
        yield* sql`delete from jobs`
        const member = yield* makeMember(mine.id, "admin")
        const ask = (device: string) =>
          Effect.map(
            member.ask("POST", `/devices/${device}/reattribute`, { body: {} }),
            ({ body, status }) => [status, body.permission]
          )
        assert.deepStrictEqual(
          [yield* ask(own), yield* ask(shared), yield* ask(foreign), yield* ask(NOBODY)],
          [
            [202, undefined],
            [403, "project:write"],
            [404, undefined],
            [404, undefined]
          ]
        )
        for (const below of ["attribution-jobs", "jobs", `jobs/${NOBODY}`]) {
          assert.strictEqual((yield* member.ask("GET", `/devices/${foreign}/${below}`)).status, 404, below)
        }
        const viewer = yield* makeMember(mine.id, "viewer")
        assert.deepInclude((yield* viewer.ask("POST", `/devices/${own}/reattribute`, { body: {} })).body, {
          status: 403,
          permission: "project:write"
        })
        assert.lengthOf((yield* viewer.ask("GET", `/devices/${own}/attribution-jobs`)).body.items, 1)
        const token = yield* tokenFor(member, ["project:read"])
        assert.strictEqual(
          (yield* send("POST", `/devices/${own}/reattribute`, { token, body: {} })).status,
          403
        )
        assert.strictEqual(
          (yield* send("POST", `/devices/${own}/reattribute`, { body: { from: at(3), to: at(3) } })).body
            .code,
          "RANGE_EMPTY"
        )
      })
  )
})
