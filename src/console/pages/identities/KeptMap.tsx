// The stored reports of a family on a map: track and last position of each identity.
import { useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useRef } from "react"
import { words } from "../../../words/language.ts"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import type { TrackingMap } from "../../map/TrackingMap.ts"
import { boundsOf, type Place, type Trail } from "../../map/places.ts"
import { type PlacedReport, placesOf } from "../../data/identities.ts"
import type { Family } from "./families.ts"
import look from "./identities.module.css"

const START: MapStart = { bounds: "areas", padding: 30 }
/** Minimum extent of the map around a resting animal, in degrees. */
const MIN_EXTENT_DEGREES = 0.004

interface KeptMapProps {
  readonly of: Family
  /** id of the highlighted identity */
  readonly current: string
  readonly onLook: (id: string) => void
}

const timeOf = ({ time }: PlacedReport): number => Date.parse(time)
const placeOf = ({ lat, lon }: PlacedReport) => [lon, lat] as const

const placed = (newest: PlacedReport): Place => ({
  id: newest.identity_id,
  at: placeOf(newest),
  name: newest.external_id,
  entityType: null,
  heading: null,
  moving: false,
  silent: false,
  severity: null
})

const trailOf = (id: string, newestFirst: ReadonlyArray<PlacedReport>): Trail => {
  const all = newestFirst.toReversed()
  return { id, at: all.map(placeOf), times: all.map(timeOf), severity: null }
}

/** KeptMap maps the stored reports of identities. */
export const KeptMap = ({ current, of, onLook }: KeptMapProps) => {
  const ids = useMemo(() => of.members.map(({ id }) => id), [of])
  const { data } = useQuery(placesOf(ids))
  const { map, mount } = useAreasMap(START)
  const fitted = useRef<{ map: TrackingMap; key: string } | null>(null)
  const own = useMemo(() => Map.groupBy(data ?? [], ({ identity_id }) => identity_id), [data])
  useEffect(() => {
    if (map === null || data === undefined) return
    const places = [...own.values()].map(([newest]) => placed(newest!))
    const times = data.map(timeOf)
    map.setPlaces(places)
    map.setTrails(
      [...own].map(([id, all]) => trailOf(id, all)),
      Math.min(...times, Date.now()),
      Math.max(...times, 0)
    )
    map.choose(places.find(({ id }) => id === current) ?? null)
    if (fitted.current?.map === map && fitted.current.key === of.key) return
    const bounds = boundsOf(
      data.flatMap(({ lat, lon }) => [
        { at: [lon - MIN_EXTENT_DEGREES, lat - MIN_EXTENT_DEGREES] as const },
        { at: [lon + MIN_EXTENT_DEGREES, lat + MIN_EXTENT_DEGREES] as const }
      ]),
      []
    )
    if (bounds === null) return
    fitted.current = { map, key: of.key }
    map.show(bounds)
  }, [map, data, own, current, of.key])
  const name = of.prefix === "" ? of.source : `${of.prefix}…`
  return (
    <section className={look["where"]} aria-label={words.identities.map.title({ name })}>
      <div
        className={look["map"]}
        ref={mount}
        role="application"
        aria-label={words.identities.map.map({ name })}
      />
      <p className={look["places"]}>
        {data === undefined ? (
          <span className="soft">{words.identities.map.loading}</span>
        ) : own.size === 0 ? (
          <span className="soft">{words.identities.map.none}</span>
        ) : (
          <span className="soft num">{words.identities.map.places({ count: data.length })}</span>
        )}
        {[...own].map(([id, [newest]]) => (
          <button key={id} className="link" aria-pressed={id === current} onClick={() => onLook(id)}>
            <code className="mono">{newest!.external_id}</code>
          </button>
        ))}
      </p>
    </section>
  )
}
