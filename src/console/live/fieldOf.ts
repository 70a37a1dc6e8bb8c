// What was read about a project's areas and events, as the map takes it.
import type { Geometry } from "geojson"
import type { Happened } from "../queries/field.ts"
import type { Area, Happening } from "../map/places.ts"
import type { Feature } from "../../domain/tracking/Feature.ts"
import type { ProjectSettings } from "../../domain/tracking/ProjectSettings.ts"

export const areaOf = ({ feature_type, geometry, id, name }: Feature): Area => ({
  id,
  name,
  kind: feature_type,
  geometry: geometry as unknown as Geometry // the server has checked the shape
})

export const happeningOf = ({ geometry, id, properties }: Happened): Happening => ({
  id,
  at: [geometry.coordinates[0], geometry.coordinates[1]],
  severity: properties.severity
})

/** Where the project says that a map opens while there is nobody to show. */
export const startOf = (
  settings: Readonly<Record<string, unknown>>
): { readonly start?: NonNullable<ProjectSettings["map"]> } => {
  const start = settings["map"] as ProjectSettings["map"] // the server has checked it
  return start === undefined ? {} : { start }
}

/** Where the invented landscape lies: around the areas of a demo, and nowhere else. */
export const landscapeOf = (
  settings: Readonly<Record<string, unknown>>,
  bounds: readonly [number, number, number, number] | null
): readonly [number, number] | undefined =>
  settings["landscape"] === "demo" && bounds !== null
    ? [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2]
    : undefined
