// The map beside the form: a click on an animal or an area selects or deselects it; what is not selected is grey.
import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { words } from "../../../../words/language.ts"
import { areaOf } from "../../live/fieldOf.ts"
import { placeOf } from "../../live/LiveMap.ts"
import { type MapStart, useAreasMap } from "../../live/useAreasMap.ts"
import { currentMap, features } from "../../../data/mapQueries.ts"
import { useProject } from "../../../shell/useProject.ts"
import look from "./newRun.module.css"

const START: MapStart = { bounds: "areas", padding: 40 }

interface PickMapProps {
  readonly animals: ReadonlySet<string>
  readonly areas: ReadonlySet<string>
  readonly onAnimal: (id: string) => void
  /** absent: the analysis takes no areas */
  readonly onArea?: ((id: string) => void) | undefined
}

/** PickMap selects animals and areas on a map. */
export const PickMap = ({ animals, areas, onAnimal, onArea }: PickMapProps) => {
  const { project } = useProject()
  const { data: now } = useQuery(currentMap(project.id))
  const { data: all } = useQuery(features(project.id))
  const { map, mount } = useAreasMap(START, (hit) => {
    if (hit?.kind === "place") onAnimal(hit.id)
    if (hit?.kind === "area") onArea?.(hit.id)
  })
  useEffect(() => {
    if (map === null || now === undefined) return
    const shown = now.features.filter(({ properties }) => properties.entity_id !== null)
    map.setPlaces(
      shown.map((one) => ({
        ...placeOf(one, null),
        silent: animals.size > 0 && !animals.has(one.id)
      }))
    )
  }, [map, now, animals])
  useEffect(() => {
    map?.setAreas((all ?? []).map((one) => ({ ...areaOf(one), chosen: areas.has(one.id) })))
  }, [map, all, areas])
  return (
    <div className={look["mapBox"]}>
      <div className={look["map"]} ref={mount} role="application" aria-label={words.newAnalysis.map.label} />
      <p className={look["hint"]}>
        {onArea === undefined ? words.newAnalysis.map.animals : words.newAnalysis.map.animalsAndAreas}
      </p>
    </div>
  )
}
