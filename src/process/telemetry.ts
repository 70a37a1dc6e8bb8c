// Spans, metrics and logs to an OpenTelemetry collector, where the settings name one.
import { Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Otlp from "effect/observability/Otlp"
import { VERSION } from "./contract/version.ts"

/** Where a collector is (OTLP over HTTP, JSON), and what it wants to be told with each request. */
export interface Collector {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends what the process says of itself, beside the loggers there are; what cannot be sent is dropped. */
export const telemetryLayer = ({ headers, url }: Collector, service: string) =>
  Otlp.layerJson({
    baseUrl: url,
    headers,
    resource: { serviceName: service, serviceVersion: VERSION },
    shutdownTimeout: "3 seconds"
  }).pipe(Layer.provide(FetchHttpClient.layer))
