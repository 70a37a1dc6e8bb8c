// While the cursor is in the past the map shows then: places, ways and events of the window that was read.
import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { currentMap, eventsBetween, waysBetween } from "../queries/field.ts"
import { queryClient } from "../queries/queryClient.ts"
import { useProject } from "../shell/useProject.ts"
import { readCursor, watchCursor } from "./cursor.ts"
import { happeningOf } from "./fieldOf.ts"
import type { Field } from "./LiveMap.ts"
import { Replay } from "./Replay.ts"

/** While it is live, the ways of more than so many are not drawn: they would be one blot, at a great price. */
const MOST_WAYS = 300

interface Shown {
  readonly from: number
  readonly to: number
  /** whether the cursor is in the past, or has been put there */
  readonly past: boolean
}

export const useReplay = (field: Field | null, { from, past, to }: Shown): void => {
  const { project } = useProject()
  const { data: total = 0 } = useQuery({ ...currentMap(project.id), select: ({ counts }) => counts.total })
  const { data: ways } = useQuery({
    ...waysBetween(project.id, from, to),
    enabled: field !== null && (past || total <= MOST_WAYS)
  })
  const { data: events } = useQuery({ ...eventsBetween(project.id, from, to), enabled: past })
  useEffect(() => {
    if (field === null) return
    if (ways === undefined) {
      if (past) return // what was shown stays until they are read
      field.live.resume()
      return field.map.setTrails([], from, to)
    }
    const seen = queryClient.getQueryData(currentMap(project.id).queryKey)?.features ?? []
    const types = new Map(seen.map(({ id, properties }) => [id, properties.entity_type]))
    const replay = new Replay(ways, (id) => types.get(id) ?? null)
    const happenings = (events ?? []).map(
      (event) => [Date.parse(event.properties.time), happeningOf(event)] as const
    )
    let frame = 0
    const draw = () => {
      frame = 0
      const at = readCursor()
      if (at === null) {
        field.live.resume()
        field.map.setTrails(replay.trails(to), from, to)
        return
      }
      field.live.pause(replay.at(at))
      field.map.setTrails(replay.trails(at), from, at)
      if (events !== undefined)
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
  }, [field, ways, events, from, to, past, project.id])
}
