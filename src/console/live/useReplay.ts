// While the cursor is in the past the map shows then: places, ways and events of the window that was read, and
// nobody until it is.
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useEffect, useSyncExternalStore } from "react"
import { silentAfterMs } from "../../domain/tracking/reporting.ts"
import { Refused } from "../api/Refused.ts"
import { currentMap, eventsBetween, placesAt, type Seen, type Ways, waysBetween } from "../queries/field.ts"
import { queryClient } from "../queries/queryClient.ts"
import { whileNarrowing } from "../queries/whileNarrowing.ts"
import { useProject } from "../shell/useProject.ts"
import { readCursor, watchCursor } from "./cursor.ts"
import { happeningOf } from "./fieldOf.ts"
import type { Field } from "./LiveMap.ts"
import { Replay } from "./Replay.ts"

const route = getRouteApi("/known/p/$slug/live")

/** While it is live, the ways of more than so many are not drawn: they would be one blot, at a great price. */
const MOST_WAYS = 300

interface Span {
  readonly from: number
  readonly to: number
}

const isPast = (): boolean => readCursor() !== null

export const usePast = (): boolean => useSyncExternalStore(watchCursor, isPast)

/** The window holds more fixes than are read of everybody. */
export const isTooMany = (error: unknown): boolean =>
  error instanceof Refused && error.problem.code === "TOO_MANY_FIXES"

/** The entity that is chosen; null: none is, or a device that is on none. */
const entityOf = (projectId: string, chosen: string | undefined): string | null => {
  const { features } = queryClient.getQueryData(currentMap(projectId).queryKey) ?? { features: [] }
  const seen = features.find(({ id }) => id === chosen)
  return (seen === undefined ? chosen : seen.properties.entity_id) ?? null
}

interface WindowRead {
  /** undefined: not read */
  readonly ways: Ways | undefined
  /** who was where when it began; undefined: not read, as it is not while the map is live */
  readonly before: ReadonlyArray<Seen> | undefined
  /** whose way alone is read, because everybody's hold too many fixes; null: everybody's are */
  readonly only: string | null
  /** why something is not read; null: all is, or is still to come */
  readonly error: Error | null
  /** asks once more for what is not read */
  readonly again: () => void
}

export const useWindowRead = ({ from, to }: Span, wanted: boolean): WindowRead => {
  const { project } = useProject()
  const { sel } = route.useSearch()
  const past = usePast()
  const all = useQuery({
    ...waysBetween(project.id, from, to),
    enabled: wanted,
    // while it is live the window goes on; of another moment nobody's way is shown
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
