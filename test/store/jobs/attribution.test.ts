// The attribution job on real PostgreSQL: what it leaves is what intake would have left, whatever the order
// of things.
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Assignments } from "../../../src/domain/intake/attribute.ts"
import type { Item } from "../../../src/domain/intake/Report.ts"
import { MAX_METRICS } from "../../../src/domain/tracking/Metric.ts"
import { LateSpans } from "../../../src/engine/ports.ts"
import { attribution } from "../../../src/jobs/attribution.ts"
import { Attribution } from "../../../src/jobs/ports.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { assignmentsOf, Lives } from "../../support/assignments.ts"
import { addRule } from "../../support/sql/farm.ts"
import { jobQueue, jobsDone, queue, startJobs, workPorts } from "../../support/sql/jobs.ts"
import { enginePorts, eventsOf, settled, start } from "../../support/sql/lateFarm.ts"
import {
  assignEntity,
  assignProject,
  deliver,
  intakeOver,
  makeDevice,
  makeEntity,
  makePasture,
  makeProject,
  makeSource,
  type Source
} from "../../support/sql/pasture.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"
import { casesOf, REPEATED } from "../../support/stories.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"

const DAY = Date.parse("2026-05-01T00:00:00Z"),
  HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()
const minute = (n: number) => DAY + n * 60_000

const assign = Effect.fnUntraced(function* (device: string, { entities, projects }: Assignments) {
  const end = (to: number) => (to === Infinity ? null : iso(to))
  for (const p of projects) yield* assignProject(device, p.projectId, iso(p.from), end(p.to))
  for (const e of entities) yield* assignEntity(device, e.projectId, e.entityId, iso(e.from), end(e.to))
})

/** Whose every record of a device is, in the order of their times. */
const ownersOf = Effect.fnUntraced(function* (device: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ owner: string }>`
    select concat_ws(' ', kind, to_char(original_time, 'DD HH24:MI'), lon, project_id, '/', entity_id)
      as owner from (
      select 'position' as kind, original_time, lon, project_id, entity_id from positions
        where device_id = ${device}::uuid
      union all select metric_key, original_time, null, project_id, entity_id from measurements
        where device_id = ${device}::uuid
      union all select state_key, original_time, null, project_id, entity_id from device_states
        where device_id = ${device}::uuid) r order by 1`
  return rows.map((r) => r.owner)
})

const Hour = Schema.Int.check(Schema.isBetween({ minimum: -2, maximum: 26 }))
const Sent = Schema.Array(
  Schema.Struct({
    hour: Hour,
    of: Schema.Literals(["fix", "network", "value", "state", "all"]),
    lon: Schema.Literals([1, 2])
  })
).check(Schema.isMinLength(1), Schema.isMaxLength(25))

const itemOf = (device: string, { hour, lon, of }: (typeof Sent.Type)[number]): Item => ({
  device,
  time: iso(DAY + hour * HOUR),
  ...(of === "fix" || of === "network" || of === "all"
    ? { lat: 0, lon, ...(of === "network" ? ({ record_type: "network" } as const) : {}) }
    : {}),
  ...(of === "value" || of === "all"
    ? { measurements: { temperature_c: lon, accel_x: lon, accel_y: 0, accel_z: 0 } }
    : {}),
  ...(of === "state" ? { state: { door: lon } } : {})
})

