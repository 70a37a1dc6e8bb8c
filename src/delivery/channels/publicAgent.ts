// HTTP to the public internet only: the address of every connection is checked against the list of reserved
// networks when it is made, so that neither unusual spellings of an address nor DNS rebinding leads to internal
// hosts.
import * as dns from "node:dns"
import { BlockList, type LookupFunction } from "node:net"
import { callbackify } from "node:util"
import { Agent, buildConnector } from "undici"
import { type ReservedNetwork, reservedNetworks } from "../../domain/automation/reservedNetworks.ts"

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Resolves names at the name servers directly. The system's resolver has four threads for the whole process,
 * which a name that never answers would occupy.
 */
const askNameServers = (): LookupFunction => {
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 })
  const find = callbackify(async (hostname: string): Promise<ReadonlyArray<dns.LookupAddress>> => {
    const known = (family: 4 | 6) => (found: ReadonlyArray<string>) =>
      found.map((address) => ({ address, family }))
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname).then(known(4)),
      resolver.resolve6(hostname).then(known(6))
    ])
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    if (found.length === 0) throw Object.assign(new Error(`no address of ${hostname}`), { code: "ENOTFOUND" })
    return found
  })
  return (hostname, options, callback) =>
    find(hostname, (error, found) => {
      const [first] = found ?? []
      if (first === undefined) callback(error, "")
      else if (options.all === true) callback(null, [...found])
      else callback(null, first.address, first.family)
    })
}

/**
 * Connects plainly first and adds TLS afterwards, because only a plain connection honours the block list;
 * `tls.connect` ignores it.
 */
const guarded = (
  lookup: LookupFunction,
  networks: ReadonlyArray<ReservedNetwork>
): buildConnector.connector => {
  const blockList = new BlockList()
  for (const { address, family, prefix } of networks) blockList.addSubnet(address, prefix, family)
  const plain = buildConnector({ blockList, lookup, timeout: CONNECT_TIMEOUT_MS })
  const secure = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS })
  return (options, callback) => {
    if (options.protocol !== "https:") return plain(options, callback)
    const { hostname, port } = options
    plain({ hostname, protocol: "http:", port: port === "" ? "443" : port }, (error, socket) =>
      error === null ? secure({ ...options, httpSocket: socket }, callback) : callback(error, null)
    )
  }
}

/**
 * Makes an agent that reaches only public addresses; `lookup` resolves names, `networks` are those it does
 * not reach.
 */
export const publicAgent = (
  lookup: LookupFunction = askNameServers(),
  networks: ReadonlyArray<ReservedNetwork> = reservedNetworks
): Agent => new Agent({ connect: guarded(lookup, networks) })

/** Makes an agent that reaches all addresses, this machine included. */
export const anyAgent = (): Agent => new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS, allowH2: false } })
