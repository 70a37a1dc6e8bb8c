import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { type Subject, track } from "../../data/tracks.ts"
import { useProject } from "../../shell/useProject.ts"

/** Way is a track: places and their times. */
export interface Way {
  readonly at: ReadonlyArray<readonly [number, number]>
  /** epoch ms, one per place */
  readonly times: ReadonlyArray<number>
}

/** useWay returns the track of a subject between two times (epoch ms); null: loading. */
export const useWay = ({ device_id, entity_id }: Subject, from: number, to: number): Way | null => {
  const { project } = useProject()
  const { data } = useQuery(track(project.id, { device_id, entity_id }, from, to))
  return useMemo(() => {
    if (data === undefined) return null
    const line = data.geometry?.type === "LineString" ? data.geometry.coordinates : []
    return {
      at: line.map(([lon, lat]) => [lon, lat] as const),
      times: data.properties.times.map((one) => Date.parse(one))
    }
  }, [data])
}
