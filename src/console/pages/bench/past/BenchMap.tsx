// The track of the selected animal in the hours before the cursor, and where the rule fires; hollow marks: only the
// active version fires.
import { type ReactNode, useEffect } from "react"
import { words } from "../../../../words/language.ts"
import { type MapStart, useAreasMap } from "../../live/useAreasMap.ts"
import { useWay } from "../../live/useWay.ts"
import type { SeverityName } from "../../../design/marks/Severity.tsx"
import { Parts } from "../../../design/Parts.tsx"
import { boundsOf, type Happening, type Place } from "../../../map/places.ts"
import { firedOn } from "./firedOn.ts"
import type { Fired, Story } from "./story.ts"
import look from "../bench.module.css"

const HOURS = 48
const BEFORE = HOURS * 3_600_000

/** Minimum extent of the map around a resting animal, in degrees. */
const MIN_EXTENT_DEGREES = 0.004

const START: MapStart = { bounds: "areas", padding: 40 }

interface BenchMapProps {
  readonly of: Story
  readonly at: number
  /** the event at the cursor; null: none */
  readonly fired: Fired | null
  readonly severity: SeverityName
}

/** Returns the halo of the event at the cursor, in the colour of its severity where the draft fires. */
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

/** BenchMap maps the selected animal at the cursor. */
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
      { at: [lon - MIN_EXTENT_DEGREES, lat - MIN_EXTENT_DEGREES] as const },
      { at: [lon + MIN_EXTENT_DEGREES, lat + MIN_EXTENT_DEGREES] as const }
    ])
    const bounds = boundsOf([...pasture, ...way.at.map((one) => ({ at: one }))], [])
    if (bounds !== null) map.show(bounds)
  }, [map, way, of, at, fired, isOwn, severity])
  return (
    <div className={look["place"]}>
      <div
        className={look["map"]}
        ref={mount}
        role="application"
        aria-label={words.backtest.map.label({ name: of.name })}
      />
      <p className={`card ${look["label"]}`}>
        <Parts
          of={words.backtest.map.before<ReactNode>({
            name: <bdi className="strong">{of.name}</bdi>,
            hours: HOURS,
            hasFixes: way === null || way.at.length > 0
          })}
        />
      </p>
    </div>
  )
}
