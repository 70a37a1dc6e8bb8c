// What is kept of a refused report, as a message that intake can read again. An item was kept as its adapter read
// it, so our own format reads it now; a text is what came, and its source's adapter reads it.
import * as Struct from "effect/Struct"
import { isObject } from "../domain/isObject.ts"
import type { SourceConfig } from "../domain/tracking/SourceConfig.ts"
import type { AuthenticatedSource, Message } from "./ports.ts"

interface KeptMessage {
  readonly source: AuthenticatedSource
  readonly message: Message
}

const ours = new Set(["generic_http", "generic_mqtt", "generic_websocket"])

/**
 * What the configuration found is in its place already: found again it would be multiplied again, and an item
 * has no message around it.
 */
const withoutFactors = (config: SourceConfig): SourceConfig => {
  const { fields, ...others } = Struct.omit(config, ["device", "items"])
  if (fields === undefined) return others
  const unscaled = Object.entries(fields).filter(
    ([target, field]) => typeof field === "string" || field.factor === 1 || field.path !== target
  )
  return { ...others, fields: Object.fromEntries(unscaled) }
}

/** null: what is kept is not all of it. */
export const keptMessage = (source: AuthenticatedSource, payload: unknown): KeptMessage | null => {
  if (payload === null || payload === undefined) return null
  if (isObject(payload) && payload["cut"] === true) return null
  const isText = typeof payload === "string"
  return {
    source: isText
      ? source
      : {
          ...source,
          adapterKey: "generic_http",
          // of our own format the source may say by now where values are; another's item has no such places
          config: ours.has(source.adapterKey) ? withoutFactors(source.config) : {}
        },
    message: {
      body: isText ? payload : JSON.stringify(payload),
      contentType: "application/json",
      query: "",
      topic: "",
      retained: false,
      receivedAt: null
    }
  }
}
