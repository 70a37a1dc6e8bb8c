// Terra Draw accepts longitudes from -180 to 180 and no line over the antimeridian. Near it, this adapter shifts the
// zero longitude for the library.
import type { LineString, Point, Polygon, Position } from "geojson"
import { wrapLongitude } from "../../map/unwrap.ts"
import { type Part, roundedPlace } from "./shape.ts"

type Piece = Polygon | LineString | Point

interface Changes {
  readonly created: Array<{ readonly geometry: Piece }>
  readonly unchanged: Changes["created"]
  readonly updated: Changes["created"]
}

/** Adapter is the part of the library's adapter that deals with longitudes. */
export interface Adapter {
  project: (lng: number, lat: number) => { x: number; y: number }
  unproject: (x: number, y: number) => { lng: number; lat: number }
  render: (changes: Changes, styling: Record<string, never>) => void
}

/** Frame converts between map and library longitudes. */
interface Frame {
  /** Centres the library on a longitude; only while nothing is drawn. */
  readonly turnTo: (lon: number) => void
  /** Converts a part for the library. */
  readonly taken: (part: Part) => Part
  /** Converts a part of the library for the API. */
  readonly sent: (part: Part) => Part
}

const moved = (geometry: Piece, by: number): Piece => {
  const put = ([lon = 0, lat = 0]: Position): Position => [lon + by, lat]
  switch (geometry.type) {
    case "Point":
      return { ...geometry, coordinates: put(geometry.coordinates) }
    case "LineString":
      return { ...geometry, coordinates: geometry.coordinates.map(put) }
    case "Polygon":
      return { ...geometry, coordinates: geometry.coordinates.map((ring) => ring.map(put)) }
  }
}

/** frameOf patches an adapter. `centre` returns the longitude at the middle of the map. */
export const frameOf = (adapter: Adapter, centre: () => number): Frame => {
  /** zero longitude: Greenwich or the antimeridian; drawings may not cross the opposite meridian */
  let zero = 0
  const project = adapter.project.bind(adapter),
    unproject = adapter.unproject.bind(adapter),
    render = adapter.render.bind(adapter)
  adapter.project = (lng, lat) => {
    const lon = lng + zero
    // choose the copy of the world that is in view
    return project(lon + 360 * Math.round((centre() - lon) / 360), lat)
  }
  adapter.unproject = (x, y) => {
    const { lat, lng } = unproject(x, y)
    return { lat, lng: wrapLongitude(lng - zero) }
  }
  adapter.render = ({ created, unchanged, updated, ...others }, styling) => {
    const onMap = (features: Changes["created"]) =>
      zero === 0 ? features : features.map((one) => ({ ...one, geometry: moved(one.geometry, zero) }))
    const all = { created: onMap(created), unchanged: onMap(unchanged), updated: onMap(updated) }
    render({ ...others, ...all }, styling)
  }
  const counted =
    (from: (lon: number) => number) =>
    ({ places, type }: Part): Part => ({
      type,
      places: places.map(([lon = 0, lat = 0]) => roundedPlace([wrapLongitude(from(lon)), lat]))
    })
  return {
    turnTo: (lon) => {
      zero = Math.abs(wrapLongitude(lon)) > 90 ? 180 : 0
    },
    taken: counted((lon) => lon - zero),
    sent: counted((lon) => lon + zero)
  }
}
