// The address that a request comes from: the peer's, unless the peer is a trusted proxy, which names the
// client in `X-Forwarded-For`.
import { Option } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"

/** Returns an address without its zone, and an IPv4-mapped IPv6 address as IPv4. */
export const plainAddress = (address: string): string =>
  address
    .trim()
    .replace(/^::ffff:(?=[\d.]+$)/i, "")
    .replace(/%.*$/, "")

/** Returns whether an address is one of `networks`, which are addresses or networks in CIDR notation. */
const makeIsAmong = (networks: ReadonlyArray<string>) => {
  const list = new BlockList()
  const family = (address: string) => (isIP(address) === 6 ? ("ipv6" as const) : ("ipv4" as const))
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    if (prefix === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(prefix), family(address))
  }
  return (address: string) => list.check(address, family(address))
}

/**
 * Makes the function that returns a request's address: the last one of `X-Forwarded-For` that is no trusted
 * proxy. The entries before it may be forged.
 */
export const makeClientAddress = (trustedProxies: ReadonlyArray<string>) => {
  const isTrusted = makeIsAmong(trustedProxies)
  return (request: HttpServerRequest.HttpServerRequest | IncomingMessage): string => {
    const remoteAddress =
      "socket" in request ? request.socket.remoteAddress : Option.getOrUndefined(request.remoteAddress)
    const peer = plainAddress(remoteAddress ?? "::")
    const forwardedFor = isTrusted(peer)
      ? String(request.headers["x-forwarded-for"] ?? "")
          .split(",")
          .map(plainAddress)
          .filter((address) => isIP(address) !== 0)
      : []
    return forwardedFor.findLast((address) => !isTrusted(address)) ?? peer
  }
}
