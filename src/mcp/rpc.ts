// What of a request of JSON-RPC the gate looks at before the protocol does: older clients say in the body alone
// which tool they call.
import { isObject } from "../domain/isObject.ts"

export interface Rpc {
  /** null: none that an answer can name */
  readonly id: string | number | null
  readonly method: string
  /** the tool that is called, or the resource that is read; null: neither */
  readonly target: string | null
  /** what a tool is called with */
  readonly args: Readonly<Record<string, unknown>>
}

/** A text cannot be stored with these. */
const plain = (text: string, most: number) => text.replaceAll(/\p{Cc}/gu, "").slice(0, most)

/** Null: no single request, which the protocol answers itself. */
export const readRpc = (text: string): Rpc | null => {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(found) || typeof found["method"] !== "string") return null
  const { id, method, params } = found
  const given = isObject(params) ? params : {}
  const target = method === "tools/call" ? given["name"] : method === "resources/read" ? given["uri"] : null
  return {
    id: typeof id === "string" || typeof id === "number" ? id : null,
    method: plain(method, 64),
    target: typeof target === "string" ? plain(target, 200) : null,
    args: isObject(given["arguments"]) ? given["arguments"] : {}
  }
}

/** What the audit log keeps of an input: enough to say what was asked. */
export const summaryOf = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(args)
      .slice(0, 20)
      .map(([key, value]) => {
        const shown = typeof value === "string" ? value : JSON.stringify(value)
        return [
          plain(key, 40),
          typeof value === "number" || typeof value === "boolean" ? value : plain(shown, 200)
        ]
      })
  )
