// Where it happened: the way of the hours before and since, the areas, and the event's own mark.
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { Evidence } from "../queries/evidence.ts"
import { currentMap, features } from "../queries/field.ts"
import { queryClient } from "../queries/queryClient.ts"
import { track, type Subject } from "../queries/tracks.ts"
import { areaOf, landscapeOf } from "../live/fieldOf.ts"
import { watchTheme } from "../look/theme.ts"
import type { SeverityName } from "../look/Severity.tsx"
import type { FieldMap } from "../map/FieldMap.ts"
import { boundsOf, type Place, type Trail } from "../map/places.ts"
import { useProject } from "../shell/useProject.ts"
import { span } from "../time/zoneTime.ts"
import look from "./eventMap.module.css"

interface EventMapProps {
  readonly id: string
  readonly subject: Subject
  readonly name: string
  /** how bad it is; null: nothing happened there, somebody is there */
  readonly severity: SeverityName | null
  /** of somebody: where they turn, whether they move; null or absent: not known */
  readonly heading?: number | null
  readonly moving?: boolean
  /** epoch ms */
  readonly time: number
  /** where it was; null: nowhere */
  readonly at: readonly [number, number] | null
  /** how far the way reaches back, and on; ms */
  readonly before: number
  readonly after: number
  /** which hours these are, in words, where it is not those before and since */
  readonly told?: string
  /** where others were then */
  readonly others?: Evidence["others"]
  /** what can be done, at the top right */
  readonly acts?: ReactNode
}

const useTrail = ({ after, before, id, severity, subject, time }: EventMapProps) => {
  const { project } = useProject()
  const from = time - before,
    to = time + after
  const { data } = useQuery(track(project.id, subject, from, to))
  const trail = useMemo((): Trail | null => {
    if (data === undefined) return null
    const line = data.geometry?.type === "LineString" ? data.geometry.coordinates : []
    return {
      id,
      at: line.map(([lon, lat]) => [lon, lat] as const),
      times: data.properties.times.map((one) => Date.parse(one)),
      severity
    }
  }, [data, id, severity])
  return { trail, from, to }
}

/** A pasture's width around an event that nobody walked to, degrees. */
const AROUND = 0.004

/** Who stands somewhere: what they are is told by the map of now, if somebody has looked at it. */
const standing = (projectId: string, id: string, name: string, at: readonly [number, number]): Place => {
  const seen = queryClient.getQueryData(currentMap(projectId).queryKey)?.features
  const entityType = seen?.find((one) => one.id === id)?.properties.entity_type ?? null
  return { id, name, at, entityType, heading: null, moving: false, silent: false, severity: null }
}

export const EventMap = (props: EventMapProps) => {
  const {
    acts,
    at,
    before,
    heading = null,
    id,
    moving = false,
    name,
    others,
    severity,
    subject,
    told
  } = props
  const { project } = useProject()
  const { data: areas } = useQuery(features(project.id))
  const { from, to, trail } = useTrail(props)
  const lon = at?.[0] ?? null,
    lat = at?.[1] ?? null
  const [map, setMap] = useState<FieldMap | null>(null)
  // where the map begins: whoever moves on does not move it
  const [first] = useState(at)
  const fitted = useRef<FieldMap | null>(null)

  const mount = useCallback(
    (container: HTMLDivElement) => {
      let opened: FieldMap | null = null
      let gone = false
      const open = async () => {
        const { openMap } = await import("../map/FieldMap.ts")
        const landscape = landscapeOf(project.settings, boundsOf([], (areas ?? []).map(areaOf)))
        const made = await openMap(container, {
          bounds:
            first === null
              ? null
              : [first[0] - AROUND, first[1] - AROUND, first[0] + AROUND, first[1] + AROUND],
          padding: { top: 64, right: 76, bottom: 44, left: 60 },
          onHit: () => undefined,
          ...(landscape === undefined ? {} : { landscape })
        })
        if (gone) return made.remove()
        opened = made
        setMap(made)
        await made.drawn()
        container.dataset["ready"] = "true"
      }
      if (areas !== undefined) void open()
      return () => {
        gone = true
        opened?.remove()
        setMap(null)
      }
    },
    [areas, first, project.settings]
  )
  useEffect(() => map?.setAreas((areas ?? []).map(areaOf)), [map, areas])
  useEffect(() => {
    if (map === null || trail === null) return
    const here = lon === null || lat === null ? [] : [{ id, at: [lon, lat] as const }]
    const last = trail.times.at(-1)
    map.setTrails([trail], from, last === undefined ? to : Math.min(to, last)) // the newest piece is the clearest
    if (severity !== null) map.setEvents(here.map((one) => ({ ...one, severity })))
    if (fitted.current === map) return
    fitted.current = map
    const bounds = boundsOf([...trail.at.map((p) => ({ at: p })), ...here], [])
    if (bounds !== null) map.show(bounds)
  }, [map, trail, from, to, id, lon, lat, severity])
  const own = subject.entity_id ?? subject.device_id ?? id
  useEffect(() => {
    // of an event where it went since; of somebody where they are
    const last = severity !== null ? trail?.at.at(-1) : lon === null || lat === null ? undefined : [lon, lat]
    map?.setPlaces([
      ...(others ?? [])
        .filter(({ entity }) => entity.id !== own)
        .map(({ entity, lat: north, lon: east }) =>
          standing(project.id, entity.id, entity.name, [east, north])
        ),
      ...(last === undefined
        ? []
        : [{ ...standing(project.id, own, name, [last[0], last[1]]), heading, moving }])
    ])
  }, [map, others, trail, own, name, project.id, severity, lon, lat, heading, moving])
  useEffect(() => (map === null ? undefined : watchTheme(() => map.repaint())), [map])

  return (
    <div className={look["place"]}>
      <div className={look["map"]} ref={mount} role="application" aria-label={`Map of ${name}`} />
      <p className={`card ${look["label"]}`}>
        <bdi className="strong">{name}</bdi>, {told ?? `${span(before / 1000)} before and since`}
      </p>
      {acts !== undefined && <div className={look["acts"]}>{acts}</div>}
      {at === null && <p className={look["nowhere"]}>It has no place.</p>}
    </div>
  )
}
