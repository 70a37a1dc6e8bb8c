// Tests the configuration of a data source: its broker, WebSocket server or network server; or returns where
// its senders must send.
import { Clock, Effect } from "effect"
import { passedCheck, type SourceCheck, type SourceTest } from "../../../domain/tracking/SourceTest.ts"
import type { DataSource } from "../../../domain/tracking/DataSource.ts"

/** Returns the address for sources that push; there is nothing to connect to. */
const endpointCheck = ({ adapter_key, enabled, id }: DataSource): SourceCheck => {
  const address =
    adapter_key === "osmand"
      ? `/api/v1/ingest/osmand/${id}/TOKEN, the token in the address,`
      : adapter_key === "generic_websocket"
        ? `/api/v1/ingest/ws/${id} with the token, and hold the line,`
        : `/api/v1/ingest/http/${id} with the token`
  return enabled
    ? passedCheck("door", "OPEN", `Senders go to ${address} of this service.`)
    : {
        name: "door",
        ok: false,
        code: "DISABLED",
        detail: "The source is switched off: nothing is taken.",
        remedy: "Open the source."
      }
}

/**
 * Runs all checks that the configuration allows. Protocol clients are imported only here, since they are
 * large.
 */
export const testSource = Effect.fn("testSource")(function* (
  source: DataSource,
  passwordOf: (id: string) => Effect.Effect<string | null>
) {
  const started = yield* Clock.currentTimeMillis
  const { mqtt, server_url, websocket } = source.config,
    { adapter_key } = source
  const checks: Array<SourceCheck> =
    (mqtt === undefined && websocket === undefined) || !source.enabled ? [endpointCheck(source)] : []
  if (mqtt !== undefined) {
    const { probeBroker } = yield* Effect.promise(() => import("../../../listeners/probe/probeBroker.ts"))
    checks.push(
      ...(yield* probeBroker({ id: source.id, broker: mqtt, password: yield* passwordOf(source.id) }))
    )
  }
  if (websocket !== undefined) {
    const { probeWebsocket } = yield* Effect.promise(
      () => import("../../../listeners/probe/probeWebsocket.ts")
    )
    checks.push(...(yield* probeWebsocket({ websocket, password: yield* passwordOf(source.id) })))
  }
  if (server_url !== undefined && (adapter_key === "chirpstack" || adapter_key === "tts")) {
    const { probeServer } = yield* Effect.promise(() => import("../../../listeners/probe/probeServer.ts"))
    checks.push(yield* probeServer(adapter_key, server_url))
  }
  return {
    ok: checks.every((check) => check.ok),
    duration_ms: (yield* Clock.currentTimeMillis) - started,
    checks
  } satisfies SourceTest
})
