// Where it happened: the way of the hours before and since, the areas, and the event's own mark.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import type { Evidence } from "../queries/evidence.ts"
import type { Subject } from "../queries/tracks.ts"
import { Scale } from "../live/Scale.tsx"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import { useWay } from "../live/useWay.ts"
import type { SeverityName } from "../look/Severity.tsx"
import type { FieldMap } from "../map/FieldMap.ts"
import { boundsOf, type Place, type Trail } from "../map/places.ts"
import { span } from "../time/zoneTime.ts"
import { useEntityType } from "./useEntityType.ts"
import { useKept } from "./useKept.ts"
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

/** A pasture's width around an event that nobody walked to, degrees. */
const AROUND = 0.004

const around = (at: EventMapProps["at"]): MapStart["bounds"] =>
  at === null ? null : [at[0] - AROUND, at[1] - AROUND, at[0] + AROUND, at[1] + AROUND]

/** What lies on the map there: the label, what can be done, the scale. */
const PADDING = { top: 64, right: 76, bottom: 60, left: 60 }

/** Who stands somewhere. */
const standing = (
  id: string,
  name: string,
  entityType: string | null,
  at: readonly [number, number]
): Place => ({ id, name, at, entityType, heading: null, moving: false, silent: false, severity: null })

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
  // of the same subject, as long as the map is of the same event
  const way = useKept(useWay(subject, from, to) ?? undefined) ?? null
  const trail = useMemo((): Trail | null => way && { id, severity, alone: true, ...way }, [way, id, severity])
  const lon = at?.[0] ?? null,
    lat = at?.[1] ?? null
  // where the map begins: whoever moves on does not move it
  const [start] = useState((): MapStart => ({ bounds: around(at), padding: PADDING }))
  const { map, mount } = useAreasMap(start)
  const fitted = useRef<FieldMap | null>(null)

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
      <div className={look["map"]} ref={mount} role="application" aria-label={`Map of ${name}`} />
      <p className={`card ${look["label"]}`}>
        <bdi className="strong">{name}</bdi>, {told ?? `${span(before / 1000)} before and since`}
      </p>
      {map !== null && (
        <div className={look["scale"]}>
          <Scale map={map} />
        </div>
      )}
      {acts !== undefined && <div className={look["acts"]}>{acts}</div>}
      {at === null && <p className={look["nowhere"]}>It has no place.</p>}
    </div>
  )
}
