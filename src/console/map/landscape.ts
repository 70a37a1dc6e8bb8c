// An invented landscape behind the animals of the demo: hills, woods, a stream and a pond from noise, the same
// every time and without a network. Real projects never get it.
import { contours } from "d3-contour"
import type { Feature, FeatureCollection, MultiPolygon, Position } from "geojson"
import type { Map as MapLibre } from "maplibre-gl"
import { METRES_PER_DEGREE } from "../../domain/geo/earth.ts"

/** Cells of the grid, and its half width in metres. */
const COLUMNS = 240
const ROWS = 170
const HALF_WIDTH = 6000
const HALF_HEIGHT = 4250

/** The parts of the landscape that the map draws. */
export interface Landscape {
  readonly contours: FeatureCollection
  readonly forest: FeatureCollection
  readonly streams: FeatureCollection
  readonly water: FeatureCollection
  /** hill shading with light from the north-west, between forest and contours */
  readonly relief: HTMLCanvasElement
  /** corners of the relief, clockwise from the top left */
  readonly corners: [Corner, Corner, Corner, Corner]
}
type Corner = [number, number]

/** A seeded random generator (mulberry32): the same numbers every time. */
const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const draw = chance(11)
const lattice = Array.from({ length: 512 }, draw)
const at = (x: number, y: number): number => lattice[((x * 73_856_093) ^ (y * 19_349_663)) & 511]!
const ease = (t: number): number => t * t * (3 - 2 * t)

const valueNoise = (x: number, y: number): number => {
  const x0 = Math.floor(x),
    y0 = Math.floor(y),
    fx = ease(x - x0),
    fy = ease(y - y0)
  const a = at(x0, y0),
    b = at(x0 + 1, y0),
    c = at(x0, y0 + 1),
    d = at(x0 + 1, y0 + 1)
  return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy
}

/** Sums octaves of noise, scaled to 0…1. */
const fractal = (x: number, y: number, octaves: number): number => {
  let sum = 0,
    amplitude = 0.5,
    frequency = 1
  for (let i = 0; i < octaves; i++) {
    sum += amplitude * valueNoise(x * frequency + i * 17.3, y * frequency - i * 9.1)
    amplitude *= 0.5
    frequency *= 2.03
  }
  return sum
}

/** The row of the stream (0…1 from the top) at a column (0…1). */
const bed = (u: number): number => 0.7 + 0.09 * Math.sin(u * 5.4 + 0.9) + 0.025 * Math.sin(u * 17 + 1)

const POND = { u: 0.71, v: bed(0.71), ru: 0.03, rv: 0.026 }

/** Height in metres above the sea. */
const height = (u: number, v: number): number => {
  const off = Math.abs(v - bed(u)) * 6
  const hills = fractal(u * 5, v * 3.6, 5)
  const valley = 1 - Math.exp(-((off / 1.3) ** 1.4))
  return 330 - 35 * u + 95 * valley + (hills - 0.45) * 150 * Math.min(1, 0.15 + off / 1.4)
}

const field = (valueAt: (u: number, v: number) => number): Array<number> =>
  Array.from({ length: COLUMNS * ROWS }, (_, i) =>
    valueAt((i % COLUMNS) / (COLUMNS - 1), Math.floor(i / COLUMNS) / (ROWS - 1))
  )

const collection = (features: Array<Feature>): FeatureCollection => ({ type: "FeatureCollection", features })

/** Contour lines, cut where they run along the edge of the grid. */
const heightLines = (heights: Array<number>, onEarth: (p: Position) => Position): Array<Feature> => {
  const levels = Array.from({ length: 34 }, (_, i) => 250 + i * 10)
  const isEdge = ([x = 0, y = 0]: Position) => x <= 0.6 || y <= 0.6 || x >= COLUMNS - 0.6 || y >= ROWS - 0.6
  const lines: Array<Feature> = []
  for (const { coordinates, value } of contours().size([COLUMNS, ROWS]).thresholds(levels)(heights))
    for (const ring of coordinates.flat()) {
      let line: Array<Position> = []
      const end = () => {
        if (line.length > 3)
          lines.push({
            type: "Feature",
            properties: { height: value, bold: value % 50 === 0 },
            geometry: { type: "LineString", coordinates: line }
          })
        line = []
      }
      for (const place of ring) {
        if (isEdge(place)) end()
        else line.push(onEarth(place))
      }
      end()
    }
  return lines
}

