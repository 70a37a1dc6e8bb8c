// Which address senders use: a warning where the page is open at localhost or without https, and the machine's
// other addresses to choose from.
import { useQuery } from "@tanstack/react-query"
import { Choice } from "../../../design/kit.tsx"
import { systemHealth } from "../../../data/health.ts"
import { useProject } from "../../../shell/useProject.ts"
import look from "./connect.module.css"
import { isLoopback, offeredOrigins, reachWarning } from "./origins.ts"
import type { Sender } from "./senders.ts"

interface ReachableProps {
  readonly sender: Sender
  readonly origin: string
  readonly onOrigin: (origin: string) => void
}

/** The choice of an address. */
export const Reachable = ({ onOrigin, origin, sender }: ReachableProps) => {
  const { me } = useProject()
  const isLocal = isLoopback(origin)
  const isPlain = origin.startsWith("http:")
  const isHere = isLoopback(location.origin)
  const { data: health } = useQuery({
    ...systemHealth,
    enabled: me.server_admin && (isHere || isPlain),
    refetchInterval: false
  })
  if (!isPlain && !isHere) return null
  const offered = offeredOrigins(location.origin, health?.reach)
  const warning = reachWarning(origin, sender)
  const listensHereAlone = health !== undefined && isLoopback(`http://${health.reach.host}`)
  return (
    <section className={look["reach"]} aria-label="Where this server is reached">
      {warning !== null && (
        <p>
          <b>{warning.what}</b> {warning.needs}
        </p>
      )}
      {offered.length > 1 && (
        <p className={look["origins"]}>
          Use{" "}
          <Choice
            label="Address that senders use"
            of={offered.map((one) => [one, one])}
            value={origin}
            onChoose={onOrigin}
          />
        </p>
      )}
      {listensHereAlone && (
        <p>
          It listens to this machine alone. Start it with <code className="mono">HOST=0.0.0.0</code> for its
          own network, or behind a proxy with https and <code className="mono">PUBLIC_URL</code>.
        </p>
      )}
      {!me.server_admin && isLocal && (
        <p className="soft">A server admin sees the addresses of this machine here.</p>
      )}
    </section>
  )
}
