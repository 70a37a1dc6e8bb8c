// The bar over the map: project, navigation, and whether the map is live.
import { useQuery } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { readLiveState, readNewestFix, watchLiveState, watchNewestFix } from "../../data/liveStore.ts"
import { currentMap } from "../../data/mapQueries.ts"
import { Icon } from "../../design/marks/Icon.tsx"
import { Key } from "../../design/marks/Key.tsx"
import { openPalette } from "../../shell/palette/palette.ts"
import { ProjectSwitcher } from "../../shell/ProjectSwitcher.tsx"
import { useProject } from "../../shell/useProject.ts"
import { anyOne } from "../../shell/words.ts"
import { Age } from "../../time/Age.tsx"
import { iso } from "../../time/iso.ts"
import { inZone, span } from "../../time/zoneTime.ts"
import { useNow } from "../../time/useNow.ts"
import { readCursor, watchCursor } from "./cursor.ts"
import look from "./live.module.css"

const isPast = (): boolean => readCursor() !== null

/** Ago shows how far in the past the map is. */
const Ago = ({ now }: { readonly now: number }) => {
  const at = useSyncExternalStore(watchCursor, readCursor)
  return at === null ? null : <span className="soft num">{span((now - at) / 1000)} ago</span>
}

/** AsOf shows the time of the data while the connection is lost; counts relative to now would be wrong. */
const AsOf = ({ at, now }: { readonly at: number; readonly now: number }) => {
  const { zone } = useProject()
  return (
    <span className={`num ${look["asOf"]}`}>
      as of {inZone(at, zone, "clock")}
      <span className={look["quiet"]}>, {span((now - at) / 1000)} ago</span>
    </span>
  )
}

const Status = () => {
  const { project } = useProject()
  const { connection, lostAt } = useSyncExternalStore(watchLiveState, readLiveState)
  const { data } = useQuery(currentMap(project.id))
  const now = useNow()
  const heard = useSyncExternalStore(watchNewestFix, readNewestFix)
  const read = data?.last_fix_at == null ? 0 : Date.parse(data.last_fix_at)
  const lastFix = Math.max(heard, read)
  const past = useSyncExternalStore(watchCursor, isPast)
  const lost = connection === "lost"
  const word = lost ? "Not connected" : connection !== "live" ? "Connecting" : past ? "Replay" : "Live"
  const nobody = data?.counts.total === 0
  return (
    <p className={`card ${look["status"]}`} role="status">
      <span className={look["pulse"]} data-lost={lost} data-hollow={past || nobody} />
      <span className="strong">{nobody && !lost ? "Waiting" : word}</span>
      {nobody && <span className="soft">nothing has reported yet</span>}
      {past && !lost && <Ago now={now} />}
      {lostAt !== null && <AsOf at={lostAt} now={now} />}
      {!past && !lost && data !== undefined && data.counts.total > 0 && (
        <span className="soft num">
          {data.counts.on_time} of {data.counts.total} reporting
        </span>
      )}
      {!past && !lost && lastFix > 0 && (
        <span className={`faint num ${look["quiet"]}`}>
          last fix <Age of={iso(lastFix)} /> ago
        </span>
      )}
    </p>
  )
}

/** TopBar is the bar over the map. */
export const TopBar = () => {
  const { project } = useProject()
  return (
    <div className={look["top"]}>
      <ProjectSwitcher />
      <button className={`card ${look["search"]}`} onClick={openPalette}>
        <Icon name="search" size={16} />
        <span>Find {anyOne(project)}, place or rule</span>
        <Key className="push" of="⌘K" />
      </button>
      <Status />
    </div>
  )
}
