// Puts the areas of a project on the map: their shapes, their names, and the ground within the radius of their lines,
// whose code is loaded with the first such line.
import type { FeatureCollection } from "geojson"
import { type Area, areaFeature, collection, nameOf } from "./places.ts"

/** AddReach adds the ground within the radius of its lines to an area. */
type AddReach = (area: Area) => Area

/** Returns the function that replaces the areas of a map; `put` replaces the features of a source. */
export const areaDrawer = (put: (source: "areas" | "names", data: FeatureCollection) => void) => {
  let drawnAreas: ReadonlyArray<Area> = []
  let addReach: AddReach | null = null
  const draw = () => {
    const shapes = addReach === null ? drawnAreas : drawnAreas.map(addReach)
    put("areas", collection(shapes.map(areaFeature)))
  }
  const loadReach = async () => {
    // without a network the lines are still drawn
    const reach = await import("./lineReach.ts").catch(() => null)
    if (reach === null) return
    addReach = reach.withReach
    draw()
  }
  return (areas: ReadonlyArray<Area>): void => {
    drawnAreas = areas
    draw()
    put("names", collection(areas.flatMap(nameOf)))
    if (addReach === null && areas.some(({ lineRadiusM }) => lineRadiusM !== undefined)) void loadReach()
  }
}
