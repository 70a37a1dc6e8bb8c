// Data sources in words: their health, checks and addresses.
import type { Source, SourceTest } from "../../data/sources.ts"

/** HEALTHS are the label and tone of each health. */
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
/** The label of a check. */
export const checkName = (name: SourceTest["checks"][number]["name"]): string => CHECKS[name]

/** websocketUrlOf returns the address at which devices connect to a source. */
export const websocketUrlOf = ({ id }: Pick<Source, "id">): string =>
  `${location.origin.replace(/^http/, "ws")}/api/v1/ingest/ws/${id}`

/** The address that senders of a source use. */
export const doorOf = (source: Pick<Source, "adapter_key" | "id">): string =>
  source.adapter_key === "generic_websocket"
    ? websocketUrlOf(source)
    : `${location.origin}/api/v1/ingest/http/${source.id}`

/** Whether the service connects to the sender. */
export const isOutward = ({ config }: Pick<Source, "config">): boolean =>
  config.mqtt !== undefined || config.websocket !== undefined
