// Data sources in words: their health and addresses.
import { words } from "../../../words/language.ts"
import type { Source } from "../../data/sources.ts"

type Health = Source["health"]

/** HEALTH_TONES are the classes of the chip of each health. */
export const HEALTH_TONES: Readonly<Record<Health, "on" | "bad" | "late" | "">> = {
  ok: "on",
  failing: "bad",
  quiet: "late",
  never: "",
  off: ""
}

/** healthWord returns the label of a health. */
export const healthWord = (health: Health): string => words.sources.healths[health]

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
