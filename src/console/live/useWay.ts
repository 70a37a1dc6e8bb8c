import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { type Subject, track } from "../queries/tracks.ts"
import { useProject } from "../shell/useProject.ts"

export interface Way {
  readonly at: ReadonlyArray<readonly [number, number]>
  /** epoch ms, one a place */
  readonly times: ReadonlyArray<number>
}

/** The places of a subject between two moments, epoch ms, as a map draws them; null: not read yet. */
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
