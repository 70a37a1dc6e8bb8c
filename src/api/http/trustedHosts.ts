// Decides under which host names the service answers. Otherwise a page of another site whose name points to
// this machine would pass as ours (DNS rebinding), since `Origin` is compared to `Host`. A browser sends an
// IP address as `Host` only if it has connected to it.
import type { IncomingMessage } from "node:http"
import { plainAddress } from "./clientAddress.ts"

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/** Returns the lowercase name or address of a `Host` without its port; null: it is neither. */
const hostName = (host: string): string | null => {
  const [, address, name] = /^(?:\[([\da-f:.%]+)\]|([^\s:[\]@/?#]+))(?::\d{0,5})?$/i.exec(host.trim()) ?? []
  return (address ?? name)?.toLowerCase().replace(/\.$/, "") ?? null
}

/**
 * Makes the function that decides whether a request's `Host` is allowed: the name of the public address, a
 * name of `trusted`, a loopback name, or the address that the connection came in at. A request without `Host`
 * is allowed, since browsers always send it.
 */
export const makeIsAllowedHost = (publicUrl: string, trusted: ReadonlyArray<string>) => {
  const allowedNames = new Set([new URL(publicUrl).host, ...trusted].map(hostName))
  // nearly all requests carry the same name
  let lastAllowed: string | undefined
  return ({ headers: { host }, socket }: Pick<IncomingMessage, "headers" | "socket">): boolean => {
    if (host === undefined || host === lastAllowed) return true
    const name = hostName(host)
    if (name === null) return false
    if (allowedNames.has(name) || LOOPBACK_HOST.test(name)) {
      lastAllowed = host
      return true
    }
    return name === plainAddress(socket.localAddress ?? "").toLowerCase()
  }
}
