// The map on the live page: opened after the first paint, supplied with fetched and streamed data, closed with the
// page.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import { readPencil, watchPencil } from "../areas/pencil.ts"
import { useAlerts } from "../../data/alerts/useAlerts.ts"
import { watchFixes } from "../../data/liveStore.ts"
import { currentMap, features, recentEvents } from "../../data/mapQueries.ts"
import { queryClient } from "../../data/queryClient.ts"
import { watchTheme } from "../../design/theme.ts"
import { isPhone } from "../../design/usePhone.ts"
import type { Hit } from "../../map/TrackingMap.ts"
import { sayNoMap } from "../../map/noMap.ts"
import type { Area } from "../../map/places.ts"
import type { Feature } from "../../data/areas.ts"
import { useLeaving } from "../../shell/leaving.ts"
import { Trouble } from "../../shell/states.tsx"
import { useProject } from "../../shell/useProject.ts"
import { areaOf, happeningOf, landscapeOf, startOf } from "./fieldOf.ts"
import { type Field, LiveMap } from "./LiveMap.ts"
import look from "./live.module.css"
import { coveredBy } from "./sheet.ts"
import { sightOf, useFirstSight } from "./useFirstSight.ts"
import { usePast, useReplay } from "./useReplay.ts"
import type { Window } from "./useWindow.ts"

interface MapPaneProps {
  readonly window: Window
  readonly chosen: string | null
  readonly onHit: (hit: Hit | null) => void
  readonly onReady: (field: Field | null) => void
}

/** Returns the padding of the map: the bar above, strip and scale below; less on phones. */
const paddingOf = () =>
  isPhone() ? { top: 74, right: 22, bottom: 64, left: 22 } : { top: 96, right: 60, bottom: 156, left: 60 }

/** Opens the map in an element, for as long as the element exists. */
const useField = ({ onHit, onReady }: Pick<MapPaneProps, "onHit" | "onReady">) => {
  const { project } = useProject()
  const [field, setField] = useState<Field | null>(null)
  const mount = useCallback(
    (container: HTMLDivElement) => {
      let opened: Field | null = null
      const leaving = new AbortController(),
        { signal } = leaving
      const open = async () => {
        const { openMap } = await import("../../map/TrackingMap.ts")
        if (signal.aborted) return
        // the element is rendered only after these have loaded
        const seen = queryClient.getQueryData(currentMap(project.id).queryKey)?.features ?? []
        const areas = queryClient.getQueryData(features(project.id).queryKey) ?? []
        const bounds = sightOf(seen, areas)
        const landscape = landscapeOf(project.settings, bounds)
        const map = await openMap(container, {
          bounds,
          padding: paddingOf(),
          covered: isPhone() ? coveredBy("half", container.clientHeight) : 0,
          onHit,
          signal,
          ...startOf(project.settings),
          ...(landscape === undefined ? {} : { landscape })
        })
        if (signal.aborted) return map.remove()
        opened = { map, live: new LiveMap(map), startedOn: bounds }
        setField(opened)
        onReady(opened)
        await map.drawn()
        container.dataset["ready"] = "true" // for tests: the first complete frame is drawn
      }
      open().catch(() => signal.aborted || sayNoMap(container))
      return () => {
        leaving.abort()
        opened?.live.leave()
        opened?.map.remove()
        setField(null)
        onReady(null)
      }
    },
    [project.id, project.settings, onHit, onReady]
  )
  return [field, mount] as const
}

/** Returns the areas to draw: without those being removed or edited, with those of a file. */
const useDrawn = (areas: ReadonlyArray<Feature> | undefined): ReadonlyArray<Area> => {
  const leaving = useLeaving()
  const { area, chosen, preview } = useSyncExternalStore(watchPencil, readPencil)
  return useMemo(() => {
    const seen = (areas ?? []).filter(({ id }) => id !== area && !leaving.has(id))
    return [...seen.map((one) => ({ ...areaOf(one), chosen: one.id === chosen })), ...preview]
  }, [areas, area, chosen, leaving, preview])
}

/** MapPane is the map of the live page. */
export const MapPane = ({ chosen, onHit, onReady, window }: MapPaneProps) => {
  const { project } = useProject()
  const [field, mount] = useField({ onHit, onReady })
  const { data: now, error: troubled, refetch } = useQuery(currentMap(project.id))
  const { data: areas, error: refused, refetch: reread } = useQuery(features(project.id))
  const { data: events } = useQuery(recentEvents(project.id))
  const alerts = useAlerts(project.id, "open").data?.items

  useEffect(() => {
    if (field !== null && now !== undefined) field.live.setAll(now.features, now.begun)
  }, [field, now])
  useEffect(() => field?.live.setAlerts(alerts ?? []), [field, alerts])
  useFirstSight(field, now?.features, areas)
  const drawn = useDrawn(areas)
  useEffect(() => field?.map.setAreas(drawn), [field, drawn])
  const past = usePast()
  useEffect(() => {
    if (!past) field?.map.setEvents((events ?? []).map(happeningOf))
  }, [field, events, past])
  useReplay(field, window)
  useEffect(() => field?.live.choose(chosen), [field, chosen])
  useEffect(() => (field === null ? undefined : watchFixes((fixes) => field.live.move(fixes))), [field])
  useEffect(() => (field === null ? undefined : watchTheme(() => field.map.repaint())), [field])

  const missing = now === undefined ? troubled : areas === undefined ? refused : null
  const again = () => void Promise.all([refetch(), reread()])
  if (missing !== null) return <Trouble error={missing} again={again} />
  if (now === undefined || areas === undefined) return <div className={look["map"]} />
  return <div className={look["map"]} ref={mount} role="application" aria-label={words.live.map} />
}
