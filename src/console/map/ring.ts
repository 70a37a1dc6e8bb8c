// A circle around a place with a radius in metres, as an outline of the map.
import type { Feature } from "geojson"

const EARTH_M = 111_320 // metres per degree of latitude
const CORNERS = 40

/** Returns a circle as a GeoJSON line. */
export const ring = (
  kind: string,
  [lon, lat]: readonly [lon: number, lat: number],
  metres: number
): Feature => {
  const dy = metres / EARTH_M
  const dx = dy / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const outline = Array.from({ length: CORNERS + 1 }, (_, i) => {
    const turn = (2 * Math.PI * i) / CORNERS
    return [lon + dx * Math.cos(turn), lat + dy * Math.sin(turn)]
  })
  return { type: "Feature", properties: { kind }, geometry: { type: "Polygon", coordinates: [outline] } }
}
