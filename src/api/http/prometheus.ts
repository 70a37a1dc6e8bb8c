// Metrics for Prometheus at `/metrics`: counters of this process and the workers, and the health of the
// service. Open to this machine; from elsewhere it needs a token of a server admin with the scope
// `traces:read`.
import { Effect, Layer, Metric, Option } from "effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Unauthorized } from "../../contract/http/errors.ts"
import { carries } from "../../domain/access/Actor.ts"
import { unownedCount } from "../../domain/system/engineShares.ts"
import { assessHealth } from "../../domain/system/assessHealth.ts"
import type { HealthAssessment } from "../../domain/system/SystemHealth.ts"
import { SystemFacts } from "../../store/system/SystemFacts.ts"
import { Tokens } from "../../store/access/Tokens.ts"
import { WorkerMetrics } from "../../store/system/WorkerMetrics.ts"
import type { Route } from "./allowedMethods.ts"
import { HealthPolicy } from "../groups/system/diagnostics.ts"

/** `prometheusRoutes` is the route of the metrics. */
export const prometheusRoutes: ReadonlyArray<Route> = [["GET", "/metrics"]]

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

const statusValues = { ok: 0, degraded: 1, failing: 2 } as const

const loopback = /^(?:::ffff:)?127\.|^::1$/

/** Returns whether a request comes from this machine, and not through a proxy. */
const isLocal = ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["x-forwarded-for"] === undefined &&
  headers["forwarded"] === undefined &&
  loopback.test(Option.getOrElse(remoteAddress, () => ""))

/** Records the health of the service as gauges. */
const recordHealth = Effect.fnUntraced(function* (health: HealthAssessment) {
  const gauge =
    (name: string, description: string) =>
    (value: number | null, attributes: Readonly<Record<string, string>> = {}) =>
      value === null
        ? Effect.void
        : Metric.update(
            Metric.withAttributes(Metric.gauge(`pugmark_${name}`, { description }), attributes),
            value
          )
  yield* gauge("status", "How the service is: 0 ok, 1 degraded, 2 failing")(statusValues[health.status])
  const attentionGauge = gauge(
    "attention",
    "Something needs somebody: GET /api/v1/system/health says what to do"
  )
  yield* Effect.forEach(
    health.attention,
    ({ code, severity, subject }) => attentionGauge(1, { code, severity, subject }),
    { discard: true }
  )
  const heartbeatAge = gauge(
      "heartbeat_age_seconds",
      "Since the youngest worker of a role said that it is alive"
    ),
    workers = gauge("workers", "Workers of a role that are alive")
  for (const { heartbeat_age_seconds, role, workers: workersOfRole } of health.workers) {
    yield* heartbeatAge(heartbeat_age_seconds, { role })
    yield* workers(workersOfRole.filter((w) => w.heartbeat_age_seconds <= 30).length, { role })
  }
  const lag = gauge(
      "partition_lag_seconds",
      "Age of the oldest record of a partition that rules have not seen"
    ),
    unread = gauge("partition_unread", "Log rows of a partition that rules have not seen")
  for (const { lag_seconds, partition, unread: rows } of health.partitions) {
    yield* lag(lag_seconds, { partition: String(partition) })
    yield* unread(rows, { partition: String(partition) })
  }
  const share = gauge("engine_partitions", "Partitions of the log that an engine owns")
  for (const { alive, name, partitions } of health.engines)
    if (alive) yield* share(partitions, { role: "engine", worker: name })
  yield* gauge(
    "partitions_unowned",
    "Partitions of the log that no engine owns which runs"
  )(unownedCount(health.partitions))
  const behind = gauge(
    "project_lag_seconds",
    "Age of the oldest record of a project that is judged apart which its rules have not seen"
  )
  const waits = gauge(
    "project_unread",
    "Log rows of a project that is judged apart which its rules have not seen"
  )
  for (const { lag_seconds, project_id, unread: rows } of health.project_lanes) {
    yield* behind(lag_seconds, { project_id })
    yield* waits(rows, { project_id })
  }
  const depth = gauge("queue_depth", "What waits"),
    oldest = gauge("queue_oldest_seconds", "How long the one that is due longest has waited")
  for (const queue of health.queues) {
    yield* depth(queue.depth, { queue: queue.name })
    yield* oldest(queue.oldest_seconds ?? 0, { queue: queue.name })
  }
  yield* gauge(
    "failed_traces_last_hour",
    "Traces that failed in the last hour"
  )(health.failed_traces_last_hour)
  const sources = gauge("broker_connections", "Data sources that listen to a broker")
  yield* sources(health.data_sources.connected, { connected: "true" })
  yield* sources(health.data_sources.disconnected, { connected: "false" })
  yield* gauge("database_size_bytes", "Size of the database")(health.database.size_bytes)
  yield* gauge(
    "database_connections",
    "Connections of the database server that are taken"
  )(health.database.connections)
  yield* gauge(
    "database_connections_max",
    "Connections the database server has"
  )(health.database.max_connections)
  yield* gauge("disk_free_bytes", "Free at the data directory")(health.disk?.free_bytes ?? null)
  yield* gauge("disk_total_bytes", "Size of the disk of the data directory")(health.disk?.total_bytes ?? null)
})

