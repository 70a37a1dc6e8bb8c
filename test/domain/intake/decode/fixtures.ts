// Recorded payloads: one file an adapter, each with where its shapes come from, what goes in and what must
// come out.
import { readFileSync } from "node:fs"
import type { Message } from "../../../../src/domain/intake/decode/Decoder.ts"
import type { AdapterKey } from "../../../../src/domain/tracking/DataSource.ts"
import type { SourceConfig } from "../../../../src/domain/tracking/SourceConfig.ts"

/** When every recorded message arrives. */
export const RECEIVED_AT = 1_777_600_000_000

export interface Recorded {
  readonly name: string
  readonly contentType?: string
  readonly query?: string
  readonly topic?: string
  readonly retained?: boolean
  readonly config?: SourceConfig
  /** sent as JSON */
  readonly body?: unknown
  /** sent as it is, instead of `body` */
  readonly text?: string
  /** what comes out; `{unreadable}` stands for a part that could not be read, and is a word of the reason */
  readonly items?: ReadonlyArray<unknown>
  /** how many of the items are sane, where not all of them are */
  readonly sane?: number
  /** a word of why the whole message is refused */
  readonly refused?: string
}

export const recordedAdapters = [
  "owntracks",
  "traccar",
  "chirpstack",
  "tts",
  "osmand",
  "generic_mqtt",
  "generic_websocket",
  "meshtastic",
  "overland"
] as const satisfies ReadonlyArray<AdapterKey>

export const recorded = (
  adapter: (typeof recordedAdapters)[number]
): { readonly provenance: string; readonly cases: ReadonlyArray<Recorded> } =>
  JSON.parse(readFileSync(new URL(`fixtures/${adapter}.json`, import.meta.url), "utf8")) as {
    provenance: string
    cases: Array<Recorded>
  }

export const bodyOf = ({ body, text }: Recorded): string => text ?? JSON.stringify(body)

export const messageOf = (it: Recorded): Message => ({
  body: bodyOf(it),
  contentType: it.contentType ?? "application/json",
  query: it.query ?? "",
  topic: it.topic ?? "",
  retained: it.retained ?? false,
  receivedAt: RECEIVED_AT,
  config: it.config ?? {}
})
