// `/metrics` as Prometheus and `promtool check metrics` want it, and what is counted: requests, events,
// alerts, by this process and by others.
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Metric } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeRouteOf } from "../../../src/api/http/requestDurations.ts"
import { countTurn, registerEngineMetrics } from "../../../src/engine/live/EngineMetrics.ts"
import { countEvents, countWaits } from "../../../src/store/engine/counters.ts"
import { currentMetrics } from "../../../src/store/system/WorkerMetrics.ts"
import { type Family, lintExposition, parseExposition, type Sample } from "../../support/http/exposition.ts"
import { type Sent, serve, TestServer } from "../../support/http/server.ts"
import { expectStatus, makeProject, makeSource } from "../../support/http/tracking.ts"
import { report } from "../../support/http/worker.ts"
import { until } from "../../support/until.ts"

const post = (path: string, sent: Sent) => Effect.flatMap(TestServer, ({ send }) => send("POST", path, sent))

const look = Effect.map(
  Effect.flatMap(TestServer, (server) => server.send("GET", "//metrics", { token: null })),
  ({ body }) => parseExposition(String(body))
)

const has = (labels: Readonly<Record<string, string>>) => (sample: Sample) =>
  Object.entries(labels).every(([key, value]) => sample.labels[key] === value)

/** The value of a sample; 0: it is not there. */
const valueOf = (
  families: ReadonlyArray<Family>,
  name: string,
  labels: Readonly<Record<string, string>>
): number =>
  families
    .flatMap(({ samples }) => samples)
    .filter((s) => s.name === name)
    .find(has(labels))?.value ?? 0

layer(serve(), { excludeTestServices: true, timeout: "60 seconds" })("metrics", (it) => {
  it.effect(
    "pass `promtool check metrics`: CPU seconds are a counter, histograms add up, every family comes once and has help",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const project = yield* makeProject()
        yield* report(project.id, { severity: "warning", create_alert: true })
        const told = yield* Effect.provideService(
          Effect.gen(function* () {
            yield* countEvents("rule", [{ severity: "info", hasAlert: true }])
            yield* countWaits([0], 30)
            yield* registerEngineMetrics
            yield* countTurn(20)
            return yield* currentMetrics
          }),
          Metric.MetricRegistry,
          new Map()
        )
        yield* sql`select beat('here:1/engine:metrics', 'engine:metrics', 1, ${JSON.stringify(told)}::jsonb)`
        const families = yield* look
        assert.deepStrictEqual(lintExposition(families), [])
        const types = Object.fromEntries(families.map(({ name, type }) => [name, type]))
        assert.deepInclude(types, {
          process_cpu_seconds_total: "counter",
          pugmark_http_request_duration_seconds: "histogram",
          pugmark_record_to_event_seconds: "histogram",
          pugmark_engine_turn_seconds: "histogram",
          pugmark_engine_partitions_gained_total: "counter",
          pugmark_engine_partitions_lost_total: "counter",
          pugmark_engine_commits_refused_total: "counter",
          pugmark_events_total: "counter",
          pugmark_alerts_total: "counter",
          pugmark_status: "gauge"
        })
        const cpu = valueOf(families, "process_cpu_seconds_total", {})
        assert.isAbove(valueOf(yield* look, "process_cpu_seconds_total", {}), cpu)
      })
  )

  it.effect(
    "count requests by route and class of status, ingest on its short way too, and no series for an address",
    () =>
      Effect.gen(function* () {
        const before = yield* look
        const project = yield* makeProject(),
          source = yield* makeSource({ project_ids: [project.id] })
        yield* expectStatus(200, "GET", `/projects/${project.id}`)
        yield* expectStatus(404, "GET", `/projects/${source.id}?x=1`)
        yield* expectStatus(404, "GET", `/nowhere/${source.id}`)
        const body = [{ device: "a", time: Date.now(), lat: 1, lon: 1 }]
        yield* until(
          post(`/ingest/http/${source.id}`, { token: source.token, body }),
          ({ status }) => status === 202
        )
        yield* post(`/ingest/http/${source.id}`, { token: source.token, body })
        const after = yield* look
        const grew = (method: string, route: string, status: string) => {
          const labels = { method, route, status },
            name = "pugmark_http_request_duration_seconds_count"
          return valueOf(after, name, labels) - valueOf(before, name, labels)
        }
        assert.strictEqual(grew("GET", "/api/v1/projects/{project_id}", "2xx"), 1)
        assert.strictEqual(grew("GET", "/api/v1/projects/{project_id}", "4xx"), 1)
        assert.strictEqual(grew("GET", "none", "4xx"), 1)
        assert.isAtLeast(grew("POST", "/api/v1/ingest/http/{data_source_id}", "2xx"), 2)
        assert.notInclude(
          JSON.stringify(after.find(({ name }) => name === "pugmark_http_request_duration_seconds")),
          project.id
        )
      })
  )

  it.effect("count events and alerts that were stored, once each, and what people did with alerts", () =>
    Effect.gen(function* () {
      const before = yield* look
      const project = yield* makeProject(),
        path = `/projects/${project.id}`
      const event = { event_type: "WOLF_SEEN", title: "A wolf", severity: "critical", create_alert: true }
      const headers = { "idempotency-key": "k" }
      const {
        body: { alert }
      } = yield* post(`${path}/events`, { body: event, headers })
      assert.strictEqual((yield* post(`${path}/events`, { body: event, headers })).status, 201)
      yield* expectStatus(200, "POST", `${path}/alerts/${alert.id}/acknowledge`)
      yield* expectStatus(200, "POST", `${path}/alerts/${alert.id}/acknowledge`)
      const after = yield* look
      const grew = (name: string, labels: Readonly<Record<string, string>>) =>
        valueOf(after, name, labels) - valueOf(before, name, labels)
      assert.strictEqual(grew("pugmark_events_total", { severity: "critical" }), 1)
      assert.strictEqual(grew("pugmark_alerts_total", { severity: "critical" }), 1)
      assert.strictEqual(grew("pugmark_alert_steps_total", { to: "acknowledged" }), 1)
    })
  )

  it.effect(
    "of other processes and threads are told under their role and name, while they are alive, and not " +
      "counted with this one's",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const counted = Effect.andThen(
          countEvents("rule", [
            { severity: "info", hasAlert: false },
            { severity: "info", hasAlert: true }
          ]),
          Effect.andThen(countWaits([0, 0], 40), currentMetrics)
        )
        const told = yield* Effect.provideService(counted, Metric.MetricRegistry, new Map())
        const beat = (worker: string, said: object) =>
          sql`select beat(${`${worker}/engine:metrics`}, 'engine:metrics', 1, ${JSON.stringify(said)}::jsonb)`
        yield* beat("there:7", told)
        yield* beat("gone:8", told)
        yield* beat("newer:9", { series: [{ type: "Surprise", id: "x" }] })
        yield* sql`update worker_heartbeats set beat_at = now() - interval '31 seconds'
          where worker like 'gone:%'`
        const families = yield* look,
          labels = { role: "engine", worker: "there:7" }
        assert.strictEqual(
          valueOf(families, "pugmark_events_total", { source: "rule", severity: "info", ...labels }),
          2
        )
        assert.strictEqual(valueOf(families, "pugmark_alerts_total", { severity: "info", ...labels }), 1)
        assert.strictEqual(
          valueOf(families, "pugmark_record_to_event_seconds_bucket", { le: "0.05", ...labels }),
          2
        )
        assert.strictEqual(
          valueOf(families, "pugmark_record_to_event_seconds_bucket", { le: "0.025", ...labels }),
          0
        )
        assert.closeTo(valueOf(families, "pugmark_record_to_event_seconds_sum", labels), 0.08, 1e-9)
        assert.isFalse(families.some(({ samples }) => samples.some(has({ worker: "gone:8" }))))
        assert.deepStrictEqual(lintExposition(families), [])
        const { workers } = yield* expectStatus(200, "GET", "/system/health")
        assert.notInclude(JSON.stringify(workers), "there:7", "what is told is no role of its own")
      })
  )
})

