// A map that opened empty moves to the first content, unless the user has moved it or is drawing.
import { useEffect, useRef } from "react"
import { hasPen } from "../../map/penLayers.ts"
import { type Bounds, boundsOf } from "../../map/places.ts"
import type { Feature } from "../../data/areas.ts"
import type { Seen } from "../../data/mapQueries.ts"
import { areaOf } from "./fieldOf.ts"
import { type Field, placeOf } from "./LiveMap.ts"

/** sightOf returns the bounds of all subjects and areas; null: there are none. */
export const sightOf = (seen: ReadonlyArray<Seen>, areas: ReadonlyArray<Feature>): Bounds | null =>
  boundsOf(
    seen.map((one) => placeOf(one, null)),
    areas.map(areaOf)
  )

/** useFirstSight moves a map that opened empty to the first content, once. */
export const useFirstSight = (
  field: Field | null,
  seen: ReadonlyArray<Seen> | undefined,
  areas: ReadonlyArray<Feature> | undefined
): void => {
  const settled = useRef<Field | null>(null)
  useEffect(
    () =>
      field?.map.onView((asked) => {
        if (asked) settled.current = field
      }),
    [field]
  )
  useEffect(() => {
    if (field === null || field.startedOn !== null || settled.current === field) return
    const bounds = sightOf(seen ?? [], areas ?? [])
    if (bounds === null || hasPen(field.map.maplibre)) return
    settled.current = field
    field.map.show(bounds)
  }, [field, seen, areas])
}
