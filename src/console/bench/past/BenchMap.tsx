// Where the chosen animal was in the hours before the moment of the cursor, and where the rule fires for it; hollow
// where only the version in force would.
import { useEffect } from "react"
import { type MapStart, useAreasMap } from "../../live/useAreasMap.ts"
import { useWay } from "../../live/useWay.ts"
import type { SeverityName } from "../../look/Severity.tsx"
import { boundsOf, type Happening, type Place } from "../../map/places.ts"
import { firedOn } from "./firedOn.ts"
import type { Fired, Story } from "./story.ts"
import look from "../bench.module.css"

const HOURS = 48
const BEFORE = HOURS * 3_600_000

/** At least a pasture's width is shown around somebody who stands; degrees. */
const AROUND = 0.004

const START: MapStart = { bounds: "areas", padding: 40 }

interface BenchMapProps {
  readonly of: Story
  readonly at: number
  /** the event at the moment; null: none */
  readonly fired: Fired | null
  readonly severity: SeverityName
}

/** The event of the cursor has a halo, so it is told from the others; that of its severity where it fires. */
const around = (one: Happening | undefined, name: string): Place | null =>
  one === undefined
    ? null
    : {
        id: one.id,
        at: one.at,
        severity: one.hollow === true ? null : one.severity,
        name,
        entityType: null,
        heading: null,
        moving: false,
        silent: false
      }

export const BenchMap = ({ at, fired, of, severity }: BenchMapProps) => {
  const way = useWay(of.drawn.subject, at - BEFORE, at)
  const { map, mount } = useAreasMap(START)
  const isOwn = fired !== null && fired.by !== "baseline"
  useEffect(() => {
    if (map === null || way === null) return
    const last = way.at.at(-1)
    const events = firedOn(way, of.fired, at).map((one) => ({ ...one, severity }))
    map.setTrails([{ id: of.id, severity: isOwn ? severity : null, ...way }], at - BEFORE, at)
    map.setEvents(events)
    map.choose(around(fired === null ? undefined : events.find(({ id }) => id === fired.key), of.name))
    map.setPlaces(
      fired !== null || last === undefined
        ? []
        : [
            {
              id: of.id,
              at: last,
              name: of.name,
              entityType: "",
              heading: null,
              moving: false,
              silent: false,
              severity: null
            }
          ]
    )
    const pasture = (last === undefined ? [] : [last]).flatMap(([lon, lat]) => [
      { at: [lon - AROUND, lat - AROUND] as const },
      { at: [lon + AROUND, lat + AROUND] as const }
    ])
    const bounds = boundsOf([...pasture, ...way.at.map((one) => ({ at: one }))], [])
    if (bounds !== null) map.show(bounds)
  }, [map, way, of, at, fired, isOwn, severity])
  return (
    <div className={look["place"]}>
      <div className={look["map"]} ref={mount} role="application" aria-label={`Map of ${of.name}`} />
      <p className={`card ${look["label"]}`}>
        <bdi className="strong">{of.name}</bdi>, {HOURS} h before
        {way !== null && way.at.length === 0 && ": no fix"}
      </p>
    </div>
  )
}
