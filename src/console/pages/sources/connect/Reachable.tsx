// Which address senders use: a warning where the page is open at localhost or without https, and the machine's
// other addresses to choose from.
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { words } from "../../../../words/language.ts"
import { Choice } from "../../../design/kit.tsx"
import { Parts } from "../../../design/Parts.tsx"
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
  const text = words.connect.reach
  const offered = offeredOrigins(location.origin, health?.reach)
  const warning = reachWarning(origin, sender)
  const listensHereAlone = health !== undefined && isLoopback(`http://${health.reach.host}`)
  return (
    <section className={look["reach"]} aria-label={text.label}>
      {warning !== null && (
        <p>
          <b>{warning.what}</b> {warning.needs}
        </p>
      )}
      {offered.length > 1 && (
        <p className={look["origins"]}>
          <Parts
            of={text.use<ReactNode>({
              choice: (
                <Choice
                  label={text.address}
                  of={offered.map((one) => [one, one])}
                  value={origin}
                  onChoose={onOrigin}
                />
              )
            })}
          />
        </p>
      )}
      {listensHereAlone && (
        <p>
          <Parts
            of={text.listensLocally<ReactNode>({
              host: <code className="mono">HOST=0.0.0.0</code>,
              publicUrl: <code className="mono">PUBLIC_URL</code>
            })}
          />
        </p>
      )}
      {!me.server_admin && isLocal && <p className="soft">{text.askAdmin}</p>}
    </section>
  )
}
