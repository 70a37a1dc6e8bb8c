// Logging and telemetry of a process: a log always, and an OpenTelemetry collector where the settings name one.
import { Effect, Layer } from "effect"
import { logLayer, type OnStderr } from "./log.ts"
import type { Collector } from "./telemetry.ts"
import { noopTracer } from "./noopTracer.ts"

/**
 * `ObservabilityOptions` names the service, its log and its collector; without a collector spans are not
 * recorded.
 */
interface ObservabilityOptions {
  readonly service: string
  readonly logLevel: Parameters<typeof logLayer>[1]
  readonly logFile: string
  readonly stderr: OnStderr
  readonly collector: Collector | null
}

/**
 * `observabilityLayer` provides loggers and tracer of a process. The OTLP client is imported only if it is
 * used.
 */
export const observabilityLayer = ({
  collector,
  logFile,
  logLevel,
  service,
  stderr
}: ObservabilityOptions) => {
  const logs = logLayer(service, logLevel, logFile, stderr)
  if (collector === null) return Layer.merge(logs, noopTracer)
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./telemetry.ts")),
      ({ telemetryLayer }) => telemetryLayer(collector, service)
    )
  ).pipe(Layer.provideMerge(logs))
}
