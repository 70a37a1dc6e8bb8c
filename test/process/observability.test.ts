// What a process says of itself to a collector of OpenTelemetry, and that nothing depends on one.
import { assert, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { readSettings } from "../../src/config/readSettings.ts"
import { observabilityLayer } from "../../src/process/observability.ts"
import { freePort, temporaryDirectory } from "../support/machine.ts"

/** A collector; what it was sent, by path. */
const openCollector = Effect.gen(function* () {
  const heard = new Map<string, string>(),
    keys = new Set<unknown>()
  const server = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const open = createServer((request, response) => {
        request
          .on("data", (chunk: Buffer) =>
            heard.set(request.url!, (heard.get(request.url!) ?? "") + chunk.toString())
          )
          .on("end", () => response.end("{}"))
        keys.add(request.headers["x-key"])
      })
      await once(open.listen(0, "127.0.0.1"), "listening")
      return open
    }),
    (open) => Effect.sync(() => void open.close())
  )
  // it listens on TCP
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, keys }
})

const work = Effect.gen(function* () {
  yield* Effect.logWarning("the moon is up", { request_id: "r-1" })
  yield* Metric.update(Metric.counter("test_howls_total"), 3)
}).pipe(Effect.withSpan("howl"))

it.live(
  "with OTEL_EXPORTER_OTLP_ENDPOINT spans, logs and metrics go to the collector, and the log is written as ever",
  () =>
    Effect.gen(function* () {
      const { heard, keys, url } = yield* openCollector
      const logFile = join(yield* temporaryDirectory, "log.jsonl")
      const { collector } = yield* readSettings({
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_HEADERS: "x-key=a=b, x-other=c"
      })
      assert.deepStrictEqual(collector, { url, headers: { "x-key": "a=b", "x-other": "c" } })
      yield* Effect.scoped(
        Effect.provide(
          work,
          observabilityLayer({
            service: "pugmark-test",
            logLevel: "Info",
            logFile,
            stderr: "lines",
            collector
          })
        )
      )
      for (const [path, what] of [
        ["/v1/traces", "howl"],
        ["/v1/logs", "the moon is up"],
        ["/v1/metrics", "test_howls_total"]
      ] as const) {
        assert.include(heard.get(path), what, path)
        assert.include(heard.get(path), "pugmark-test", path)
      }
      assert.deepStrictEqual([...keys], ["a=b"])
      // lines of a turn are written together
      yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
      assert.include(readFileSync(logFile, "utf8"), "the moon is up")
    })
)

it.live("a collector that is not there costs nothing but its telemetry", () =>
  Effect.gen(function* () {
    const url = `http://127.0.0.1:${yield* freePort}`,
      logFile = join(yield* temporaryDirectory, "log.jsonl")
    const began = performance.now()
    yield* Effect.scoped(
      Effect.provide(
        work,
        observabilityLayer({
          service: "pugmark-test",
          logLevel: "Info",
          logFile,
          stderr: "lines",
          collector: { url, headers: {} }
        })
      )
    )
    assert.isBelow(performance.now() - began, 8000)
    assert.isTrue(existsSync(logFile))
  })
)

it.effect.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://x"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "hunter2"]
] as const)("%s=%s stops the program", ([name, value]) =>
  Effect.gen(function* () {
    const { message } = yield* Effect.flip(readSettings({ [name]: value }))
    assert.include(message, name)
    assert.notInclude(message, "hunter2")
  })
)

it.live("without a collector the log names the trace of what happened, and a span keeps nothing else", () =>
  Effect.gen(function* () {
    const logFile = join(yield* temporaryDirectory, "log.jsonl")
    const span = yield* Effect.scoped(
      Effect.gen(function* () {
        const span = yield* Effect.currentSpan
        yield* Effect.annotateCurrentSpan("howl", "long")
        yield* Effect.logWarning("the moon is up").pipe(Effect.withSpan("within"))
        return span
      }).pipe(
        Effect.withSpan("howl"),
        Effect.provide(
          observabilityLayer({
            service: "pugmark-test",
            logLevel: "Info",
            logFile,
            stderr: "lines",
            collector: null
          })
        )
      )
    )
    yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
    const line = JSON.parse(readFileSync(logFile, "utf8")) as { readonly trace_id: string }
    assert.match(line.trace_id, /^[\da-f]{32}$/)
    assert.strictEqual(line.trace_id, span.traceId)
    assert.deepStrictEqual([span.attributes.size, span.status.startTime], [0, 0n])
  })
)
