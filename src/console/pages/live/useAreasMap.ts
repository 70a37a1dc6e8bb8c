// A map of the project's areas on any page: opened once the areas have loaded, closed with its element.
import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useRef, useState } from "react"
import { watchTheme } from "../../design/theme.ts"
import type { TrackingMap, MapOptions } from "../../map/TrackingMap.ts"
import { sayNoMap } from "../../map/noMap.ts"
import { boundsOf } from "../../map/places.ts"
import { features } from "../../data/mapQueries.ts"
import { queryClient } from "../../data/queryClient.ts"
import { useProject } from "../../shell/useProject.ts"
import { areaOf, landscapeOf, startOf } from "./fieldOf.ts"

/** MapStart is the initial view of a map; later changes are ignored. */
export interface MapStart {
  /** null: the whole world */
  readonly bounds: MapOptions["bounds"] | "areas"
  readonly padding: NonNullable<MapOptions["padding"]>
}

/**
 * useAreasMap returns the map once it is open and the `ref` of its container; `onHit` is called for clicks.
 * Areas with ids in `without` are left out, because the page draws them itself.
 */
export const useAreasMap = (
  start: MapStart,
  onHit: MapOptions["onHit"] = () => undefined,
  without?: { readonly has: (id: string) => boolean },
  /** id of the area that is drawn strongly */
  chosen?: string
) => {
  const hit = useRef(onHit)
  useEffect(() => {
    hit.current = onHit
  })
  const { project } = useProject()
  const { data: areas, error } = useQuery(features(project.id))
  const [map, setMap] = useState<TrackingMap | null>(null)
  // the map opens once the areas are known and stays open on changes; where the areas cannot be read it opens without
  // them
  const [known, setKnown] = useState(false)
  if (!known && (areas !== undefined || error !== null)) setKnown(true)

  const mount = useCallback(
    (container: HTMLDivElement) => {
      let opened: TrackingMap | null = null
      const leaving = new AbortController()
      const open = async () => {
        const { openMap } = await import("../../map/TrackingMap.ts")
        const read = queryClient.getQueryData(features(project.id).queryKey) ?? []
        const around = boundsOf([], read.map(areaOf))
        const landscape = landscapeOf(project.settings, around)
        const made = await openMap(container, {
          bounds: start.bounds === "areas" ? around : start.bounds,
          padding: start.padding,
          onHit: (found) => hit.current(found),
          signal: leaving.signal,
          ...startOf(project.settings),
          ...(landscape === undefined ? {} : { landscape })
        })
        if (leaving.signal.aborted) return made.remove()
        opened = made
        setMap(made)
        await made.drawn()
        container.dataset["ready"] = "true"
      }
      if (known) open().catch(() => leaving.signal.aborted || sayNoMap(container))
      return () => {
        leaving.abort()
        opened?.remove()
        setMap(null)
      }
    },
    [known, start, project.id, project.settings]
  )
  useEffect(
    () =>
      map?.setAreas(
        (areas ?? [])
          .filter(({ id }) => without?.has(id) !== true)
          .map((one) => ({ ...areaOf(one), chosen: one.id === chosen }))
      ),
    [map, areas, without, chosen]
  )
  useEffect(() => (map === null ? undefined : watchTheme(() => map.repaint())), [map])
  return { map, mount }
}
