// Labels of an analysis's results, as points of the map.
import type { Feature, Position } from "geojson"

/** NamedShape has what the label of a shape needs. */
interface NamedShape {
  readonly id: number
  readonly kind: string
  readonly subjectId: string | null
  readonly level: number | null
  readonly name: string
  readonly geometry: Feature["geometry"]
}

const cornersOf = (geometry: Feature["geometry"]): ReadonlyArray<Position> =>
  geometry.type === "Polygon"
    ? geometry.coordinates.flat()
    : geometry.type === "MultiPolygon"
      ? geometry.coordinates.flat(2)
      : []

/** pointAt returns a GeoJSON point with properties. */
export const pointAt = (at: Position, properties: Feature["properties"]): Feature => ({
  type: "Feature",
  properties,
  geometry: { type: "Point", coordinates: at }
})

/** The point of a label: above the middle of the outline. */
const aboveOf = (corners: ReadonlyArray<Position>): Position => {
  const first = corners[0]!
  const most = corners.reduce(
    ([west, east, north], [lon, lat]) => [
      Math.min(west!, lon!),
      Math.max(east!, lon!),
      Math.max(north!, lat!)
    ],
    [first[0]!, first[0]!, first[1]!]
  )
  return [(most[0]! + most[1]!) / 2, most[2]!]
}

/** resultNames returns the labels of shapes: one per subject or area, above its largest outline. */
export const resultNames = <S extends NamedShape>(
  shapes: ReadonlyArray<S>,
  isChosen: (shape: S) => boolean
): ReadonlyArray<Feature> => {
  const outlines = shapes.filter(
    ({ kind, level }) => kind === "area_use" || kind === "mcp" || (kind === "kde" && level !== 0.5)
  )
  const named = new Map<string, S>()
  for (const shape of outlines) {
    const key = shape.kind === "area_use" ? String(shape.id) : (shape.subjectId ?? "")
    if (named.get(key)?.kind !== "kde") named.set(key, shape)
  }
  return [...named.values()].flatMap((shape) => {
    const corners = cornersOf(shape.geometry)
    return corners.length === 0
      ? []
      : [
          pointAt(
            shape.kind === "area_use" ? aboveOf(corners) : corners.reduce((a, b) => (b[1]! > a[1]! ? b : a)),
            { kind: "name", text: shape.name, chosen: isChosen(shape) }
          )
        ]
  })
}
