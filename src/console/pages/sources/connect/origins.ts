// The origins at which senders can reach the server: the public one, that of the page, those of its networks.
import { words } from "../../../../words/language.ts"
import type { Sender } from "./senders.ts"

interface Reach {
  readonly public_url: string | null
  readonly addresses: ReadonlyArray<string>
}

/** isLoopback says whether an origin is this machine's loopback. */
export const isLoopback = (origin: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(origin).hostname)

/** offeredOrigins are the origins to choose from: the public one, that of the page, then those of the machine. */
export const offeredOrigins = (here: string, reach: Reach | undefined): ReadonlyArray<string> => {
  const { port, protocol } = new URL(here)
  const suffix = port === "" ? "" : `:${port}`
  const found = [
    ...(reach?.public_url == null ? [] : [new URL(reach.public_url).origin]),
    ...(isLoopback(here) ? [] : [here]),
    ...(reach?.addresses ?? []).map((address) => `${protocol}//${address}${suffix}`),
    here
  ]
  return [...new Set(found)]
}

/** Warning is why a sender cannot use an origin, and what it needs. */
interface Warning {
  readonly what: string
  readonly needs: string
}

/** reachWarning says why a kind of sender cannot use an origin; null: it can. */
export const reachWarning = (origin: string, { isPhone, servers: key }: Sender): Warning | null => {
  const { host, protocol } = new URL(origin)
  const { loopback, plain, servers: names } = words.connect.reach
  const servers = key === undefined ? undefined : names[key]
  if (isLoopback(origin))
    return servers === undefined
      ? {
          what: isPhone === true ? loopback.phone({ host }) : loopback.machine({ host }),
          needs: loopback.needs
        }
      : { what: loopback.servers({ servers, host }), needs: loopback.serversNeed }
  if (protocol === "https:") return null
  return {
    what: plain.title,
    needs:
      servers !== undefined ? plain.servers({ servers }) : isPhone === true ? plain.enoughPhone : plain.enough
  }
}
