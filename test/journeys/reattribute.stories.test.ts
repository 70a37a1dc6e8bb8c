// A collar that sent for a year before anybody said which animal wears it. Its records are given to the
// animal in the background while others go on sending, the service is killed half-way, and in the end
// everything is as if the assignment had been there from the beginning. PUGMARK_REATTRIBUTE_RECORDS: how many
// records; 200000 is the year.
// @module-tag story
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted, Ref, Schedule } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseUrl } from "../../src/store/sql/Pg.ts"
import { TestSql } from "../support/sql/database.ts"
import { startService } from "../support/processes/service.ts"
import { temporaryDirectory } from "../support/machine.ts"
import { COW, square } from "../support/http/tracking.ts"
import { type Client, makeClient, until } from "./client.ts"

const RECORDS = Number(process.env["PUGMARK_REATTRIBUTE_RECORDS"] ?? 24_000)
const BATCH = 4000
const YEAR = 365 * 86_400_000,
  END = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
const STEP = Math.floor(YEAR / RECORDS)

interface Job {
  readonly id: string
  readonly status: string
  readonly records_done: number
  readonly records_total: number | null
  readonly progress: number
  readonly created_at: string
  readonly finished_at: string
  readonly trace: { readonly steps: ReadonlyArray<unknown> } | null
}

/** The nth record: mostly fixes that wander in and out of the fence, every tenth with a battery. */
const record = (device: string, n: number) => ({
  device,
  time: new Date(END - (RECORDS - n) * STEP).toISOString(),
  lat: 0.002,
  lon: n % 400 < 380 ? 0.005 : 0.5,
  ...(n % 10 === 0 ? { measurements: { battery_voltage: 3 + (n % 7) / 10 } } : {})
})

const makeWorld = Effect.fnUntraced(function* ({ post }: Client) {
  const project = (yield* post("/projects", { name: "Range", slug: "range", timezone: "UTC" })).id
  yield* post(`/projects/${project}/features`, {
    feature_type: "geofence",
    name: "Home",
    geometry: square(0, -0.005)
  })
  yield* post(`/projects/${project}/rules`, {
    name: "Left",
    enabled: true,
    document: {
      trigger: { kind: "position" },
      conditions: { type: "spatial", relation: "exit" },
      event: { event_type: "LEFT", title: "left {feature}", create_alert: true }
    }
  })
  const source = yield* post<{ readonly id: string; readonly token: string }>("/data-sources", {
    name: "Collars",
    adapter_key: "generic_http",
    project_ids: [project]
  })
  const make = Effect.fnUntraced(function* (name: string) {
    const device = (yield* post("/devices", { name, external_id: name, data_source_id: source.id })).id
    const entity = (yield* post(`/projects/${project}/entities`, { name, entity_type_id: COW })).id
    const assign = Effect.andThen(
      post(`/devices/${device}/project-assignments`, {
        project_id: project,
        valid_from: "2020-01-01T00:00:00Z"
      }),
      post(`/projects/${project}/entity-assignments`, {
        device_id: device,
        entity_id: entity,
        valid_from: "2020-01-01T00:00:00Z"
      })
    )
    return { name, device, entity, assign }
  })
  return { project, source, make }
})

/** What the tables say of a device, with the names of its records and owners in place of their ids. */
const tablesOf = Effect.fnUntraced(function* (device: string, entity: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ kind: string; owner: string; n: number; sum: string }>`
    select kind, owner, count(*)::int as n, md5(string_agg(line, ';' order by line)) as sum from (
      select 'position' as kind, coalesce(project_id::text, '-') || case entity_id
        when ${entity}::uuid then ' animal' else '' end as owner,
        original_time || ' ' || lon || ' ' || lat as line from positions where device_id = ${device}::uuid
      union all select metric_key, coalesce(project_id::text, '-') || case entity_id
        when ${entity}::uuid then ' animal' else '' end, original_time || ' ' || value_number
        from measurements where device_id = ${device}::uuid) r
    group by kind, owner order by kind, owner`
  return rows.map((r) => ({ ...r }))
})

const validEvents = Effect.fnUntraced(function* (entity: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{
    event: string
  }>`select time || ' ' || event_type || ' ' || title as event from events where entity_id = ${entity}::uuid
    and not superseded order by time`
  return rows.map((r) => r.event)
})

