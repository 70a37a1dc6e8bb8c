// The place of an event: the track of the hours before and after, the areas, and the event's mark.
import { words } from "../../../words/language.ts"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { entity, entityTypes } from "../../data/animals.ts"
import type { Evidence } from "../../data/evidence.ts"
import type { Subject } from "../../data/tracks.ts"
import { Scale } from "../live/Scale.tsx"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import { useWay } from "../live/useWay.ts"
import type { SeverityName } from "../../design/marks/Severity.tsx"
import type { TrackingMap } from "../../map/TrackingMap.ts"
import { boundsOf, type Place, type Trail } from "../../map/places.ts"
import { useProject } from "../../shell/useProject.ts"
import { span } from "../../time/zoneTime.ts"
import { useLastDefined } from "./useLastDefined.ts"
import look from "./eventMap.module.css"

interface EventMapProps {
  readonly id: string
  readonly subject: Subject
  readonly name: string
  /** severity of the event; null: the marker is a subject, not an event */
  readonly severity: SeverityName | null
  /** heading of a subject in degrees; null or absent: unknown or standing */
  readonly heading?: number | null
  readonly moving?: boolean
  /** epoch ms */
  readonly time: number
  /** place of the event; null: none */
  readonly at: readonly [number, number] | null
  /** length of the track before and after, ms */
  readonly before: number
  readonly after: number
  /** the period of the track in words, if not the hours before and after */
  readonly told?: string
  /** places of other subjects then */
  readonly others?: Evidence["others"]
  /** actions at the top right */
  readonly acts?: ReactNode
}

/** Extent around an event without a track, in degrees. */
const EXTENT_DEGREES = 0.004

const around = (at: EventMapProps["at"]): MapStart["bounds"] =>
  at === null
    ? null
    : [at[0] - EXTENT_DEGREES, at[1] - EXTENT_DEGREES, at[0] + EXTENT_DEGREES, at[1] + EXTENT_DEGREES]

/** Returns the key of an entity's type, which decides its marker; null: not an entity, or loading. */
const useEntityType = (id: string | null): string | null => {
  const { project } = useProject()
  const enabled = id !== null
  const { data: one } = useQuery({ ...entity(project.id, id ?? ""), enabled })
  const { data: types } = useQuery({ ...entityTypes, enabled })
  return types?.find((type) => type.id === one?.entity_type_id)?.key ?? null
}

/** Padding for the label, the actions and the scale bar. */
const PADDING = { top: 64, right: 76, bottom: 60, left: 60 }

/** Returns the marker of a subject. */
const standing = (
  id: string,
  name: string,
  entityType: string | null,
  at: readonly [number, number]
): Place => ({ id, name, at, entityType, heading: null, moving: false, silent: false, severity: null })

/** EventMap maps the place of an event. */
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
  const entityType = useEntityType(props.subject.entity_id)
  const from = props.time - before,
    to = props.time + props.after
  // the last track stays while the next loads, on the map of the same event
  const way = useLastDefined(useWay(subject, from, to) ?? undefined) ?? null
  const trail = useMemo((): Trail | null => way && { id, severity, alone: true, ...way }, [way, id, severity])
  const lon = at?.[0] ?? null,
    lat = at?.[1] ?? null
  // the initial view; later changes are ignored
  const [start] = useState((): MapStart => ({ bounds: around(at), padding: PADDING }))
  const { map, mount } = useAreasMap(start)
  const fitted = useRef<TrackingMap | null>(null)

  useEffect(() => {
    if (map === null || trail === null) return
    const here = lon === null || lat === null ? [] : [{ id, at: [lon, lat] as const }]
    const last = trail.times.at(-1)
    map.setTrails([trail], from, last === undefined ? to : Math.min(to, last)) // the newest part is drawn most clearly
    if (severity !== null) map.setEvents(here.map((one) => ({ ...one, severity })))
    if (fitted.current === map) return
    fitted.current = map
    const bounds = boundsOf([...trail.at.map((p) => ({ at: p })), ...here], [])
    if (bounds !== null) map.show(bounds)
  }, [map, trail, from, to, id, lon, lat, severity])
  const own = subject.entity_id ?? subject.device_id ?? id
  useEffect(() => {
    // for an event the end of the track; for a subject its position
    const last = severity !== null ? trail?.at.at(-1) : lon === null || lat === null ? undefined : [lon, lat]
    map?.setPlaces([
      ...(others ?? [])
        .filter(({ entity }) => entity.id !== own)
        .map(({ entity, entity_type: type, lat: north, lon: east }) =>
          standing(entity.id, entity.name, type, [east, north])
        ),
      ...(last === undefined
        ? []
        : [{ ...standing(own, name, entityType, [last[0], last[1]]), heading, moving }])
    ])
  }, [map, others, trail, own, name, entityType, severity, lon, lat, heading, moving])

  return (
    <div className={look["place"]}>
      <div className={look["map"]} ref={mount} role="application" aria-label={words.event.map.of({ name })} />
      <p className={`card ${look["label"]}`}>
        <bdi className="strong">{name}</bdi>,{" "}
        {told ?? words.event.map.aroundEvent({ time: span(before / 1000) })}
      </p>
      {map !== null && (
        <div className={look["scale"]}>
          <Scale map={map} />
        </div>
      )}
      {acts !== undefined && <div className={look["acts"]}>{acts}</div>}
      {at === null && <p className={look["nowhere"]}>{words.event.map.noPlace}</p>}
    </div>
  )
}
