// The map that needs no network: borders of countries and a graticule, from files of this server. Natural Earth
// has no pastures; at that scale the project's own areas are the map.
import type { Feature, FeatureCollection } from "geojson"
import { mesh } from "topojson-client"
import type { Topology } from "topojson-specification"
import bordersUrl from "world-atlas/countries-50m.json?url"

const collection = (features: Array<Feature>): FeatureCollection => ({ type: "FeatureCollection", features })

/** Reads the borders of countries, coasts included, as one line. */
export const readBorders = async (): Promise<FeatureCollection> => {
  const topology: Topology = await (await fetch(bordersUrl)).json()
  const geometry = mesh(topology, topology.objects["countries"] as Parameters<typeof mesh>[1])
  return collection([{ type: "Feature", properties: null, geometry }])
}

/** Meridians and parallels every ten degrees. */
export const graticule = (): FeatureCollection => {
  const lines: Array<Array<[number, number]>> = []
  for (let lon = -180; lon <= 180; lon += 10) lines.push([-80, 0, 80].map((lat) => [lon, lat]))
  for (let lat = -80; lat <= 80; lat += 10) lines.push([-180, -90, 0, 90, 180].map((lon) => [lon, lat]))
  const geometry = { type: "MultiLineString" as const, coordinates: lines }
  return collection([{ type: "Feature", properties: null, geometry }])
}