layer(TestSql, { excludeTestServices: true, timeout: "60 seconds" })(
  "a year of records assigned late",
  (it) => {
    it.effect(
      "is attributed while ingest goes on, through a kill -9 half-way, and ends as if it had been assigned at intake",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const directory = yield* temporaryDirectory,
              databaseUrl = Redacted.value(yield* DatabaseUrl)
            const first = yield* startService({ directory, analyses: false, databaseUrl })
            const client = makeClient(first),
              world = yield* makeWorld(client)
            const [early, late, other] = [
              yield* world.make("early"),
              yield* world.make("late"),
              yield* world.make("other")
            ]
            yield* early.assign
            yield* other.assign
            const send = (body: unknown) =>
              client.ask("POST", `/ingest/http/${world.source.id}`, body, world.source.token)
            const accepted = (body: unknown) =>
              send(body).pipe(
                Effect.retry(Schedule.spaced("50 millis")),
                Effect.repeat({
                  until: ({ status }) => status === 202,
                  schedule: Schedule.spaced("50 millis")
                })
              )
            for (const { name } of [early, late]) {
              for (let n = 0; n < RECORDS; n += BATCH)
                yield* accepted(
                  Array.from({ length: Math.min(BATCH, RECORDS - n) }, (_, i) => record(name, n + i))
                )
            }
            const behind = sql<{
              n: number
            }>`select count(*)::int as n from observation_log l join partition_cursor c using (partition)
              where l.id > c.position or exists (select from project_lanes)`
            yield* until("the log is read", behind, ([row]) => row!.n === 0, 120)

            // the collar in question and another one report on, whatever happens
            const sent = yield* Ref.make(0)
            const slowest = yield* Ref.make(0),
              isOver = yield* Ref.make(false)
            const reporting = yield* Effect.forkScoped(
              Effect.gen(function* () {
                for (let n = 0; ;) {
                  const time = new Date(END + n * 1000).toISOString(),
                    began = performance.now()
                  const answer = yield* Effect.option(
                    send([late.name, other.name].map((device) => ({ device, time, lat: 0, lon: 0.005 })))
                  )
                  if (answer._tag === "Some" && answer.value.status === 202) {
                    // otherwise it is sent again
                    yield* Ref.update(slowest, (most) => Math.max(most, performance.now() - began))
                    yield* Ref.set(sent, ++n)
                    if (yield* Ref.get(isOver)) return
                  }
                  yield* Effect.sleep("50 millis")
                }
              })
            )

            const began = performance.now()
            yield* late.assign
            const progress = Effect.map(
              sql<{ id: string; done: number; total: number | null; status: string }>`
      select id, records_done::float8 as done, records_total::float8 as total, status from jobs
        where device_id = ${late.device}::uuid order by created_at, id`,
              (rows) => rows[0]!
            )
            const { done, id, total } = yield* progress.pipe(
              Effect.repeat({
                until: (j) => j.total !== null && j.done >= j.total / 3,
                schedule: Schedule.spaced("2 millis")
              }),
              Effect.timeout("30 seconds")
            )
            yield* first.kill
            const { done: kept, status } = yield* progress
            assert.deepStrictEqual(
              [status, kept < total!],
              ["running", true],
              `killed at ${done} of ${total}`
            )
            yield* startService({ directory, analyses: false, databaseUrl, port: first.port })
            const job = yield* until(
              "the job",
              client.get<Job>(`/devices/${late.device}/jobs/${id}`),
              (j) => j.status === "completed",
              60
            )
            const seconds = (performance.now() - began) / 1000
            assert.isAtLeast(job.records_done, Math.floor(RECORDS * 1.1))
            assert.isNotNull(job.trace)
            yield* until(
              "all jobs",
              client.get<{ readonly items: ReadonlyArray<Job> }>(`/devices/${late.device}/attribution-jobs`),
              ({ items }) => items.every((j) => j.status === "completed"),
              30
            )
            const all = (performance.now() - began) / 1000

            yield* Ref.set(isOver, true)
            yield* Fiber.join(reporting) // its last report has its answer: what is stored is counted
            yield* accepted([{ device: early.name, time: new Date(END).toISOString(), lat: 0, lon: 0.005 }])
            for (let n = 1; n < (yield* Ref.get(sent)); n += 1000) {
              yield* accepted(
                Array.from({ length: Math.min(1000, (yield* Ref.get(sent)) - n) }, (_, i) => ({
                  device: early.name,
                  time: new Date(END + (n + i) * 1000).toISOString(),
                  lat: 0,
                  lon: 0.005
                }))
              )
            }
            const [mine, twin] = [
              yield* tablesOf(late.device, late.entity),
              yield* tablesOf(early.device, early.entity)
            ]
            assert.deepStrictEqual(mine, twin)
            assert.deepStrictEqual(
              mine.map((t) => t.owner),
              mine.map(() => `${world.project} animal`)
            )

            const spans = sql<{
              n: number
            }>`select count(*)::int as n from late_spans where replayed_at is null`
            yield* until("the log is read", behind, ([row]) => row!.n === 0, 60)
            yield* until("the past is judged", spans, ([row]) => row!.n === 0, 240)
            const judged = (performance.now() - began) / 1000
            const events = yield* validEvents(late.entity)
            assert.isAbove(events.length, 10)
            assert.deepStrictEqual(events, yield* validEvents(early.entity))
            yield* Effect.logInfo(
              `${RECORDS} records: killed at ${done} of ${total}, attributed ` +
                `after ${seconds.toFixed(1)} s with the restart (all jobs ${all.toFixed(1)} s), judged ` +
                `again after ${judged.toFixed(1)} s; ` +
                `${yield* Ref.get(sent)} reports meanwhile, the slowest acknowledged ` +
                `in ${(yield* Ref.get(slowest)).toFixed(0)} ms`
            )
          })
        ),
      900_000
    )
  }
)
