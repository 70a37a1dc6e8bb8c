// How a process is watched: its log always, and a collector of telemetry where the settings name one.
import { Effect, Layer } from "effect"
import { logLayer, type OnStderr } from "./log.ts"
import type { Collector } from "./telemetry.ts"
import { untold } from "./untold.ts"

export interface Watched {
  readonly service: string
  readonly logLevel: Parameters<typeof logLayer>[1]
  readonly logFile: string
  readonly stderr: OnStderr
  readonly collector: Collector | null
}

/** The client of collectors is loaded only where there is one. */
export const observed = ({ collector, logFile, logLevel, service, stderr }: Watched) => {
  const logs = logLayer(service, logLevel, logFile, stderr)
  if (collector === null) return Layer.merge(logs, untold)
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./telemetry.ts")),
      ({ telemetryLayer }) => telemetryLayer(collector, service)
    )
  ).pipe(Layer.provideMerge(logs))
}
