// Several changes of a device's assignments at once: told before, made together, for whoever sees both sides.
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { jobsDone, startJobs } from "../../../support/sql/jobs.ts"
import { makeMember } from "../../../support/http/people.ts"
import { propertyRuns } from "../../../support/propertyRuns.ts"
import { casesOf, REPEATED } from "../../../support/stories.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../../support/http/tracking.ts"

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour)).toISOString()
const HOURS = 12

/** A device in a project, with a fix and a value each hour, and three animals that may wear it. */
const makeWorn = Effect.gen(function* () {
  const { send } = yield* TestServer
  const source = yield* makeSource(),
    project = yield* makeProject(),
    name = fresh("worn")
  const device = yield* makeDevice({ name, external_id: name, data_source_id: source.id })
  yield* expectStatus(201, "POST", `/devices/${device.id}/project-assignments`, {
    project_id: project.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  const animals = yield* Effect.forEach(["Alma", "Berta", "Cora"], (animal) =>
    makeEntity(project.id, { name: animal })
  )
  const path = `/projects/${project.id}/entity-assignments`
  const wears = (animal: number, from: number, to: number | null) =>
    expectStatus(201, "POST", path, {
      device_id: device.id,
      entity_id: animals[animal].id,
      valid_from: at(from),
      valid_to: to === null ? null : at(to)
    })
  const sends = Effect.gen(function* () {
    const sent = yield* send("POST", `/ingest/http/${source.id}`, {
      token: source.token,
      body: Array.from({ length: HOURS }, (_, hour) => ({
        device: name,
        time: at(hour),
        lat: 1,
        lon: 1 + hour / 100,
        ...(hour % 2 === 0 ? { measurements: { temperature_c: hour } } : {})
      }))
    })
    assert.strictEqual(sent.status, 202)
  })
  return { project, device, animals, path, wears, sends }
})

const update = (assignment: { readonly id: string }, edges: object) => ({
  action: "update",
  assignment_id: assignment.id,
  ...edges
})

/** Whose each record of a device is. */
const owners = Effect.fnUntraced(function* (device: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ record: string; owner: string | null }>`
    select kind || id as record, entity_id as owner from (
      select 'position' as kind, id, entity_id from positions where device_id = ${device}::uuid
      union all select 'value', id, entity_id from measurements where device_id = ${device}::uuid) r`
  return new Map(rows.map(({ owner, record }) => [record, owner]))
})

interface Moved {
  readonly from: { readonly id: string } | null
  readonly to: { readonly id: string } | null
  readonly records: number
}
const told = (moves: ReadonlyArray<Moved>) =>
  moves.map(({ from, records, to }) => `${from?.id ?? "nobody"} ${to?.id ?? "nobody"} ${records}`).sort()

const Hour = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: HOURS }))
const Change = Schema.Struct({
  action: Schema.Literals(["update", "update", "create", "remove"]),
  which: Schema.Literals([0, 1, 2]),
  from: Hour,
  to: Schema.NullOr(Hour)
})

