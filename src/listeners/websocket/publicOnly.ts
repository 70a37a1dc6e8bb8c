// Servers on the public internet and nowhere else, as webhooks have it: an address is held against the list of
// reserved networks before it is connected to, and a name by the very addresses that are connected to, so that
// neither odd spellings nor a name that changes its mind lead inside.
import * as dns from "node:dns"
import { BlockList, isIP, type LookupFunction } from "node:net"
import { reservedNetworks } from "../../domain/automation/reservedNetworks.ts"

const reserved = new BlockList()
for (const { address, family, prefix } of reservedNetworks) reserved.addSubnet(address, prefix, family)

const isReserved = (address: string): boolean =>
  reserved.check(address, isIP(address) === 6 ? "ipv6" : "ipv4")

/** Returns the refusal of an address inside. */
export const blocked = () =>
  Object.assign(new Error("not on the public internet"), { code: "ERR_IP_BLOCKED" })

/** Whether an address names a place inside by number; names are judged when they are looked up. */
export const leadsInside = (url: string): boolean => {
  const host = new URL(url).hostname.replaceAll(/[[\]]/g, "")
  return isIP(host) !== 0 && isReserved(host)
}

/** Looks a name up; one that leads inside, with whatever else it leads to, is not connected to. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, "")
    const [first] = found
    if (first === undefined || found.some(({ address }) => isReserved(address))) callback(blocked(), "")
    else if (options.all === true) callback(null, found)
    else callback(null, first.address, first.family)
  })
