// From which address a request comes: the peer's, unless that is a proxy of ours, which says for whom it
// asks.
import { Option } from "effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"

/** An IPv4 address in IPv6 clothes is the IPv4 address; a zone is the business of the machine that has it. */
export const plainAddress = (address: string): string =>
  address
    .trim()
    .replace(/^::ffff:(?=[\d.]+$)/i, "")
    .replace(/%.*$/, "")

/** Addresses and networks in the notation of CIDR, as one question about an address. */
const among = (networks: ReadonlyArray<string>) => {
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
 * Reads the address: the last one of `X-Forwarded-For` that no trusted proxy has. What comes before it may be
 * made up.
 */
export const makeClientAddress = (trustedProxies: ReadonlyArray<string>) => {
  const isTrusted = among(trustedProxies)
  return (request: HttpServerRequest.HttpServerRequest | IncomingMessage): string => {
    const remoteAddress =
      "socket" in request ? request.socket.remoteAddress : Option.getOrUndefined(request.remoteAddress)
    const peer = plainAddress(remoteAddress ?? "::")
    const told = isTrusted(peer)
      ? String(request.headers["x-forwarded-for"] ?? "")
          .split(",")
          .map(plainAddress)
          .filter((address) => isIP(address) !== 0)
      : []
    return told.findLast((address) => !isTrusted(address)) ?? peer
  }
}
