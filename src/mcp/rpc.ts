// Reads the parts of a JSON-RPC request that the gate needs: older clients name the tool in the body only.
import { isObject } from "../domain/isObject.ts"

/** `Rpc` is the part of a request that the gate needs. */
export interface Rpc {
  /** null: the request has no valid id */
  readonly id: string | number | null
  readonly method: string
  /** the called tool or the read resource; null: neither */
  readonly target: string | null
  /** the arguments of the tool */
  readonly args: Readonly<Record<string, unknown>>
}

/** Removes control characters, which cannot be stored. */
const storableText = (text: string, maxCharacters: number) =>
  text.replaceAll(/\p{Cc}/gu, "").slice(0, maxCharacters)

/** Returns the request; null if the body is no single request, which the protocol answers. */
export const readRpc = (text: string): Rpc | null => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(parsed) || typeof parsed["method"] !== "string") return null
  const { id, method, params } = parsed
  const callParams = isObject(params) ? params : {}
  const target =
    method === "tools/call" ? callParams["name"] : method === "resources/read" ? callParams["uri"] : null
  return {
    id: typeof id === "string" || typeof id === "number" ? id : null,
    method: storableText(method, 64),
    target: typeof target === "string" ? storableText(target, 200) : null,
    args: isObject(callParams["arguments"]) ? callParams["arguments"] : {}
  }
}

/** Returns a shortened copy of the arguments, for the audit log. */
export const summaryOf = (args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(args)
      .slice(0, 20)
      .map(([key, value]) => {
        const argument = typeof value === "string" ? value : JSON.stringify(value)
        return [
          storableText(key, 40),
          typeof value === "number" || typeof value === "boolean" ? value : storableText(argument, 200)
        ]
      })
  )
