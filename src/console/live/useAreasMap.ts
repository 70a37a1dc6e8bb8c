// A map of the project's areas in a page of its own: opened once they are read, closed with its place.
import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useRef, useState } from "react"
import { watchTheme } from "../look/theme.ts"
import type { FieldMap, MapOptions } from "../map/FieldMap.ts"
import { sayNoMap } from "../map/noMap.ts"
import { boundsOf } from "../map/places.ts"
import { features } from "../queries/field.ts"
import { queryClient } from "../queries/queryClient.ts"
import { useProject } from "../shell/useProject.ts"
import { areaOf, landscapeOf, startOf } from "./fieldOf.ts"

/** Where a map begins. Whoever moves on does not move it, so this does not change. */
export interface MapStart {
  /** null: the world */
  readonly bounds: MapOptions["bounds"] | "areas"
  readonly padding: NonNullable<MapOptions["padding"]>
}

/**
 * Gives the map once it is open, and what its container's `ref` has to be; `onHit` hears of what is pressed
 * on it. Areas whose ids are in `without` are left out: a page draws those itself.
 */
export const useAreasMap = (
  start: MapStart,
  onHit: MapOptions["onHit"] = () => undefined,
  without?: { readonly has: (id: string) => boolean }
) => {
  const hit = useRef(onHit)
  useEffect(() => {
    hit.current = onHit
  })
  const { project } = useProject()
  const { data: areas, error } = useQuery(features(project.id))
  const [map, setMap] = useState<FieldMap | null>(null)
  // areas that change are drawn: the map is opened once they are known, and stays; without them where they
  // cannot be read, because what the page is about is on it all the same
  const [known, setKnown] = useState(false)
  if (!known && (areas !== undefined || error !== null)) setKnown(true)

  const mount = useCallback(
    (container: HTMLDivElement) => {
      let opened: FieldMap | null = null
      const leaving = new AbortController()
      const open = async () => {
        const { openMap } = await import("../map/FieldMap.ts")
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
    () => map?.setAreas((areas ?? []).filter(({ id }) => without?.has(id) !== true).map(areaOf)),
    [map, areas, without]
  )
  useEffect(() => (map === null ? undefined : watchTheme(() => map.repaint())), [map])
  return { map, mount }
}