/** `PrometheusLive` serves the metrics, and measures the delay of the event loop between two scrapes. */
export const PrometheusLive = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const facts = yield* SystemFacts
    const tokens = yield* Tokens
    const workers = yield* WorkerMetrics
    const limits = yield* HealthPolicy
    const loop = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const delays = monitorEventLoopDelay({ resolution: 20 })
        delays.enable()
        return delays
      }),
      (delays) => Effect.sync(() => delays.disable())
    )

    const recordProcess = Effect.gen(function* () {
      const { external, heapUsed, rss } = process.memoryUsage(),
        { system, user } = process.cpuUsage()
      const gauge = (name: string, description: string, value: number) =>
        Metric.update(Metric.gauge(name, { description }), value)
      yield* gauge("process_resident_memory_bytes", "Memory of this process", rss)
      yield* gauge("nodejs_heap_used_bytes", "Heap of this process", heapUsed)
      yield* gauge("nodejs_external_memory_bytes", "Buffers of this process", external)
      const cpu = Metric.counter("process_cpu_seconds_total", {
        description: "Processor time of this process",
        incremental: true
      })
      yield* Metric.update(cpu, (system + user) / 1e6) // the registry is a copy, so the counter begins at 0
      yield* gauge(
        "nodejs_eventloop_delay_p99_seconds",
        "How late this process comes to its work, since the last look",
        loop.percentile(99) / 1e9
      )
      yield* Effect.sync(() => loop.reset())
    })

    /** Returns the metrics of this process, and gauges that are computed for each scrape. */
    const scrape = Effect.gen(function* () {
      yield* recordHealth(assessHealth(yield* facts.read, limits))
      yield* recordProcess
      yield* workers.enter
      return yield* PrometheusMetrics.format()
    })
    // gauges go to a copy of the registry, so that those of an earlier scrape do not stay
    const scrapeFresh = Effect.flatMap(Metric.MetricRegistry, (counted) =>
      Effect.provideService(scrape, Metric.MetricRegistry, new Map(counted))
    )

    const isAdmin = Effect.fnUntraced(function* ({ headers }: HttpServerRequest.HttpServerRequest) {
      const token = /^bearer +(\S{1,512})$/i.exec(headers["authorization"] ?? "")?.[1]
      const owner = token === undefined ? null : yield* tokens.owner(token)
      return owner !== null && owner.serverAdmin && carries({ ...owner, requestId: "" }, "traces:read", null)
    })

    yield* router.add(
      "GET",
      "/metrics",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (!isLocal(request) && !(yield* isAdmin(request))) {
          return yield* HttpServerRespondable.toResponse(
            new Unauthorized({
              code: "UNAUTHORIZED",
              detail:
                "From another machine this needs a token of a server admin with the scope " +
                "traces:read: Authorization: Bearer …"
            })
          )
        }
        return HttpServerResponse.text(yield* scrapeFresh, { contentType: CONTENT_TYPE })
      })
    )
  })
)
