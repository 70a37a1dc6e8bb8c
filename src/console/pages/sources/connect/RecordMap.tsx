// The position of the first record on the project's map.
import { type ReactNode, useEffect } from "react"
import { words } from "../../../../words/language.ts"
import { Parts } from "../../../design/Parts.tsx"
import { Age } from "../../../time/Age.tsx"
import { type MapStart, useAreasMap } from "../../live/useAreasMap.ts"
import look from "./connect.module.css"

const START: MapStart = { bounds: "areas", padding: 30 }
/** MARGIN_DEGREES is the margin of the map around the position, degrees. */
const MARGIN_DEGREES = 0.006

interface RecordMapProps {
  readonly name: string
  readonly lat: number
  readonly lon: number
  /** null: the record has no time */
  readonly time: string | null
  /** null: the record has none */
  readonly accuracyM: number | null
}

/** The map of the first record. */
export const RecordMap = ({ accuracyM, lat, lon, name, time }: RecordMapProps) => {
  const { map, mount } = useAreasMap(START)
  useEffect(() => {
    if (map === null) return
    map.setPlaces([
      {
        id: name,
        at: [lon, lat],
        name: `${name}?`,
        entityType: null,
        heading: null,
        moving: false,
        silent: false,
        severity: null
      }
    ])
    map.show([lon - MARGIN_DEGREES, lat - MARGIN_DEGREES, lon + MARGIN_DEGREES, lat + MARGIN_DEGREES])
  }, [map, lat, lon, name])
  const accuracy = accuracyM === null ? null : `± ${Math.round(accuracyM)} m`
  return (
    <div className={look["place"]}>
      <div className={look["map"]} ref={mount} role="application" aria-label={words.connect.first.place} />
      <p>
        <b>{name}</b>{" "}
        {time === null ? (
          accuracy
        ) : (
          <Parts of={words.connect.first.ago<ReactNode>({ age: <Age of={time} />, accuracy })} />
        )}
      </p>
    </div>
  )
}
