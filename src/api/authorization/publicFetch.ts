// Fetches what strangers name: from the public internet and nowhere else. An address inside is refused before a
// connection is made, so that neither an answer nor the time that it takes tells what listens there.
import { fetch as fetchWith, type RequestInit as UndiciInit } from "undici"
import { publicAgent } from "../../delivery/channels/publicAgent.ts"

/** Makes a `fetch` that reaches public addresses alone, whatever dispatcher its caller names. */
export const makePublicFetch = (): typeof globalThis.fetch => {
  const agent = publicAgent()
  return (input, init) =>
    // the same classes, in two versions: Node's own and the library's
    fetchWith(String(input instanceof Request ? input.url : input), {
      ...(init as UndiciInit),
      dispatcher: agent
    }) as unknown as Promise<Response>
}
