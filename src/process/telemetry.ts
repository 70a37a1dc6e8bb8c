// Exports spans, metrics and logs to an OpenTelemetry collector.
import { Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Otlp from "effect/observability/Otlp"
import { VERSION } from "../contract/version.ts"

/** `Collector` is an OTLP endpoint (HTTP, JSON) with the headers of each request. */
export interface Collector {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** `telemetryLayer` exports beside the existing loggers; batches that cannot be sent are dropped. */
export const telemetryLayer = ({ headers, url }: Collector, service: string) =>
  Otlp.layerJson({
    baseUrl: url,
    headers,
    resource: { serviceName: service, serviceVersion: VERSION },
    shutdownTimeout: "3 seconds"
  }).pipe(Layer.provide(FetchHttpClient.layer))
