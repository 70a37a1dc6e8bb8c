// Data sources in words: how one is doing, and where its senders go.
import type { Source, SourceTest } from "../queries/sources.ts"

export const HEALTHS: Readonly<
  Record<Source["health"], readonly [word: string, tone: "on" | "bad" | "late" | ""]>
> = {
  ok: ["well", "on"],
  failing: ["failing", "bad"],
  quiet: ["quiet", "late"],
  never: ["nothing yet", ""],
  off: ["closed", ""]
}

const CHECKS: Readonly<Record<SourceTest["checks"][number]["name"], string>> = {
  door: "The door",
  broker: "The broker",
  topics: "Its topics",
  queue: "Its queue",
  websocket: "The websocket server",
  network_server: "The network server"
}
export const checkName = (name: SourceTest["checks"][number]["name"]): string => CHECKS[name]

/** Where devices that hold a line to a source go. */
export const lineOf = ({ id }: Pick<Source, "id">): string =>
  `${location.origin.replace(/^http/, "ws")}/api/v1/ingest/ws/${id}`

/** Where senders of a source go. */
export const doorOf = (source: Pick<Source, "adapter_key" | "id">): string =>
  source.adapter_key === "generic_websocket"
    ? lineOf(source)
    : `${location.origin}/api/v1/ingest/http/${source.id}`

/** Whether the service connects by itself. */
export const isOutward = ({ config }: Pick<Source, "config">): boolean =>
  config.mqtt !== undefined || config.websocket !== undefined
