// Imports that are taken back: what goes, what stays and why, and what rules make of it.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { permissions } from "../../../../src/domain/access/Permission.ts"
import { importRemoval } from "../../../../src/jobs/importRemoval.ts"
import { JobQueue, type Progress } from "../../../../src/jobs/ports.ts"
import { engineLayer } from "../../../../src/roles/engine.ts"
import { makePerson, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import { COW, expectStatus, makeProject, square } from "../../../support/http/tracking.ts"
import { STORY } from "../../../support/stories.ts"
import { jobsDone, removalPorts, startJobs } from "../../../support/sql/jobs.ts"
import { settled } from "../../../support/sql/lateFarm.ts"

let files = 0
const file = () => ({
  file_name: `herd ${++files}.csv`,
  size_bytes: 1_000_000,
  sha256: `${files}`.padStart(64, "e"),
  answers: { times_in: "UTC" }
})
type NewFile = ReturnType<typeof file>

const START = Date.parse("2026-05-03T00:00:00Z")
const iso = (minute: number) => new Date(START + minute * 60_000).toISOString()

const item = (device: string, minute: number, more: object = {}) => ({
  device,
  time: iso(minute),
  lon: 0.005,
  lat: 0.005,
  ...more
})

const ALWAYS = { from: "1990-01-01T00:00:00Z", to: null }
const on = (device: string, animal: string) => ({ name: device, on: [{ animal, ...ALWAYS }] })

/** Imports a file; the path of the import. */
const importInto = Effect.fnUntraced(function* (
  project: string,
  input: NewFile,
  devices: ReadonlyArray<object>,
  pieces: ReadonlyArray<ReadonlyArray<object>>
) {
  const begun = yield* expectStatus(200, "POST", `/projects/${project}/imports`, input)
  assert.strictEqual(begun.found, "new")
  const path = `/projects/${project}/imports/${begun.import.id}`
  yield* expectStatus(200, "POST", `${path}/enrolments`, { entity_type_id: COW, devices })
  let at = 0
  for (const items of pieces) {
    const from = { offset: at * 100, line: at },
      to = { offset: (at + items.length) * 100, line: at + items.length }
    yield* expectStatus(200, "POST", `${path}/rows`, { from, to, refused: 0, items })
    at += items.length
  }
  yield* expectStatus(200, "POST", `${path}/finish`)
  return path
})

const count = Effect.fnUntraced(function* (project: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ positions: number; measurements: number; animals: number; devices: number }>`
    select (select count(*)::int4 from positions where project_id = ${project}::uuid) as positions,
      (select count(*)::int4 from measurements where project_id = ${project}::uuid) as measurements,
      (select count(*)::int4 from entities where project_id = ${project}::uuid) as animals,
      (select count(*)::int4 from project_assignments where project_id = ${project}::uuid) as devices`
  return row!
})

const takeBack = Effect.fnUntraced(function* (path: string) {
  yield* expectStatus(202, "POST", `${path}/removal`)
  yield* jobsDone
  return yield* expectStatus(200, "GET", path)
})

const entityNamed = Effect.fnUntraced(function* (project: string, name: string) {
  const { items } = yield* expectStatus(200, "GET", `/projects/${project}/entities?limit=200`)
  return items.find((one: { readonly name: string }) => one.name === name)
})

const server = engineLayer({ tickGraceSeconds: 20, lateQuietMs: 0 }).pipe(Layer.provideMerge(serve()))