layer(serve(), { excludeTestServices: true, timeout: "90 seconds" })("several assignments at once", (it) => {
  it.effect("move an edge that two share, with one job; what was told of it is what happens", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { animals, device, path, sends, wears } = yield* makeWorn
        const [alma, berta] = [yield* wears(0, 0, 6), yield* wears(1, 6, null)]
        yield* sends
        const changes = [update(alma, { valid_to: at(4) }), update(berta, { valid_from: at(4) })]
        const preview = yield* expectStatus(200, "POST", `${path}/preview`, { changes })
        assert.deepStrictEqual(preview, {
          moves: [
            {
              from: { id: animals[0].id, name: "Alma" },
              to: { id: animals[1].id, name: "Berta" },
              time_from: at(4),
              time_to: at(5),
              records: 3
            }
          ],
          events_judged: 0,
          rules: 0,
          seconds: 3
        })
        const sql = yield* SqlClient.SqlClient
        yield* sql`delete from jobs`
        const done = yield* expectStatus(200, "POST", `${path}/batch`, { changes })
        assert.deepStrictEqual(
          done.assignments.map((a: Record<string, unknown>) => [a["id"], a["valid_from"], a["valid_to"]]),
          [
            [alma.id, at(0), at(4)],
            [berta.id, at(4), null]
          ]
        )
        const jobs = yield* expectStatus(200, "GET", `/devices/${device.id}/jobs`)
        assert.lengthOf(jobs.items, 1)
        assert.deepInclude(jobs.items[0], {
          id: done.job_id,
          status: "queued",
          reason: "assignment_changed",
          time_from: at(4),
          time_to: at(6),
          steps_so_far: [],
          eta_seconds: null
        })
        yield* startJobs
        yield* jobsDone
        const after = yield* expectStatus(200, "GET", `/devices/${device.id}/jobs/${done.job_id}`)
        assert.deepInclude(after, {
          status: "completed",
          counts: { positions: 2, measurements: 1, states: 0, chunks: 1 }
        })
        assert.deepInclude(after.steps_so_far[1], { name: "work", done: 3, total: 3 })
        assert.deepStrictEqual(
          (yield* expectStatus(200, "POST", `${path}/preview`, { changes })).moves,
          [],
          "nothing is left to move"
        )
        const log = yield* expectStatus(200, "GET", "/audit")
        assert.lengthOf(
          log.items.filter(
            (e: { readonly action: string; readonly object: { readonly id: string } }) =>
              e.action === "entity_assignment.updated" && [alma.id, berta.id].includes(e.object.id)
          ),
          2
        )
      })
    )
  )

  it.effect.prop(
    "come to what their preview says, or are refused alike, whatever the list",
    { changes: Schema.Array(Change).check(Schema.isMinLength(1), Schema.isMaxLength(4)) },
    ({ changes: drawn }) =>
      Effect.scoped(
        Effect.gen(function* () {
          const { send } = yield* TestServer
          const { animals, device, path, sends, wears } = yield* makeWorn
          const worn = [yield* wears(0, 1, 4), yield* wears(1, 4, 8), yield* wears(2, 9, null)]
          yield* sends
          const changes = drawn.map(({ action, from, to, which }) => {
            const edges = { valid_from: at(from), valid_to: to === null ? null : at(to) }
            return action === "create"
              ? { action, device_id: device.id, entity_id: animals[which].id, ...edges }
              : action === "remove"
                ? { action, assignment_id: worn[which].id }
                : update(worn[which], edges)
          })
          const preview = yield* send("POST", `${path}/preview`, { body: { changes } })
          const before = yield* owners(device.id)
          const batch = yield* send("POST", `${path}/batch`, { body: { changes } })
          assert.strictEqual(batch.status, preview.status)
          if (batch.status !== 200) return assert.strictEqual(batch.body.code, preview.body.code)
          yield* startJobs
          yield* jobsDone
          const moved = new Map<string, number>()
          for (const [record, owner] of yield* owners(device.id)) {
            const was = before.get(record) ?? null
            if (was === owner) continue
            const key = `${was ?? "nobody"} ${owner ?? "nobody"}`
            moved.set(key, (moved.get(key) ?? 0) + 1)
          }
          assert.deepStrictEqual(told(preview.body.moves), [...moved].map(([key, n]) => `${key} ${n}`).sort())
        })
      ),
    { ...REPEATED, ...propertyRuns(casesOf(20)) }
  )

  it.effect("are all made or none, and only of one device", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { animals, device, path, wears } = yield* makeWorn
      const [alma, berta] = [yield* wears(0, 0, 6), yield* wears(1, 6, null)]
      const other = yield* makeWorn
      const ask = (changes: ReadonlyArray<object>) =>
        Effect.map(send("POST", `${path}/batch`, { body: { changes } }), ({ body, status }) => [
          status,
          body.code,
          body.errors?.[0].pointer
        ])
      assert.deepStrictEqual(
        yield* ask([update(berta, { valid_to: at(9) }), update(alma, { valid_to: at(7) })]),
        [409, "ASSIGNMENT_OVERLAP", undefined]
      )
      assert.deepStrictEqual(yield* ask([update(alma, { valid_to: at(0) })]), [
        422,
        "RANGE_EMPTY",
        "/changes/0/valid_to"
      ])
      assert.deepStrictEqual(
        yield* ask([
          update(alma, { valid_to: at(3) }),
          { action: "create", device_id: other.device.id, entity_id: animals[0].id, valid_from: at(3) }
        ]),
        [422, "MANY_DEVICES", "/changes/1/device_id"]
      )
      assert.deepStrictEqual(
        yield* ask([
          update(alma, { valid_to: at(3) }),
          {
            action: "create",
            device_id: device.id,
            entity_id: other.animals[0].id,
            valid_from: at(3),
            valid_to: at(4)
          }
        ]),
        [422, "ENTITY_UNKNOWN", "/changes/1/entity_id"]
      )
      assert.deepStrictEqual(
        (yield* expectStatus(200, "GET", `${path}?device_id=${device.id}`)).items
          .map((a: Record<string, unknown>) => [a["valid_from"], a["valid_to"]])
          .toReversed(),
        [
          [at(0), at(6)],
          [at(6), null]
        ],
        "nothing of it was made"
      )
    })
  )

  it.effect("are for members who see both animals and the device; of nothing hidden is told", () =>
    Effect.gen(function* () {
      const { animals, device, path, project, sends, wears } = yield* makeWorn
      const [alma, berta] = [yield* wears(0, 0, 6), yield* wears(1, 6, null)]
      yield* sends
      const changes = [update(alma, { valid_to: at(4) }), update(berta, { valid_from: at(4) })]
      const scoped = (...seen: ReadonlyArray<number>) =>
        makeMember(project.id, "admin", { groups: [], entities: seen.map((n) => animals[n].id), devices: [] })
      for (const one of ["preview", "batch"]) {
        const [viewer, blind, both] = [
          yield* makeMember(project.id, "viewer"),
          yield* scoped(1),
          yield* scoped(0, 1)
        ]
        assert.deepInclude((yield* viewer.ask("POST", `${path}/${one}`, { body: { changes } })).body, {
          status: 403,
          permission: "devices:write"
        })
        const refused = yield* blind.ask("POST", `${path}/${one}`, { body: { changes } })
        assert.deepInclude(refused.body, { status: 422, code: "ASSIGNMENT_UNKNOWN" })
        assert.notInclude(JSON.stringify(refused.body), "Alma")
        // whose records Alma's become is told to who sees them now, and Berta is not named to who does not see her
        const own = yield* blind.ask("POST", `${path}/${one}`, {
          body: { changes: [update(berta, { valid_from: at(7) })] }
        })
        assert.strictEqual(own.status, 200)
        if (one === "preview") assert.deepInclude(own.body.moves[0], { to: null, records: 2 })
        assert.strictEqual((yield* both.ask("POST", `${path}/${one}`, { body: { changes } })).status, 200)
      }
      yield* expectStatus(200, "GET", `/devices/${device.id}`)
    })
  )
})