describe("the route of a path", () => {
  it("is the one of the contract, the fixed step before the one that may be anything", () => {
    const routeOf = makeRouteOf([
      ["GET", "/"],
      ["GET", "/a/:id"],
      ["GET", "/a/b"],
      ["GET", "/a/:id/c/"],
      ["GET", "/a/b/d"]
    ])
    const of = {
      "/": "/",
      "/a/1": "/a/{id}",
      "/a/b": "/a/b",
      "/a/b/": "/a/b",
      "/a/b/c": "/a/{id}/c",
      "/a/b/d": "/a/b/d"
    }
    for (const [path, route] of Object.entries(of)) assert.strictEqual(routeOf(path), route, path)
    for (const path of ["", "/a", "/a/", "/a//", "/a/1/d", "/a/1/c/2", "a/1", "*"])
      assert.strictEqual(routeOf(path), path === "" ? "/" : null, path)
  })
})

describe("the check of metrics", () => {
  const family = (name: string, type: string, lines: string) =>
    `# HELP ${name} Help\n# TYPE ${name} ${type}\n${lines}\n`
  const histogram = (lines: string) => family("a_seconds", "histogram", lines)

  it.each([
    [family("a_total", "gauge", "a_total 1"), /non-counter/],
    [family("a", "counter", "a 1"), /"_total"/],
    ["# TYPE a gauge\na 1\n", /no help/],
    [family("a_milliseconds", "gauge", "a_milliseconds 1"), /base unit/],
    [family("a_gauge", "gauge", "a_gauge 1"), /include type/],
    [family("a_ms", "gauge", "a_ms 1"), /abbreviated/],
    [family("aB", "gauge", 'aB{cD="1"} 1'), /snake_case/],
    [family("a", "gauge", 'a{le="1"} 1'), /"le"/],
    [
      histogram(
        'a_seconds_bucket{le="1"} 2\na_seconds_bucket{le="+Inf"} 1\na_seconds_sum 1\na_seconds_count 1'
      ),
      /no histogram/
    ],
    [histogram('a_seconds_bucket{le="1"} 1\na_seconds_sum 1\na_seconds_count 1'), /no histogram/]
  ] as const)("finds the fault in %s", (text, fault) =>
    assert.match(lintExposition(parseExposition(text)).join("\n"), fault)
  )

  it.each([
    "a 1\n",
    family("a", "gauge", "a 1\na 2"),
    family("a", "gauge", "a{b=c} 1"),
    family("a", "gauge", "a 1").trimEnd(),
    family("a", "gauge", "a 1") + family("b", "gauge", "b 1") + "# HELP a Again\n"
  ])("refuses what is no exposition: %s", (text) => assert.throws(() => parseExposition(text)))
})