layer(server, { excludeTestServices: true, timeout: "60 seconds" })("an import that is taken back", (it) => {
  it.effect("goes whole, rules judge the past without it, and the same file can come again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* startJobs
        const { id: project } = yield* makeProject()
        yield* expectStatus(201, "POST", `/projects/${project}/features`, {
          feature_type: "geofence",
          name: "Home",
          geometry: square(0, 0)
        })
        yield* expectStatus(201, "POST", `/projects/${project}/rules`, {
          name: "Left",
          enabled: true,
          document: {
            trigger: { kind: "position" },
            conditions: { type: "spatial", relation: "exit" },
            event: { event_type: "LEFT", title: "{entity} left {feature}", create_alert: true }
          }
        })
        const input = file()
        const rows = [
          item("0112", 1, { measurements: { temperature_c: 12 } }),
          item("0112", 2, { lon: 1 }),
          item("0113", 1)
        ]
        const send = importInto(project, input, [on("0112", "Alma"), on("0113", "Berta")], [rows])
        const path = yield* send
        yield* settled
        const events = Effect.map(
          expectStatus(200, "GET", `/projects/${project}/events`),
          ({ items }): ReadonlyArray<unknown> =>
            items.map(({ entity_name, superseded }: Record<string, unknown>) => ({ entity_name, superseded }))
        )
        assert.deepStrictEqual(yield* events, [{ entity_name: "Alma", superseded: false }])

        const plan = yield* expectStatus(200, "GET", `${path}/removal`)
        assert.deepStrictEqual(plan, {
          positions: 3,
          measurements: 1,
          states: 0,
          animals: { removed: 2, removed_names: ["Alma", "Berta"], kept: 0, kept_items: [] },
          devices: { removed: 2, removed_names: ["0112", "0113"], kept: 0, kept_items: [] },
          curated: 0,
          kept_runs: 0,
          repeated_by: []
        })
        const { removal, removable, removed_at, state } = yield* takeBack(path)
        assert.strictEqual(state, "removed")
        assert.isFalse(removable)
        assert.isNotNull(removed_at)
        assert.deepInclude(removal, { status: "completed", records_done: 4, records_total: 4, error: null })
        assert.deepInclude(removal.result, { positions: 3, measurements: 1, animals: plan.animals })
        assert.deepStrictEqual(yield* count(project), {
          positions: 0,
          measurements: 0,
          animals: 0,
          devices: 0
        })
        assert.deepStrictEqual(yield* events, [{ entity_name: "Alma", superseded: true }])
        const { items: audit } = yield* expectStatus(
          200,
          "GET",
          `/projects/${project}/audit?object_type=import&limit=10`
        )
        assert.deepStrictEqual(
          audit.map(({ action }: { readonly action: string }) => action),
          ["import.removed", "import.removal_asked", "import.finished", "import.begun"]
        )

        yield* send
        yield* settled
        assert.deepInclude(yield* count(project), { positions: 3, animals: 2 })
        assert.deepStrictEqual(yield* events, [
          { entity_name: "Alma", superseded: false },
          { entity_name: "Alma", superseded: true }
        ])
      })
    )
  )

  it.effect("leaves animals that something else uses, and says why", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* startJobs
        const { id: project } = yield* makeProject()
        const animals = ["Alma", "Berta", "Cilla", "Dora", "Elsa"]
        const first = yield* importInto(
          project,
          file(),
          animals.map((name) => on(`tag of ${name}`, name)),
          [animals.map((name) => item(`tag of ${name}`, 1))]
        )
        // another import brings more of Alma
        yield* importInto(project, file(), [on("tag of Alma", "Alma")], [[item("tag of Alma", 2)]])
        const [berta, cilla, dora] = yield* Effect.forEach(["Berta", "Cilla", "Dora"], (name) =>
          entityNamed(project, name)
        )
        yield* expectStatus(200, "PATCH", `/projects/${project}/entities/${berta.id}`, {
          attributes: { weight_kg: 640 }
        })
        yield* expectStatus(201, "POST", `/projects/${project}/rules`, {
          name: "Cilla",
          document: {
            trigger: { kind: "position" },
            scope: { entity_ids: [cilla.id] },
            conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
            event: { event_type: "FAST", title: "{entity}" }
          }
        })
        yield* expectStatus(201, "POST", `/projects/${project}/automations`, {
          name: "Dora",
          entity_ids: [dora.id],
          actions: [{ type: "email", to: ["ranger@example.org"] }]
        })
        const kept = [
          ["Alma", ["records"]],
          ["Berta", ["edited"]],
          ["Cilla", ["rule"]],
          ["Dora", ["automation"]]
        ]
        const reasonsOf = ({ kept_items }: { readonly kept_items: ReadonlyArray<Record<string, unknown>> }) =>
          kept_items.map(({ name, reasons }) => [name, reasons])
        const plan = yield* expectStatus(200, "GET", `${first}/removal`)
        assert.deepStrictEqual(reasonsOf(plan.animals), kept)
        assert.deepStrictEqual(plan.animals.removed_names, ["Elsa"])
        assert.deepStrictEqual(reasonsOf(plan.devices), [["tag of Alma", ["records"]]])

        const { removal } = yield* takeBack(first)
        assert.deepStrictEqual(reasonsOf(removal.result.animals), kept)
        // Alma's device and its assignments stay, as records came by them
        assert.deepStrictEqual(yield* count(project), {
          positions: 1,
          measurements: 0,
          animals: 4,
          devices: 1
        })
        const { items: worn } = yield* expectStatus(200, "GET", `/projects/${project}/entity-assignments`)
        assert.lengthOf(worn, 1)
      })
    )
  )

  it.effect("gives a fix that was in conflict its place, and names the imports whose rows go too", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* startJobs
        const { id: project } = yield* makeProject()
        const enrolled = [on("0112", "Alma")]
        const first = yield* importInto(project, file(), enrolled, [[item("0112", 1), item("0112", 2)]])
        const other = file()
        yield* importInto(project, other, enrolled, [[item("0112", 1, { lon: 9 }), item("0112", 2)]])
        const { repeated_by } = yield* expectStatus(200, "GET", `${first}/removal`)
        assert.deepStrictEqual(
          repeated_by.map(({ file_name }: { readonly file_name: string }) => file_name),
          [other.file_name]
        )
        yield* takeBack(first)
        const sql = yield* SqlClient.SqlClient
        const left = yield* sql`
          select lon, conflicting from positions where project_id = ${project}::uuid`
        assert.deepStrictEqual(left, [{ lon: 9, conflicting: false }])
      })
    )
  )

  it.effect(
    "goes on after a worker that died where that one stopped, and takes nothing twice",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { id: project } = yield* makeProject()
          const sql = yield* SqlClient.SqlClient
          const pieces = [0, 1, 2].map((piece) =>
            Array.from({ length: 3000 }, (_, minute) => item("0112", piece * 3000 + minute))
          )
          const path = yield* importInto(project, file(), [on("0112", "Alma")], pieces)
          yield* settled
          yield* expectStatus(202, "POST", `${path}/removal`)
          const ports = yield* removalPorts
          const { claim, complete } = Context.get(ports, JobQueue)
          const { step } = yield* Effect.provide(importRemoval, ports)
          const dying = (yield* claim(["import_removal"]))!
          const { progress: begun } = yield* step(dying, dying.progress)
          assert.deepInclude(begun, { done: 3000, total: 9000 })
          assert.deepInclude(yield* count(project), { positions: 6000, animals: 1 })
          assert.deepInclude((yield* expectStatus(200, "GET", path)).removal, {
            status: "running",
            records_done: 3000,
            records_total: 9000
          })

          yield* sql`update jobs set lease_until = now() - interval '1 second' where id = ${dying.id}::uuid`
          const next = (yield* claim(["import_removal"]))!
          assert.deepInclude(next.progress, { done: 3000, total: 9000 })
          const lost = yield* Effect.flip(step(dying, begun))
          assert.strictEqual(lost._tag, "JobLost")
          let progress: Progress = next.progress
          for (;;) {
            const after = yield* step(next, progress)
            progress = after.progress
            if (after.waitMs !== undefined) yield* settled
            if (after.isDone) break
          }
          yield* complete(next, progress)
          assert.deepInclude(progress, {
            done: 9000,
            counts: { positions: 9000, measurements: 0, states: 0 }
          })
          assert.deepStrictEqual(yield* count(project), {
            positions: 0,
            measurements: 0,
            animals: 0,
            devices: 0
          })
          const { removal, state } = yield* expectStatus(200, "GET", path)
          assert.strictEqual(state, "removed")
          assert.strictEqual(removal.result.positions, 9000)
        })
      ),
    STORY
  )

  it.effect("takes no rows any more, and its file cannot begin before it is over", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { id: project } = yield* makeProject()
        const input = file()
        const path = yield* importInto(project, input, [on("0112", "Alma")], [[item("0112", 1)]])
        const { send } = yield* TestServer
        const asked = yield* expectStatus(202, "POST", `${path}/removal`)
        assert.deepInclude(asked, { state: "removing", removable: false })
        assert.deepInclude(asked.removal, { status: "queued", result: null })
        const again = yield* expectStatus(202, "POST", `${path}/removal`)
        assert.strictEqual(again.updated_at, asked.updated_at)
        for (const [sub, body] of [
          ["rows", { from: { offset: 1, line: 1 }, to: { offset: 2, line: 2 }, refused: 0, items: [] }],
          ["enrolments", { entity_type_id: COW, devices: [on("0112", "Alma")] }]
        ] as const)
          assert.deepInclude((yield* send("POST", `${path}/${sub}`, { body })).body, {
            status: 409,
            code: "IMPORT_REMOVED"
          })
        const begun = yield* send("POST", `/projects/${project}/imports`, { body: input })
        assert.deepInclude(begun.body, { status: 409, code: "IMPORT_BEING_REMOVED" })
        yield* startJobs
        yield* jobsDone
      })
    )
  )

  it.effect("says why it failed, and goes on when it is asked for again", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { id: project } = yield* makeProject()
        const path = yield* importInto(project, file(), [on("0112", "Alma")], [[item("0112", 1)]])
        yield* expectStatus(202, "POST", `${path}/removal`)
        const ports = yield* removalPorts
        const { claim, refuse } = Context.get(ports, JobQueue)
        yield* refuse((yield* claim(["import_removal"]))!, "the disk is full")
        const failed = yield* expectStatus(200, "GET", path)
        assert.deepInclude(failed, { state: "removing", removable: true })
        assert.deepInclude(failed.removal, { status: "failed", error: "the disk is full" })
        const { items } = yield* expectStatus(200, "GET", `/projects/${project}/traces?status=failed`)
        assert.strictEqual(items[0].code, "JOB_FAILED")
        yield* startJobs
        assert.strictEqual((yield* takeBack(path)).state, "removed")
      })
    )
  )

  it.effect("is for those who may make animals and devices, and not of an older release", () =>
    Effect.gen(function* () {
      const { id: project } = yield* makeProject()
      const path = yield* importInto(project, file(), [on("0112", "Alma")], [[item("0112", 1)]])
      const { send } = yield* TestServer
      const person = yield* makePerson()
      yield* expectStatus(201, "POST", `/projects/${project}/members`, { user_id: person.id, role: "admin" })
      for (const lacking of ["entities:write", "devices:write"] as const) {
        const token = yield* tokenFor(
          person,
          permissions.filter((key) => key !== lacking)
        )
        const { body } = yield* send("POST", `${path}/removal`, { token })
        assert.deepInclude(body, { status: 403, permission: lacking })
      }
      const sql = yield* SqlClient.SqlClient
      yield* sql`update track_imports set noted = false where project_id = ${project}::uuid`
      assert.isFalse((yield* expectStatus(200, "GET", path)).removable)
      for (const method of ["GET", "POST"])
        assert.deepInclude((yield* send(method, `${path}/removal`)).body, {
          status: 409,
          code: "IMPORT_NOT_NOTED"
        })
    })
  )
})
