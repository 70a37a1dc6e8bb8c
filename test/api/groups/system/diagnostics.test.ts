// What an operator sees at 3 a.m.: what came in, how the service is, and what needs somebody, each line with
// its remedy.
import { assert, layer } from "@effect/vitest"
import { PARTITIONS } from "../../../../src/domain/intake/LogEntry.ts"
import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { v7 } from "uuid"
import { appendRows, park, passTo } from "../../../support/sql/lanes.ts"
import { makeMember, makePerson, tokenFor } from "../../../support/http/people.ts"
import { serve, TestServer } from "../../../support/http/server.ts"
import {
  expectStatus,
  fresh,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../../support/http/tracking.ts"
import { until } from "../../../support/until.ts"
import { STORY } from "../../../support/stories.ts"

const LABELS = /(?:\{(?:\w+="(?:[^"\\]|\\.)*",?)*\})?/.source
const FIGURE = /(?:[-+]?[\d.]+(?:e[-+]?\d+)?|[+-]Inf|NaN)/.source
/** A line of the text that Prometheus reads. */
const SAID = new RegExp(`^# (?:HELP|TYPE) \\w+ .+|^[a-zA-Z_:][\\w:]*${LABELS} ${FIGURE}$`)

interface Arrival {
  readonly status: string
  readonly external_id: string | null
  readonly device_id: string | null
  readonly device_name: string | null
  readonly entity_id: string | null
  readonly entity_name: string | null
  readonly pointer: string | null
  readonly code: string | null
  readonly detail: string | null
  readonly remedy: string | null
  readonly trace_id: string | null
  readonly payload?: unknown
}

/** A project with a source, and a collar on a cow that reports through it. */
const makeHerd = Effect.gen(function* () {
  const project = yield* makeProject()
  const source = yield* makeSource({ project_ids: [project.id] })
  const cow = yield* makeEntity(project.id),
    collar = yield* makeDevice({ external_id: "collar", data_source_id: source.id })
  yield* expectStatus(201, "POST", `/devices/${collar.id}/project-assignments`, {
    project_id: project.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  yield* expectStatus(201, "POST", `/projects/${project.id}/entity-assignments`, {
    device_id: collar.id,
    entity_id: cow.id,
    valid_from: "2020-01-01T00:00:00Z"
  })
  return {
    project: project.id as string,
    source: source.id as string,
    token: source.token as string,
    collar: collar.id as string,
    cow: cow.id as string,
    cowName: cow.name as string
  }
})

const list = (path: string): Effect.Effect<ReadonlyArray<Arrival>, never, TestServer> =>
  Effect.map(expectStatus(200, "GET", path), ({ items }) => items)

const attention = (project: string) =>
  Effect.map(
    expectStatus(200, "GET", `/projects/${project}/needs-attention`),
    ({ items }) =>
      items as ReadonlyArray<{
        readonly id: string
        readonly code: string
        readonly count: number
        readonly since: string
        readonly detail: string
        readonly remedy: string
        readonly action: object | null
        readonly api: string | null
        readonly object: { readonly type: string; readonly id: string; readonly name: string | null }
      }>
  )

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("diagnostics", (it) => {
  it.effect(
    "traffic shows what came in and what became of it, with the payload on request, and counts by the minute",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const herd = yield* makeHerd
        const ingest = (text: string) =>
          send("POST", `/ingest/http/${herd.source}`, { token: herd.token, text })
        const good = { device: "collar", time: Date.now() - 1000, lat: 51, lon: 10, note: "by hand" }
        yield* ingest(
          JSON.stringify([
            good,
            { device: "stranger", time: Date.now(), lat: 1, lon: 1 },
            { device: "collar", time: "never", lat: 1, lon: 1 }
          ])
        )
        yield* ingest(JSON.stringify(good))
        yield* ingest("nonsense")
        const path = `/data-sources/${herd.source}/traffic`
        const all = yield* until(list(path), (items) => items.length === 5)
        const by = (status: string, code: string | null) =>
          all.find((a) => a.status === status && a.code === code)!
        assert.deepInclude(by("accepted", null), {
          external_id: "collar",
          device_id: herd.collar,
          entity_id: herd.cow,
          trace_id: null,
          pointer: null,
          remedy: null
        })
        const wrong = by("rejected", "TIMESTAMP_INVALID")
        assert.deepInclude(wrong, { pointer: "/time", device_id: herd.collar, entity_id: herd.cow })
        // both are named alike
        assert.isString(wrong.entity_name)
        assert.deepStrictEqual(
          [wrong.device_name, wrong.entity_name],
          [by("accepted", null).device_name, by("accepted", null).entity_name]
        )
        assert.deepInclude(by("duplicate", null), { external_id: "collar", device_id: herd.collar })
        assert.deepInclude(by("unassigned", "DEVICE_NOT_FOUND"), { external_id: "stranger", device_id: null })
        assert.include(by("unassigned", "DEVICE_NOT_FOUND").remedy, "Create a device")
        assert.include(by("rejected", "TIMESTAMP_INVALID").remedy, "Set the clock")
        assert.deepInclude(by("rejected", "PAYLOAD_DECODE_FAILED"), { external_id: null })
        for (const { code, detail, payload, trace_id } of all) {
          assert.isUndefined(payload)
          assert.strictEqual(trace_id === null, code === null)
          if (trace_id === null) {
            assert.isNull(detail)
            continue
          }
          // the sentence of the trace, so that nobody has to open each
          const trace = (yield* send("GET", `/traces/${trace_id}`)).body
          assert.deepStrictEqual([trace.code, trace.error], [code, detail])
          assert.match(detail!, /\w+ \w+/)
        }
        assert.include(by("rejected", "TIMESTAMP_INVALID").detail, "zone")
        const [shown] = yield* list(`${path}?include=payload&status=accepted`)
        assert.deepStrictEqual(shown!.payload, good)
        assert.strictEqual(
          (yield* list(`${path}?include=payload&code=PAYLOAD_DECODE_FAILED`))[0]!.payload,
          "nonsense"
        )
        for (const [query, n] of [
          ["external_id=collar", 3],
          [`device_id=${herd.collar}`, 3],
          ["status=rejected", 2],
          ["from=2099-01-01T00:00:00Z", 0]
        ] as const)
          assert.lengthOf(yield* list(`${path}?${query}`), n, query)
        const {
          items: [first],
          next_cursor
        } = yield* expectStatus(200, "GET", `${path}?limit=1`)
        assert.lengthOf(yield* list(`${path}?limit=500&cursor=${next_cursor}`), first === undefined ? 0 : 4)

        const ofProject = yield* list(`/projects/${herd.project}/traffic`)
        assert.sameMembers(
          ofProject.map((a) => a.status),
          ["accepted", "duplicate", "rejected"]
        )
        const counts = yield* expectStatus(200, "GET", `${path}/counts`)
        const sum = (name: string) =>
          counts.items.reduce((n: number, minute: Readonly<Record<string, number>>) => n + minute[name]!, 0)
        assert.deepStrictEqual(["accepted", "duplicates", "rejected", "unassigned"].map(sum), [1, 1, 2, 1])
        for (const query of [
          "?status=x",
          "?include=everything",
          "?from=x",
          "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z"
        ])
          assert.strictEqual((yield* send("GET", path + query)).status, 422, query)
      }),
    30_000
  )

  it.effect(
    "of a quiet source everything is shown, of a busy one twenty items, of as many devices as there are",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const herd = yield* makeHerd
        const now = Date.now(),
          path = `/data-sources/${herd.source}/traffic?limit=100&include=payload`
        const fixes = (n: number, before: number) =>
          Array.from({ length: n }, (_, i) => ({
            device: "collar",
            time: now - before + i * 1000,
            lat: 51,
            lon: 10
          }))
        const few = fixes(3, 3_600_000)
        yield* send("POST", `/ingest/http/${herd.source}`, { token: herd.token, body: few })
        // of one moment, the last first
        assert.deepStrictEqual(
          (yield* until(list(path), (items) => items.length > 0)).map((a) => a.payload),
          few.toReversed()
        )
        yield* send("POST", `/ingest/http/${herd.source}`, {
          token: herd.token,
          body: [...fixes(100, 1_800_000), { device: "stranger", time: now, lat: 1, lon: 1 }]
        })
        const busy = (yield* until(list(path), (items) => items.length > 3)).slice(0, -3)
        assert.lengthOf(busy, 20)
        assert.strictEqual(busy.filter((a) => a.external_id === "stranger").length, 1)
      }),
    { ...STORY, timeout: 30_000 }
  )

  it.effect(
    "traffic is shown as far as a member sees",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const herd = yield* makeHerd,
          bull = yield* makeEntity(herd.project)
        yield* send("POST", `/ingest/http/${herd.source}`, {
          token: herd.token,
          body: [
            { device: "collar", time: Date.now() - 1000, lat: 51, lon: 10 },
            { device: "stranger", time: Date.now(), lat: 1, lon: 1 }
          ]
        })
        yield* until(list(`/data-sources/${herd.source}/traffic`), (items) => items.length === 2)
        const [whole, mine, other] = [
          yield* makeMember(herd.project, "viewer"),
          yield* makeMember(herd.project, "viewer", { entities: [herd.cow] }),
          yield* makeMember(herd.project, "viewer", { entities: [bull.id] })
        ]
        for (const [member, n] of [
          [whole, 1],
          [mine, 1],
          [other, 0]
        ] as const) {
          for (const path of [`/data-sources/${herd.source}/traffic`, `/projects/${herd.project}/traffic`])
            assert.lengthOf((yield* member.ask("GET", path)).body.items, n, path)
        }
        assert.strictEqual(
          (yield* whole.ask("GET", `/data-sources/${herd.source}/traffic/counts`)).body.permission,
          "server_admin"
        )
      }),
    30_000
  )

  it.effect("what needs attention says what to do about it, in every line", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { send } = yield* TestServer
      const herd = yield* makeHerd
      const began = yield* attention(herd.project)
      assert.deepStrictEqual(
        began.map((a) => [a.code, a.object.id]),
        [["DEVICE_SILENT", herd.collar]]
      )
      assert.include(began[0]!.detail, "has never reported")
      assert.deepStrictEqual(began[0]!.action, {
        kind: "open_entity",
        object: { type: "entity", id: herd.cow, name: herd.cowName },
        code: null,
        since: null,
        permission: "project:read"
      })
      const collars = yield* makeMember(herd.project, "viewer", { devices: [herd.collar] })
      assert.deepInclude(
        (yield* collars.ask("GET", `/projects/${herd.project}/needs-attention`)).body.items[0].action,
        { kind: "open_device", object: { type: "device", id: herd.collar, name: began[0]!.object.name } }
      )
      const now = Date.now()
      const ingest = (body: unknown) =>
        send("POST", `/ingest/http/${herd.source}`, { token: herd.token, body })
      yield* ingest([
        { device: "collar", time: now - 60_000, lat: 51, lon: 10, measurements: { rumen_ph: 6.1 } },
        { device: "collar", time: now + 3_600_000, lat: 51, lon: 10 },
        { device: "stranger", time: now, lat: 51, lon: 10 }
      ])
      yield* send("POST", `/ingest/http/${herd.source}`, { token: herd.token, text: "nonsense" })
      const document = {
        trigger: { kind: "position" },
        scope: {},
        conditions: { type: "threshold", metric: "speed_mps", op: ">", value: 1 },
        event: { event_type: "FAST", title: "{entity}" }
      }
      const rule = yield* expectStatus(201, "POST", `/projects/${herd.project}/rules`, {
        name: "Fast",
        document,
        enabled: true
      })
      yield* sql`update rules set last_error = 'it went wrong', last_error_at = now(),
        last_error_subject_id = ${herd.cow}::uuid where id = ${rule.id}::uuid`
      const event = yield* expectStatus(201, "POST", `/projects/${herd.project}/events`, {
        event_type: "WOLF_SEEN",
        title: "A wolf",
        entity_id: herd.cow
      })
      yield* sql`insert into deliveries (id, project_id, event_id, automation_name, action_id, action_type,
        target, lane, status, finished_at, error)
      values (${v7()}::uuid, ${herd.project}::uuid, ${event.id}::uuid, 'Tell', ${v7()}::uuid, 'email',
        'a@example.org', 'mail', 'failed', now(), 'mailbox full')`
      const job = (status: string, more: string) =>
        sql`insert into jobs (id, kind, status, device_id, error, finished_at, lease_until, started_at)
          select ${v7()}::uuid, 'attribution', ${status}, ${herd.collar}::uuid, ${sql.literal(more)}`
      yield* job("failed", "'out of luck', now(), null, now()")
      yield* job("running", "null, null, now() - interval '1 hour', now() - interval '1 hour'")
      const exported = v7()
      yield* sql`insert into jobs (id, kind, status, project_id, parameters, error, finished_at)
        values (${exported}::uuid, 'export', 'failed', ${herd.project}::uuid, '{"file_name": "fixes.csv"}',
        'too large', now() - interval '1 minute')`
      const broker = yield* makeSource({
        name: "Broker",
        adapter_key: "generic_mqtt",
        project_ids: [herd.project],
        config: { mqtt: { url: "mqtt://nobody.invalid", topics: ["a"] } }
      })
      yield* sql`insert into data_source_connections (data_source_id, status, error)
        values (${broker.id}::uuid, 'failed', 'Nobody listens.')`

      // matters of one millisecond are in the order of their microseconds, on every page
      const [last] = yield* sql<{
        readonly at: Date
      }>`select max(last_seen_at) as at from unknown_identities where data_source_id = ${herd.source}::uuid`
      yield* sql`update sent_metrics set created_at = ${last!.at} + interval '300 microseconds'
        where owner_id = ${herd.project}::uuid`
      yield* sql`update rules set last_error_at = ${last!.at} + interval '600 microseconds'
        where id = ${rule.id}::uuid`
      yield* sql`update jobs set finished_at = ${last!.at} + interval '900 microseconds'
        where device_id = ${herd.collar}::uuid and status = 'failed'`

      const found = yield* attention(herd.project)
      const codes = [
        "CLOCK_WRONG",
        "DELIVERIES_FAILED",
        "JOB_FAILED",
        "JOB_FAILED",
        "JOB_STUCK",
        "METRIC_UNDEFINED",
        "PAYLOADS_REFUSED",
        "RULE_FAILING",
        "SOURCE_DISCONNECTED",
        "UNKNOWN_IDENTITIES"
      ]
      assert.deepStrictEqual(found.map((a) => a.code).sort(), codes)
      assert.deepStrictEqual(
        found
          .filter((a) => a.code === "JOB_FAILED")
          .map(({ object }) => `${object.type} ${object.id}`)
          .sort(),
        [`device ${herd.collar}`, `export ${exported}`]
      )
      for (const { detail, remedy } of found) assert.isAbove(Math.min(detail.length, remedy.length), 20)
      assert.strictEqual(new Set(found.map((a) => a.id)).size, found.length)
      const paged: Array<string> = []
      for (let cursor = ""; ;) {
        const { items, next_cursor } = yield* expectStatus(
          200,
          "GET",
          `/projects/${herd.project}/needs-attention?limit=1${cursor}`
        )
        paged.push(...items.map((a: { readonly id: string }) => a.id))
        if (next_cursor === null) break
        cursor = `&cursor=${next_cursor}`
      }
      assert.deepStrictEqual(
        paged,
        found.map((a) => a.id)
      )

      const bull = yield* makeEntity(herd.project)
      const [mine, other] = [
        yield* makeMember(herd.project, "viewer", { entities: [herd.cow] }),
        yield* makeMember(herd.project, "viewer", { entities: [bull.id] })
      ]
      const seen = (member: typeof mine) =>
        Effect.map(member.ask("GET", `/projects/${herd.project}/needs-attention`), ({ body }) =>
          body.items.map((a: { readonly code: string }) => a.code).sort()
        )
      assert.deepStrictEqual(yield* seen(mine), [
        "CLOCK_WRONG",
        "DELIVERIES_FAILED",
        "JOB_FAILED",
        "JOB_STUCK",
        "RULE_FAILING"
      ])
      assert.deepStrictEqual(yield* seen(other), [])

      yield* expectStatus(200, "PATCH", `/projects/${herd.project}/rules/${rule.id}`, { enabled: false })
      yield* sql`update positions set original_time = original_time - interval '3 days'
        where device_id = ${herd.collar}::uuid`
      yield* sql`delete from measurements where device_id = ${herd.collar}::uuid`
      const after = yield* attention(herd.project)
      assert.notInclude(
        after.map((a) => a.code),
        "RULE_FAILING"
      )
      const silent = after.find((a) => a.code === "DEVICE_SILENT")!
      assert.include(silent.detail, "more than 24 hours")
      // who is silent is said by the project, here as on the map; the matter stays the one it was
      const wait = (silent_after_hours: number) =>
        Effect.andThen(
          expectStatus(200, "PATCH", `/projects/${herd.project}`, { settings: { silent_after_hours } }),
          Effect.map(attention(herd.project), (all) => all.filter((a) => a.code === "DEVICE_SILENT"))
        )
      assert.deepStrictEqual(
        (yield* wait(36)).map(({ detail, id }) => [id, /more than .*/.exec(detail)?.[0]]),
        [[silent.id, "more than 36 hours."]]
      )
      assert.deepStrictEqual(yield* wait(24 * 4), [])
      assert.include((yield* wait(0.5))[0]!.detail, "more than 30 minutes")
      yield* expectStatus(200, "PATCH", `/devices/${herd.collar}`, { status: "retired" })
      assert.notInclude(
        (yield* attention(herd.project)).map((a) => a.code),
        "DEVICE_SILENT"
      )
    })
  )

  it.effect(
    '"a storm is a line in needs-attention with the rule that causes it", also when that is archived ' +
      "or gone, for who sees the whole project",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id: project, name } = yield* makeProject(),
          quiet = yield* makeProject()
        const document = {
          trigger: { kind: "position" },
          scope: {},
          conditions: { type: "threshold", metric: "speed_mps", op: ">", value: 1 },
          event: { event_type: "FAST", title: "{entity}" }
        }
        const rule = yield* expectStatus(201, "POST", `/projects/${project}/rules`, {
          name: "Fast",
          document,
          enabled: true
        })
        const rows = yield* appendRows(1, [project, quiet.id], 3)
        yield* appendRows(1, [quiet.id], 5)
        yield* passTo(1, rows[2]! + 5)
        yield* park({ project, partition: 1, position: rows[0]!, rule: rule.id, age: "5 minutes" })
        yield* park({ project, partition: 2, position: 0, age: "9 minutes" })
        const storms = Effect.map(attention(project), (all) => all.filter((a) => a.code === "RULE_STORM"))
        const [storm, ...others] = yield* storms
        assert.deepStrictEqual(others, [])
        assert.deepInclude(storm, { count: 2, object: { type: "rule", id: rule.id, name: "Fast" } })
        assert.approximately(Date.now() - Date.parse(storm!.since), 9 * 60_000, 30_000)
        assert.include(storm!.detail, "The rule Fast makes most of the events")
        for (const word of [
          "other projects are not affected",
          "Disable or archive",
          "hold for longer",
          "remind less often",
          "none is lost"
        ])
          assert.include(storm!.remedy, word)
        assert.notInclude(
          (yield* attention(quiet.id)).map((a) => a.code),
          "RULE_STORM"
        )
        const cow = yield* makeEntity(project),
          scoped = yield* makeMember(project, "viewer", { entities: [cow.id] }),
          whole = yield* makeMember(project, "viewer")
        const seen = (member: typeof whole) =>
          Effect.map(member.ask("GET", `/projects/${project}/needs-attention`), ({ body }) =>
            body.items.map((a: { readonly code: string }) => a.code)
          )
        assert.notInclude(yield* seen(scoped), "RULE_STORM")
        assert.include(yield* seen(whole), "RULE_STORM")

        yield* expectStatus(204, "DELETE", `/projects/${project}/rules/${rule.id}`)
        assert.include((yield* storms)[0]!.detail, "The rule Fast (archived by now)")
        const gone = v7()
        yield* sql`update project_lanes set rule_id = ${gone}::uuid where rule_id is not null`
        assert.deepInclude((yield* storms)[0], { object: { type: "rule", id: gone, name: null } })
        assert.include((yield* storms)[0]!.detail, `The rule ${gone} (deleted by now)`)
        yield* sql`update project_lanes set rule_id = null`
        assert.deepInclude((yield* storms)[0], { object: { type: "project", id: project, name } })
        yield* sql`delete from project_lanes`
        assert.deepStrictEqual(yield* storms, [])
        yield* sql`delete from observation_log`
      })
  )

  it.effect(
    "a project that is judged apart is told of, and is nobody else's lag: the partitions count what all wait for",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { send } = yield* TestServer
        for (const role of ["serve", "engine", "work", "delivery", "listen", "analyse"])
          yield* sql`select beat(${`here:1/${role}`}, ${role}, 1, '{}'::jsonb)`
        const { id: project, name } = yield* makeProject()
        const document = {
          trigger: { kind: "position" },
          scope: {},
          conditions: { type: "threshold", metric: "speed_mps", op: ">", value: 1 },
          event: { event_type: "FAST", title: "{entity}" }
        }
        const rule = yield* expectStatus(201, "POST", `/projects/${project}/rules`, {
          name: "Fast",
          document,
          enabled: true
        })
        for (const [partition, n] of [
          [4, 3],
          [5, 2]
        ] as const) {
          const rows = yield* appendRows(partition, [project], n)
          yield* passTo(partition, rows.at(-1)!)
          yield* park({ project, partition, position: 0, rule: rule.id, age: "9 minutes" })
        }
        yield* sql`update observation_log set received_at = now() - interval '20 minutes'`
        const health = yield* expectStatus(200, "GET", "/system/health")
        const [lane] = health.project_lanes
        assert.approximately(lane.lag_seconds, 1200, 30)
        assert.approximately(Date.parse(health.at) - Date.parse(lane.opened_at), 9 * 60_000, 30_000)
        const { lag_seconds, opened_at } = lane
        assert.deepStrictEqual(lane, {
          lag_seconds,
          opened_at,
          project_id: project,
          project_name: name,
          partitions: 2,
          unread: 5,
          rule_id: rule.id,
          rule_name: "Fast"
        })
        assert.strictEqual(health.rule_lag_seconds, 0)
        assert.deepStrictEqual(
          health.partitions.map((p: { readonly unread: number }) => p.unread),
          Array.from({ length: PARTITIONS }, () => 0)
        )
        assert.deepInclude(health.queues[0], { name: "observation_log", depth: 0, oldest_seconds: null })
        assert.deepInclude(health.queues[1], { name: "project_lanes", depth: 5, oldest_seconds: lag_seconds })
        assert.notInclude(
          health.attention.map((l: { readonly code: string }) => l.code),
          "PROJECT_BEHIND"
        )
        yield* sql`update project_lanes set opened_at = now() - interval '11 minutes' where partition = 5`
        const later = yield* expectStatus(200, "GET", "/system/health")
        assert.deepInclude(
          later.attention.find((l: { readonly code: string }) => l.code === "PROJECT_BEHIND"),
          { severity: "warning", subject: project }
        )
        assert.notInclude(
          later.attention.map((l: { readonly code: string }) => l.code),
          "RULES_BEHIND"
        )
        assert.strictEqual(later.status, "degraded")
        const metrics = String((yield* send("GET", "//metrics", { token: null })).body)
        for (const line of [
          `pugmark_project_unread{project_id="${project}"} 5`,
          `pugmark_project_lag_seconds{project_id="${project}"} 1`,
          'pugmark_queue_depth{queue="project_lanes"} 5'
        ])
          assert.include(metrics, line)
        for (const table of ["project_lanes", "observation_log", "worker_heartbeats"])
          yield* sql`delete from ${sql.literal(table)}`
        assert.deepStrictEqual((yield* expectStatus(200, "GET", "/system/health")).project_lanes, [])
      })
  )

  it.effect("system health names every role, partition and queue, and what is wrong with its remedy", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const beat = (role: string) => sql`select beat(${`here:1/${role}`}, ${role}, 1, '{"cells": 3}'::jsonb)`
      for (const role of ["serve", "engine", "work", "delivery", "listen"]) yield* beat(role)
      yield* sql`update worker_heartbeats set started_at = now() - interval '1 hour', beat_at = case
        when role = 'engine' then now() - interval '3 minutes' else now() end`
      const health = yield* expectStatus(200, "GET", "/system/health")
      assert.deepStrictEqual(
        health.partitions.map((p: { readonly partition: number }) => p.partition),
        Array.from({ length: PARTITIONS }, (_, i) => i)
      )
      assert.deepStrictEqual(
        health.queues.map((q: { readonly name: string }) => q.name),
        [
          "observation_log",
          "project_lanes",
          "late_spans",
          "automation_outbox",
          "deliveries",
          "jobs",
          "analyses"
        ]
      )
      const silent = health.attention.filter((l: { readonly code: string }) => l.code === "ROLE_SILENT")
      assert.deepStrictEqual(
        silent.map((l: { readonly subject: string }) => l.subject),
        ["engine", "analyse"]
      )
      assert.include(silent[0].detail, "3 min ago")
      assert.include(silent[0].remedy, "node src/main.ts engine")
      assert.strictEqual(health.status, "failing")
      yield* Effect.forEach(["engine", "analyse"], beat)
      assert.notInclude(
        (yield* expectStatus(200, "GET", "/system/health")).attention.map(
          (l: { readonly code: string }) => l.code
        ),
        "ROLE_SILENT"
      )
      const member = yield* makeMember((yield* makeProject()).id, "admin")
      assert.strictEqual((yield* member.ask("GET", "/system/health")).body.permission, "server_admin")
      const { reach } = yield* expectStatus(200, "GET", "/system/health")
      assert.deepInclude(reach, { host: "127.0.0.1", public_url: null })
      assert.notInclude(reach.addresses, "127.0.0.1")
    })
  )

  it.effect("rules that do not follow are told with how far they are behind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { send } = yield* TestServer
      const herd = yield* makeHerd
      yield* send("POST", `/ingest/http/${herd.source}`, {
        token: herd.token,
        body: { device: "collar", time: Date.now(), lat: 51, lon: 10 }
      })
      yield* sql`update observation_log set received_at = now() - interval '10 minutes'`
      const {
        attention: lines,
        queues: [log],
        rule_lag_seconds
      } = yield* expectStatus(200, "GET", "/system/health")
      assert.approximately(rule_lag_seconds, 600, 30)
      assert.isAbove(log.depth, 0)
      assert.deepInclude(
        lines.find((l: { readonly code: string }) => l.code === "RULES_BEHIND"),
        { severity: "critical" }
      )
      yield* sql`delete from observation_log`
    })
  )

  it.effect("is not held up by whatever holds the tables of analyses", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`lock table analysis_runs in access exclusive mode`
          const { queues } = yield* expectStatus(200, "GET", "/system/health")
          assert.deepInclude(queues.at(-1), { name: "analyses", depth: null })
        })
      )
    })
  )

  it.effect(
    "metrics are told to Prometheus on this machine, and elsewhere to a token that may read traces of everything",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const sql = yield* SqlClient.SqlClient
        yield* sql`select beat('here:1/engine', 'engine', 1, '{}'::jsonb)`
        const metrics = yield* send("GET", "//metrics", { token: null })
        assert.strictEqual(metrics.status, 200)
        assert.match(metrics.headers.get("content-type")!, /^text\/plain; version=0\.0\.4/)
        const lines = String(metrics.body)
          .split("\n")
          .filter((l) => l !== "")
        for (const line of lines) assert.match(line, SAID)
        for (const name of [
          "pugmark_status ",
          'pugmark_heartbeat_age_seconds{role="engine"}',
          'pugmark_partition_lag_seconds{partition="15"}',
          'pugmark_queue_depth{queue="deliveries"}',
          "process_resident_memory_bytes "
        ]) {
          assert.isTrue(
            lines.some((line) => line.startsWith(name)),
            name
          )
        }
        assert.strictEqual(
          new Set(lines.filter((l) => l.startsWith("# TYPE"))).size,
          lines.filter((l) => l.startsWith("# TYPE")).length,
          "each family once"
        )
        const proxied = (token: string | null) =>
          Effect.map(
            send("GET", "//metrics", { token, headers: { "x-forwarded-for": "203.0.113.7" } }),
            (a) => a.status
          )
        const admin = yield* expectStatus(200, "GET", "/auth/me")
        const [may, mayNot, stranger] = [
          yield* tokenFor(admin, ["traces:read"]),
          yield* tokenFor(admin, ["project:read"]),
          yield* tokenFor(yield* makePerson(), ["traces:read"])
        ]
        assert.deepStrictEqual(
          yield* Effect.forEach([null, "x", mayNot, stranger, may], proxied),
          [401, 401, 401, 401, 200]
        )
      })
  )

  it.effect(
    "items that came in are counted for Prometheus too",
    () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const source = yield* makeSource({ name: fresh("Counted") })
        yield* send("POST", `/ingest/http/${source.id}`, {
          token: source.token,
          body: [
            { device: "a", time: Date.now(), lat: 1, lon: 1 },
            { device: "a", time: "x", lat: 1, lon: 1 }
          ]
        })
        const line = (status: string) =>
          `pugmark_ingest_items_total{data_source_id="${source.id}",status="${status}"} 1`
        const { body } = yield* until(send("GET", "//metrics"), ({ body }) =>
          String(body).includes(source.id)
        )
        for (const status of ["unassigned", "rejected"]) assert.include(body, line(status))
      }),
    30_000
  )
})