/** Hill shading; the sun stands in the north-west, 42° high. */
const shade = (heights: ReadonlyArray<number>): HTMLCanvasElement => {
  const canvas = document.createElement("canvas")
  canvas.width = COLUMNS
  canvas.height = ROWS
  const pen = canvas.getContext("2d")!
  const image = pen.createImageData(COLUMNS, ROWS)
  const azimuth = (315 * Math.PI) / 180,
    altitude = (42 * Math.PI) / 180
  const sun = [
    Math.sin(azimuth) * Math.cos(altitude),
    Math.cos(azimuth) * Math.cos(altitude),
    Math.sin(altitude)
  ]
  const of = (x: number, y: number) =>
    heights[Math.min(ROWS - 1, Math.max(0, y)) * COLUMNS + Math.min(COLUMNS - 1, Math.max(0, x))]!
  const metres = (4 * HALF_WIDTH) / COLUMNS
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < COLUMNS; x++) {
      const east = ((of(x + 1, y) - of(x - 1, y)) / metres) * 2,
        south = ((of(x, y + 1) - of(x, y - 1)) / metres) * 2
      const light = (-east * sun[0]! + south * sun[1]! + sun[2]!) / Math.hypot(east, south, 1) - sun[2]!
      const [tone, alpha] = light < 0 ? [30, -light * 330] : [255, light * 300]
      image.data.set([tone, tone, tone, Math.min(120, alpha)], (y * COLUMNS + x) * 4)
    }
  pen.putImageData(image, 0, 0)
  return canvas
}

/** Makes the landscape around a place, [longitude, latitude]. */
export const makeLandscape = ([lon, lat]: readonly [number, number]): Landscape => {
  const width = HALF_WIDTH / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)),
    tall = HALF_HEIGHT / METRES_PER_DEGREE
  const place = (u: number, v: number): Corner => [lon + (2 * u - 1) * width, lat + (1 - 2 * v) * tall]
  const onEarth = ([x = 0, y = 0]: Position): Position => place(x / COLUMNS, y / ROWS)
  const heights = field(height)
  const trees = field(
    (u, v) => fractal(u * 9 + 40, v * 6.4 + 40, 4) - (Math.abs(v - bed(u)) < 0.03 ? 0.25 : 0)
  )
  const [woods] = contours().size([COLUMNS, ROWS]).thresholds([0.5])(trees)
  const forest: MultiPolygon = {
    type: "MultiPolygon",
    coordinates: (woods?.coordinates ?? []).map((rings) => rings.map((ring) => ring.map(onEarth)))
  }
  const stream = Array.from({ length: 201 }, (_, i) => place(i / 200, bed(i / 200)))
  const shore = Array.from({ length: 61 }, (_, i) => {
    const angle = (i / 60) * 2 * Math.PI
    const r = 1 + 0.16 * Math.sin(3 * angle + 1) + 0.1 * Math.sin(5 * angle)
    return place(POND.u + POND.ru * r * Math.cos(angle), POND.v + POND.rv * r * Math.sin(angle))
  })
  return {
    contours: collection(heightLines(heights, onEarth)),
    forest: collection([{ type: "Feature", properties: null, geometry: forest }]),
    streams: collection([
      { type: "Feature", properties: null, geometry: { type: "LineString", coordinates: stream } }
    ]),
    water: collection([
      { type: "Feature", properties: null, geometry: { type: "Polygon", coordinates: [shore] } }
    ]),
    relief: shade(heights),
    corners: [place(0, 0), place(1, 0), place(1, 1), place(0, 1)]
  }
}

/** Adds the hill shading beneath the contours, once per style. */
export const addRelief = (map: MapLibre, { corners, relief }: Landscape): void => {
  if (map.getSource("relief") !== undefined) return
  map.addSource("relief", { type: "canvas", canvas: relief, coordinates: corners, animate: false })
  map.addLayer(
    {
      id: "relief",
      type: "raster",
      source: "relief",
      paint: { "raster-opacity": 0.3, "raster-fade-duration": 0, "raster-resampling": "linear" }
    },
    "contours"
  )
}
