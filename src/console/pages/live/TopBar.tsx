// The bar over the map: project, navigation, and whether the map is live.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useSyncExternalStore } from "react"
import { readLiveState, readNewestFix, watchLiveState, watchNewestFix } from "../../data/liveStore.ts"
import { currentMap } from "../../data/mapQueries.ts"
import { Parts } from "../../design/Parts.tsx"
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
  return at === null ? null : (
    <span className="soft num">{words.live.bar.ago({ age: span((now - at) / 1000) })}</span>
  )
}

const quiet = (text: string) => <span className={look["quiet"]}>{text}</span>

/** AsOf shows the time of the data while the connection is lost; counts relative to now would be wrong. */
const AsOf = ({ at, now }: { readonly at: number; readonly now: number }) => {
  const { zone } = useProject()
  return (
    <span className={`num ${look["asOf"]}`}>
      <Parts
        of={words.live.bar.asOf<ReactNode>({
          time: inZone(at, zone, "clock"),
          age: span((now - at) / 1000),
          quiet
        })}
      />
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
  const word = lost
    ? words.live.bar.notConnected
    : connection !== "live"
      ? words.live.bar.connecting
      : past
        ? words.live.bar.replay
        : words.live.bar.live
  const nobody = data?.counts.total === 0
  return (
    <p className={`card ${look["status"]}`} role="status">
      <span className={look["pulse"]} data-lost={lost} data-hollow={past || nobody} />
      <span className="strong">{nobody && !lost ? words.live.bar.waiting : word}</span>
      {nobody && <span className="soft">{words.live.bar.noReports}</span>}
      {past && !lost && <Ago now={now} />}
      {lostAt !== null && <AsOf at={lostAt} now={now} />}
      {!past && !lost && data !== undefined && data.counts.total > 0 && (
        <span className="soft num">
          {words.live.bar.reporting({ onTime: data.counts.on_time, total: data.counts.total })}
        </span>
      )}
      {!past && !lost && lastFix > 0 && (
        <span className={`faint num ${look["quiet"]}`}>
          <Parts of={words.live.bar.lastFix<ReactNode>({ age: <Age of={iso(lastFix)} /> })} />
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
        <span>{words.live.bar.find({ any: anyOne(project) })}</span>
        <Key className="push" of="⌘K" />
      </button>
      <Status />
    </div>
  )
}
