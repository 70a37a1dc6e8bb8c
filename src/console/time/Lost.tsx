// Above a page that the stream does not reach: what it shows is of when it last did.
import { useSyncExternalStore } from "react"
import { Icon } from "../look/Icon.tsx"
import { readDesk, watchDesk } from "../queries/desk.ts"
import { useProject } from "../shell/useProject.ts"
import look from "./asOf.module.css"
import { useNow } from "./useNow.ts"
import { inZone, span } from "./zoneTime.ts"

/** A connection that is back within so many ms was never missed, and moves nothing. */
const SHORT_MS = 5000

const Since = ({ at }: { readonly at: number }) => {
  const { zone } = useProject()
  const now = useNow()
  if (now - at < SHORT_MS) return null
  return (
    <div className={look["asOf"]} role="status">
      <Icon name="plug" size={15} />
      <b>Not connected</b>
      <span className="num">
        as of {inZone(at, zone, "clock")}, {span((now - at) / 1000)} ago
      </span>
    </div>
  )
}

export const Lost = () => {
  const { lostAt } = useSyncExternalStore(watchDesk, readDesk)
  return lostAt === null ? null : <Since at={lostAt} />
}