layer(intakeOver(), { timeout: "120 seconds", excludeTestServices: true })("the attribution job", (it) => {
  it.effect.prop(
    "leaves the tables as attribution at intake leaves them, whatever the assignments, the records, and what was there before",
    { before: Lives, lives: Lives, sent: Sent },
    ({ before, lives, sent }) =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const sql = yield* SqlClient.SqlClient
          const source: Source = yield* makeSource()
          const projects = [yield* makeProject, yield* makeProject]
          const entities = yield* Effect.forEach([0, 0, 1, 1], (p) => makeEntity(projects[p]!))
          const assignments = assignmentsOf(lives, { projects, entities }, DAY, HOUR)
          const [first, second] = [yield* makeDevice(source, "first"), yield* makeDevice(source, "second")]
          yield* assign(first, assignments)
          yield* deliver(
            source,
            sent.map((s) => itemOf("first", s))
          )
          yield* assign(second, assignmentsOf(before, { projects, entities }, DAY, HOUR))
          yield* deliver(
            source,
            sent.map((s) => itemOf("second", s))
          )
          yield* sql`delete from project_assignments where device_id = ${second}::uuid`
          yield* sql`delete from entity_assignments where device_id = ${second}::uuid`
          yield* assign(second, assignments)
          yield* queue(second)
          yield* jobsDone
          assert.deepStrictEqual(yield* ownersOf(second), yield* ownersOf(first))
          const versions = sql<{
            version: string
          }>`select xmin::text as version from positions where device_id = ${second}::uuid order by id`
          const written = yield* versions
          yield* queue(second)
          yield* jobsDone
          assert.deepStrictEqual(yield* versions, written, "done again, it writes nothing")
        })
      ),
    { ...REPEATED, ...propertyRuns(casesOf(25)) }
  )

  it.effect("over a range changes what lies in it, fixes in conflict among it, and nothing else", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* startJobs
        const source = yield* makeSource(),
          project = yield* makeProject,
          device = yield* makeDevice(source, "ranged")
        yield* deliver(
          source,
          [0, 10, 20, 30].map((m) => ({ device: "ranged", time: iso(minute(m)), lat: 0, lon: 1 }))
        )
        assert.deepStrictEqual(
          yield* deliver(source, [{ device: "ranged", time: iso(minute(10)), lat: 0, lon: 2 }]),
          [{ status: "accepted", code: "CONFLICTING", detail: "another fix of this time lies elsewhere" }]
        )
        yield* assignProject(device, project)
        yield* queue(device, "attribution", minute(10), minute(30))
        yield* jobsDone
        assert.deepStrictEqual(
          (yield* ownersOf(device)).map((o) => o.includes(project)),
          [false, true, true, true, false]
        )
      })
    )
  )

  it.effect(
    "brings measurements into the units of the project they are given to, and their names to it, but no more of them than it may have",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const sql = yield* SqlClient.SqlClient
          const source = yield* makeSource(),
            other = yield* makePasture("b"),
            project = yield* makeProject
          const device = yield* makeDevice(source, "mover")
          yield* deliver(other.source, [
            { device: "b", time: minute(0), metric: "cell", value: 4, unit: "V" }
          ])
          yield* deliver(source, [
            { device: "mover", time: minute(0), metric: "cell", value: 3100, unit: "mV" },
            { device: "mover", time: minute(1), measurements: { mood: "calm" } }
          ])
          const move = Effect.fnUntraced(function* (to: string) {
            yield* sql`delete from project_assignments where device_id = ${device}::uuid`
            yield* assignProject(device, to)
            yield* queue(device)
            yield* jobsDone
          })
          const cell = Effect.map(
            sql<{
              value: number
            }>`select value_number as value from measurements where device_id = ${device}::uuid
              and metric_key = 'cell'`,
            ([row]) => row!.value
          )
          const sent = (owner: string) =>
            Effect.map(
              sql<{ said: string }>`
      select concat_ws(' ', key, value_type, unit) as said from sent_metrics where owner_id = ${owner}::uuid
        order by 1`,
              (rows) => rows.map((r) => r.said)
            )
          yield* move(other.project)
          assert.deepStrictEqual(
            [yield* cell, yield* sent(other.project)],
            [3.1, ["cell number V", "mood text"]]
          )
          // what has no metric there is as it was
          yield* move(project)
          assert.deepStrictEqual([yield* cell, yield* sent(project)], [3.1, ["cell number V", "mood text"]])

          const full = yield* makeProject
          yield* sql`insert into sent_metrics (owner_id, key, value_type)
            select ${full}::uuid, 'before_' || n, 'number' from generate_series(1, ${MAX_METRICS - 1}::int) n`
          yield* move(full)
          assert.deepStrictEqual(
            (yield* sent(full)).filter((said) => !said.startsWith("before_")),
            ["cell number V"]
          )
          assert.isTrue((yield* ownersOf(device)).every((owner) => owner.includes(full)))
        })
      )
  )

  it.effect(
    "tells the rules of the old and of the new subject, whose events become what they would have been",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* startJobs
          const sql = yield* SqlClient.SqlClient
          const { animals, project, source } = yield* makePasture("a", "b")
          const a = animals.get("a")!,
            b = animals.get("b")!
          yield* addRule({ project, animal: a.entity, collar: a.device }, "Fast", {
            trigger: { kind: "position" },
            conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
            event: { event_type: "SEEN", title: "{entity}" }
          })
          const engine = yield* start("attribution job")
          const fix = (m: number, speed_mps: number) => ({
            device: "a",
            time: iso(minute(m)),
            lat: 0,
            lon: 1,
            speed_mps
          })
          yield* deliver(source, [fix(0, 1), fix(10, 20), fix(20, 1), fix(30, 20), fix(40, 1)])
          yield* settled
          assert.deepStrictEqual(yield* eventsOf(a.entity, DAY), ["10 rise until 20", "30 rise until 40"])
          yield* sql`update entity_assignments set valid_to = ${iso(minute(25))}::timestamptz
            where device_id = ${a.device}::uuid`
          yield* sql`delete from entity_assignments where device_id = ${b.device}::uuid`
          yield* assignEntity(a.device, project, b.entity, iso(minute(25)))
          yield* queue(a.device)
          yield* jobsDone
          yield* settled
          assert.deepStrictEqual(yield* eventsOf(a.entity, DAY), [
            "10 rise until 20",
            "30 rise superseded until 40"
          ])
          assert.deepStrictEqual(
            yield* eventsOf(b.entity, DAY),
            ["30 rise late until 40"],
            "one that never reported is judged from its first record on"
          )
          yield* engine.stop
        })
      )
  )

  it.effect("waits with judging the past until the log is read that was there before", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* startJobs
        const sql = yield* SqlClient.SqlClient
        const { animals, project, source } = yield* makePasture("slow", "heir")
        const slow = animals.get("slow")!,
          heir = animals.get("heir")!
        yield* addRule({ project, animal: slow.entity, collar: slow.device }, "Fast", {
          trigger: { kind: "position" },
          conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
          event: { event_type: "SEEN", title: "{entity}" }
        })
        yield* deliver(
          source,
          [0, 10].map((m) => ({
            device: "slow",
            time: iso(minute(m)),
            lat: 0,
            lon: 1,
            speed_mps: m === 0 ? 20 : 1
          }))
        )
        yield* sql`delete from entity_assignments where device_id = ${heir.device}::uuid`
        yield* sql`update entity_assignments set entity_id = ${heir.entity}::uuid
          where device_id = ${slow.device}::uuid`
        yield* queue(slow.device)
        yield* jobsDone
        const spans = Context.get(yield* Layer.build(enginePorts(yield* DatabaseUrl, "nobody")), LateSpans)
        const subjects = Effect.map(
          spans.due({ partitions: ALL_PARTITIONS, now: 0, quietMs: 0, maxWaitMs: 0, most: 10 }),
          (due) => due.map((s) => s.subject.id)
        )
        assert.notInclude(yield* subjects, slow.entity, "its log is not read")
        const engine = yield* start("behind")
        yield* settled
        yield* engine.stop
        assert.deepStrictEqual(
          [yield* eventsOf(slow.entity, DAY), yield* eventsOf(heir.entity, DAY)],
          [["0 rise superseded until 10"], ["0 rise late until 10"]]
        )
      })
    )
  )

  it.effect(
    "says what it did in counts and in a trace; one of a device runs at a time, and one waits behind it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const source = yield* makeSource(),
            project = yield* makeProject,
            device = yield* makeDevice(source, "traced")
          yield* deliver(source, [
            {
              device: "traced",
              time: iso(minute(0)),
              lat: 0,
              lon: 1,
              measurements: { temperature_c: 3 },
              state: { door: 1 }
            }
          ])
          yield* assignProject(device, project)
          const jobs = yield* jobQueue
          const first = yield* queue(device, "attribution", minute(10), minute(20))
          assert.strictEqual(
            yield* queue(device, "attribution", minute(0), minute(5)),
            first,
            "one that waits is widened"
          )
          const claim = yield* jobs.claim(["attribution"])
          assert.deepInclude(claim, { id: first, from: minute(0), to: minute(20), deviceId: device })
          const second = yield* queue(device)
          assert.notStrictEqual(first, second)
          assert.isNull(yield* jobs.claim(["attribution"]))
          yield* jobs.release(claim!)
          yield* startJobs
          yield* jobsDone
          assert.isFalse(yield* jobs.renew(claim!), "who let go of it has lost it")
          const done = yield* sql<{
            records_total: number
            records_done: number
            counts: object
            code: string
            project_id: string
            status: string
          }>`
      select j.records_total::float8, j.records_done::float8, j.counts, t.code, t.project_id, t.status
        from jobs j join processing_traces t on t.id = j.trace_id where j.device_id = ${device}::uuid
        order by j.id`
          assert.deepStrictEqual(
            done.map((j) => ({ ...j })),
            [
              {
                records_total: 3,
                records_done: 3,
                counts: { positions: 1, measurements: 1, states: 1, chunks: 1 },
                code: "RECORDS_ATTRIBUTED",
                project_id: project,
                status: "ok"
              },
              {
                records_total: 3,
                records_done: 3,
                counts: { positions: 0, measurements: 0, states: 0, chunks: 1 },
                code: "RECORDS_ATTRIBUTED",
                project_id: project,
                status: "ok"
              }
            ]
          )
        })
      )
  )

  it.effect(
    "is given up after five failures in one place, with what was wrong, and takes nobody else's job with it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const device = yield* makeDevice(yield* makeSource(), "broken")
          const jobs = yield* jobQueue,
            id = yield* queue(device)
          for (let n = 1; n <= 5; n++) {
            const claim = yield* jobs.claim(["attribution"])
            assert.strictEqual(yield* jobs.stumble(claim!, "the disk is full"), n === 5, `failure ${n}`)
            yield* sql`update jobs set lease_until = now() - interval '1 second' where id = ${id}::uuid`
          }
          assert.isNull(yield* jobs.claim(["attribution"]))
          const [job] = yield* sql<{
            status: string
            error: string
            code: string
          }>`select j.status, j.error, t.code from jobs j join processing_traces t on t.id = j.trace_id
            where j.id = ${id}::uuid`
          assert.deepStrictEqual(
            { ...job },
            { status: "failed", error: "the disk is full", code: "JOB_FAILED" }
          )
        })
      )
  )

  it.effect("keeps nothing of a step whose job another worker has taken meanwhile", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const source = yield* makeSource(),
          project = yield* makeProject,
          device = yield* makeDevice(source, "frozen")
        yield* deliver(source, [{ device: "frozen", time: iso(minute(0)), lat: 0, lon: 1 }])
        yield* assignProject(device, project)
        yield* queue(device)
        const jobs = yield* jobQueue
        const claim = yield* jobs.claim(["attribution"])
        yield* sql`update jobs set lease_until = now() - interval '1 second'
          where device_id = ${device}::uuid`
        assert.strictEqual((yield* jobs.claim(["attribution"]))?.epoch, claim!.epoch + 1)
        const work = yield* Effect.provideService(
          attribution,
          Attribution,
          Context.get(yield* workPorts, Attribution)
        )
        assert.strictEqual((yield* Effect.flip(work.step(claim!, claim!.progress)))._tag, "JobLost")
        assert.isFalse((yield* ownersOf(device))[0]!.includes(project))
      })
    )
  )
})
