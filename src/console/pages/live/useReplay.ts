// While the cursor is in the past the map shows places, tracks and events of the loaded window, and no subjects until
// it has loaded.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useEffect, useSyncExternalStore } from "react"
import { silentAfterMs } from "../../../domain/tracking/reporting.ts"
import { Refused } from "../../data/api/Refused.ts"
import {
  currentMap,
  eventsBetween,
  placesAt,
  type Seen,
  type Ways,
  waysBetween
} from "../../data/mapQueries.ts"
import { queryClient } from "../../data/queryClient.ts"
import { whileNarrowing } from "../../data/whileNarrowing.ts"
import { useProject } from "../../shell/useProject.ts"
import { readCursor, watchCursor } from "./cursor.ts"
import { happeningOf } from "./fieldOf.ts"
import type { Field } from "./LiveMap.ts"
import { Replay } from "./Replay.ts"

const route = getRouteApi("/known/p/$slug/live")

/** Tracks that are drawn in live mode at most; more would be costly and unreadable. */
const MOST_WAYS = 300

interface Span {
  readonly from: number
  readonly to: number
}

const isPast = (): boolean => readCursor() !== null

/** usePast tells whether the cursor is in the past. */
export const usePast = (): boolean => useSyncExternalStore(watchCursor, isPast)

/** isTooMany tells whether an error means that the window has more fixes than the limit for all subjects. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof Refused && error.problem.code === "TOO_MANY_FIXES"

/** Returns the id of the selected entity; null: none, or a device without entity. */
const entityOf = (projectId: string, chosen: string | undefined): string | null => {
  const { features } = queryClient.getQueryData(currentMap(projectId).queryKey) ?? { features: [] }
  const seen = features.find(({ id }) => id === chosen)
  return (seen === undefined ? chosen : seen.properties.entity_id) ?? null
}

interface WindowRead {
  /** undefined: not loaded */
  readonly ways: Ways | undefined
  /** positions at the start of the window; undefined: not loaded, as in live mode */
  readonly before: ReadonlyArray<Seen> | undefined
  /** id of the only subject whose track was loaded, because all tracks exceed the limit; null: all tracks */
  readonly only: string | null
  /** the error; null: none */
  readonly error: Error | null
  /** repeats the failed requests */
  readonly again: () => void
}

/** useWindowRead loads the positions and tracks of a window. */
export const useWindowRead = ({ from, to }: Span, wanted: boolean): WindowRead => {
  const { project } = useProject()
  const { sel } = route.useSearch()
  const past = usePast()
  const all = useQuery({
    ...waysBetween(project.id, from, to),
    enabled: wanted,
    // in live mode the window moves on; in the past no other window's tracks are shown
    ...(past ? {} : { placeholderData: whileNarrowing(project.id) })
  })
  const only = isTooMany(all.error) ? entityOf(project.id, sel) : null
  const alone = useQuery({ ...waysBetween(project.id, from, to, only), enabled: wanted && only !== null })
  const before = useQuery({ ...placesAt(project.id, from), enabled: wanted && past })
  const ways = only === null ? all : alone
  const missing = [ways, before].filter(({ data }) => data === undefined)
  return {
    ways: ways.data,
    before: before.data,
    only,
    error: missing.find(({ error }) => error !== null)?.error ?? null,
    again: () => missing.forEach(({ refetch }) => void refetch())
  }
}

/** useReplay shows the past on the map while the cursor is there. */
export const useReplay = (field: Field | null, { from, to }: Span): void => {
  const { id, settings } = useProject().project
  const past = usePast()
  const { data: total = 0 } = useQuery({ ...currentMap(id), select: ({ counts }) => counts.total })
  const wanted = past || (field !== null && total <= MOST_WAYS)
  const { before, only, ways } = useWindowRead({ from, to }, wanted)
  const { data: events } = useQuery({ ...eventsBetween(id, from, to), enabled: past })
  useEffect(() => {
    if (field === null) return undefined
    const seen = queryClient.getQueryData(currentMap(id).queryKey)?.features ?? []
    const types = new Map(seen.map((one) => [one.id, one.properties.entity_type]))
    const replay =
      ways === undefined
        ? null
        : new Replay({
            ...ways,
            before: (before ?? []).filter((one) => only === null || one.id === only),
            silentMs: silentAfterMs(settings["silent_after_hours"]),
            typeOf: (subject) => types.get(subject) ?? null
          })
    const happenings = (events ?? []).map(
      (event) => [Date.parse(event.properties.time), happeningOf(event)] as const
    )
    let frame = 0
    const draw = () => {
      frame = 0
      const at = readCursor()
      if (at === null) {
        field.live.resume()
        field.map.setTrails(replay?.trails(to) ?? [], from, to)
        return
      }
      field.live.pause(replay?.at(at) ?? [])
      field.map.setTrails(replay?.trails(at) ?? [], from, at)
      field.map.setEvents(happenings.filter(([time]) => time <= at).map(([, happening]) => happening))
    }
    draw()
    const leave = watchCursor(() => {
      frame ||= requestAnimationFrame(draw)
    })
    return () => {
      leave()
      cancelAnimationFrame(frame)
    }
  }, [field, ways, before, only, events, from, to, id, settings])
}
