// Fetches addresses that clients supply, from the public internet only. A private address is refused before a
// connection is made, so that neither the answer nor its timing reveals what listens there (SSRF).
import { fetch as fetchWith, type RequestInit as UndiciInit } from "undici"
import { publicAgent } from "../../delivery/channels/publicAgent.ts"

/** Makes a `fetch` that reaches public addresses only, whatever dispatcher its caller passes. */
export const makePublicFetch = (): typeof globalThis.fetch => {
  const agent = publicAgent()
  return (input, init) =>
    // both are undici's classes, Node's version and the library's
    fetchWith(String(input instanceof Request ? input.url : input), {
      ...(init as UndiciInit),
      dispatcher: agent
    }) as unknown as Promise<Response>
}
