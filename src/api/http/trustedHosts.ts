// Under which names the service answers: a page of another's, whose name has been pointed at this machine,
// would be taken for ours (DNS rebinding), and `Origin` is held against `Host`. A browser cannot be made to
// send an address as `Host` that it has not connected to.
import type { IncomingMessage } from "node:http"
import { plainAddress } from "./clientAddress.ts"

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/** A name or an address without its port, as it is compared; null: it is neither. */
export const hostName = (host: string): string | null => {
  const [, address, name] = /^(?:\[([\da-f:.%]+)\]|([^\s:[\]@/?#]+))(?::\d{0,5})?$/i.exec(host.trim()) ?? []
  return (address ?? name)?.toLowerCase().replace(/\.$/, "") ?? null
}

/**
 * Whether a request may be answered under the name it asks by: that of the public address, one of those that
 * are trusted besides, this machine's own, or the address the connection came in at. Without a name nobody
 * was misled: no browser leaves it out.
 */
export const trustsHost = (publicUrl: string, trusted: ReadonlyArray<string>) => {
  const known = new Set([new URL(publicUrl).host, ...trusted].map(hostName))
  // almost everybody asks by the same name
  let last: string | undefined
  return ({ headers: { host }, socket }: Pick<IncomingMessage, "headers" | "socket">): boolean => {
    if (host === undefined || host === last) return true
    const name = hostName(host)
    if (name === null) return false
    if (known.has(name) || LOOPBACK.test(name)) {
      last = host
      return true
    }
    return name === plainAddress(socket.localAddress ?? "").toLowerCase()
  }
}
