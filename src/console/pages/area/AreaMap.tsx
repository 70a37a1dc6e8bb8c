// The shape of an area on a map: its corners, the lengths of its sides, the animals around it.
import { useQuery } from "@tanstack/react-query"
import type { Geometry } from "geojson"
import { useEffect, useState } from "react"
import { words } from "../../../words/language.ts"
import type { Feature } from "../../data/areas.ts"
import { currentMap } from "../../data/mapQueries.ts"
import { boundsOf } from "../../map/places.ts"
import { openSideLayers } from "../../map/sideLayers.ts"
import { useProject } from "../../shell/useProject.ts"
import { areaOf } from "../live/fieldOf.ts"
import { placeOf } from "../live/LiveMap.ts"
import { Scale } from "../live/Scale.tsx"
import { type MapStart, useAreasMap } from "../live/useAreasMap.ts"
import { sidesOf } from "./sides.ts"
import look from "./areaMap.module.css"

/** Room around the shape for the lengths of its sides, its name and the animals near it. */
const PADDING = { top: 64, right: 90, bottom: 56, left: 90 }

const isCircle = ({ attributes }: Feature): boolean => attributes["shape"] === "circle"

/** AreaMap maps one area. */
export const AreaMap = ({ of }: { readonly of: Feature }) => {
  const { project } = useProject()
  // the initial view; later changes are shown below
  const [start] = useState((): MapStart => ({ bounds: boundsOf([], [areaOf(of)]), padding: PADDING }))
  const { map, mount } = useAreasMap(start, undefined, undefined, of.id)
  const { data: now } = useQuery(currentMap(project.id))
  useEffect(() => {
    // the pane may have shrunk while the map was opened
    const bounds = boundsOf([], [areaOf(of)])
    if (bounds !== null) map?.show(bounds)
  }, [map, of])
  useEffect(() => {
    if (map === null) return undefined
    const layers = openSideLayers(map)
    // the corners of a circle are made by the server, so their sides get no labels
    if (!isCircle(of)) layers.show(sidesOf(of.geometry as unknown as Geometry)) // the server has validated it
    return layers.leave
  }, [map, of])
  useEffect(() => {
    if (now !== undefined) map?.setPlaces(now.features.map((one) => placeOf(one, null)))
  }, [map, now])
  return (
    <div className={`panel ${look["pane"]}`}>
      <div
        className={look["map"]}
        ref={mount}
        role="application"
        aria-label={words.area.mapOf({ name: of.name })}
      />
      {map !== null && (
        <div className={look["scale"]}>
          <Scale map={map} />
        </div>
      )}
    </div>
  )
}
