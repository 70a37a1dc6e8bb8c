// A note above a page while the stream is lost: how old its data is.
import { useSyncExternalStore } from "react"
import { words } from "../../words/language.ts"
import { Icon } from "../design/marks/Icon.tsx"
import { readLiveState, watchLiveState } from "../data/liveStore.ts"
import { useProject } from "../shell/useProject.ts"
import look from "./asOf.module.css"
import { useNow } from "./useNow.ts"
import { inZone, span } from "./zoneTime.ts"

/**
 * LOST_GRACE_MS is how long the stream may be lost before the note appears, so that short losses do not move
 * the page.
 */
const LOST_GRACE_MS = 5000

const Since = ({ at }: { readonly at: number }) => {
  const { zone } = useProject()
  const now = useNow()
  if (now - at < LOST_GRACE_MS) return null
  return (
    <div className={look["asOf"]} role="status">
      <Icon name="plug" size={15} />
      <b>{words.common.time.notConnected}</b>
      <span className="num">
        {words.common.time.asOf({ time: inZone(at, zone, "clock"), age: span((now - at) / 1000) })}
      </span>
    </div>
  )
}

/** The note while the stream is lost. */
export const Lost = () => {
  const { lostAt } = useSyncExternalStore(watchLiveState, readLiveState)
  return lostAt === null ? null : <Since at={lostAt} />
}
