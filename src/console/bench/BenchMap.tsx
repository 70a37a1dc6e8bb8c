// Where the chosen animal was in the hours before the moment of the cursor, and where the rule fires for it.
import { useEffect } from "react"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import { useWay } from "../live/useWay.ts"
import type { SeverityName } from "../look/Severity.tsx"
import { boundsOf } from "../map/places.ts"
import type { Story } from "./story.ts"
import look from "./bench.module.css"

const HOURS = 48
const BEFORE = HOURS * 3_600_000

/** At least a pasture's width is shown around somebody who stands; degrees. */
const AROUND = 0.004

const START: MapStart = { bounds: "areas", padding: 40 }

interface BenchMapProps {
  readonly of: Story
  readonly at: number
  readonly isEvent: boolean
  readonly severity: SeverityName
}

export const BenchMap = ({ at, isEvent, of, severity }: BenchMapProps) => {
  const way = useWay(of.drawn.subject, at - BEFORE, at)
  const { map, mount } = useAreasMap(START)
  useEffect(() => {
    if (map === null || way === null) return
    const last = way.at.at(-1)
    const here = last === undefined ? [] : [{ id: of.id, at: last, severity }]
    map.setTrails([{ id: of.id, severity: isEvent ? severity : null, ...way }], at - BEFORE, at)
    map.setEvents(isEvent ? here : [])
    map.setPlaces(
      isEvent
        ? []
        : here.map((one) => ({
            ...one,
            name: of.name,
            entityType: "",
            heading: null,
            moving: false,
            silent: false,
            severity: null
          }))
    )
    const around = here.flatMap(({ at: [lon, lat] }) => [
      { at: [lon - AROUND, lat - AROUND] as const },
      { at: [lon + AROUND, lat + AROUND] as const }
    ])
    const bounds = boundsOf([...around, ...way.at.map((one) => ({ at: one }))], [])
    if (bounds !== null) map.show(bounds)
  }, [map, way, of, at, isEvent, severity])
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
