// Draws the imaginary landscape on a plain canvas, without the map library, which is not loaded before sign-in.
import type { Feature, Position } from "geojson"
import type { Colours } from "../../map/colours.ts"
import type { Landscape } from "../../map/landscape.ts"

/** Share of the landscape that is visible at most, so that its hills are large. */
const VISIBLE_SHARE = 0.62

/** Pastures: centre and radii as shares of the picture. */
const PASTURES = [
  { x: 0.3, y: 0.28, r: 0.19, wobble: 1 },
  { x: 0.74, y: 0.46, r: 0.16, wobble: 2.3 },
  { x: 0.36, y: 0.84, r: 0.17, wobble: 4 }
]

const ringsOf = ({ geometry }: Feature): ReadonlyArray<ReadonlyArray<Position>> => {
  switch (geometry.type) {
    case "LineString":
      return [geometry.coordinates]
    case "Polygon":
      return geometry.coordinates
    case "MultiPolygon":
      return geometry.coordinates.flat()
    default:
      return []
  }
}

/** Tracks of a few animals: each wanders with small turns and turns back at the fence. */
const ANIMALS = 4,
  STEPS = 150

/**
 * Returns the tracks of a herd around the centre of its pasture, with the opacity of each part; the newest
 * part is darkest.
 */
const herdOf = (
  seed: number,
  radius: number
): ReadonlyArray<readonly [shade: number, points: ReadonlyArray<readonly [number, number]>]> => {
  let state = seed * 7919
  const chance = () => (state = (state * 16807) % 2147483647) / 2147483647
  return Array.from({ length: ANIMALS }, () => {
    const home = [(chance() - 0.5) * radius, (chance() - 0.5) * radius] as const
    let [x, y] = home,
      turn = chance() * 2 * Math.PI
    const way = Array.from({ length: STEPS }, () => {
      const back = Math.atan2(home[1] - y, home[0] - x)
      const away = Math.hypot(home[0] - x, home[1] - y) / (radius * 0.4)
      turn += (chance() - 0.5) * 1.7 + Math.sin(back - turn) * Math.min(1, away * away) * 0.8
      const step = chance() ** 3 * radius * 0.05
      x += step * Math.cos(turn)
      y += step * Math.sin(turn)
      return [x, y] as const
    })
    const newest = Math.round(STEPS * 0.75)
    return [
      [0.4, way.slice(0, newest + 1)],
      [0.9, way.slice(newest)]
    ] as const
  }).flat()
}

/** drawGround fills the canvas (device pixels) with the landscape in the given colours. */
export const drawGround = (canvas: HTMLCanvasElement, landscape: Landscape, c: Colours): void => {
  const { clientHeight: tall, clientWidth: wide } = canvas
  const pen = canvas.getContext("2d")
  if (pen === null || wide === 0 || tall === 0) return
  const sharp = Math.min(devicePixelRatio, 2)
  canvas.width = wide * sharp
  canvas.height = tall * sharp
  pen.scale(sharp, sharp)
  pen.lineJoin = "round"

  const [[west, north], , [east, south]] = landscape.corners
  const scale = Math.max(wide / (east - west), tall / (north - south)) / VISIBLE_SHARE
  const x = (lon: number) => wide / 2 + (lon - (west + east) / 2) * scale
  const y = (lat: number) => tall / 2 - (lat - (north + south) / 2) * scale
  const trace = (feature: Feature) => {
    pen.beginPath()
    for (const ring of ringsOf(feature))
      for (const [i, [lon = 0, lat = 0]] of ring.entries())
        if (i === 0) pen.moveTo(x(lon), y(lat))
        else pen.lineTo(x(lon), y(lat))
  }

  pen.fillStyle = c.land
  pen.fillRect(0, 0, wide, tall)
  pen.fillStyle = c.forest
  for (const feature of landscape.forest.features) {
    trace(feature)
    pen.fill("evenodd")
  }
  pen.globalAlpha = 0.3
  pen.drawImage(landscape.relief, x(west), y(north), (east - west) * scale, (north - south) * scale)
  pen.strokeStyle = c.contour
  for (const feature of landscape.contours.features) {
    const bold = feature.properties?.["bold"] === true
    pen.globalAlpha = bold ? 0.6 : 0.34
    pen.lineWidth = bold ? 0.95 : 0.6
    trace(feature)
    pen.stroke()
  }
  pen.globalAlpha = 1
  pen.strokeStyle = c.shore
  pen.lineWidth = 1.3
  for (const feature of landscape.streams.features) {
    trace(feature)
    pen.stroke()
  }
  pen.fillStyle = c.water
  for (const feature of landscape.water.features) {
    trace(feature)
    pen.fill()
    pen.stroke()
  }
  pen.strokeStyle = c.area
  pen.fillStyle = c.area
  pen.lineWidth = 1.5
  for (const { r, wobble, x: u, y: v } of PASTURES) {
    pen.beginPath()
    for (let i = 0; i <= 72; i++) {
      const turn = (i / 72) * 2 * Math.PI
      const radius =
        r * Math.min(wide, tall) * (1 + 0.14 * Math.sin(2 * turn + wobble) + 0.08 * Math.cos(3 * turn))
      pen.lineTo(u * wide + radius * 1.2 * Math.cos(turn), v * tall + radius * Math.sin(turn))
    }
    pen.globalAlpha = 0.085
    pen.fill()
    pen.globalAlpha = 0.85
    pen.stroke()
  }
  pen.strokeStyle = c.ink
  pen.lineWidth = 1.1
  for (const [seed, { r, x: u, y: v }] of PASTURES.entries())
    for (const [shade, points] of herdOf(seed + 1, r * Math.min(wide, tall))) {
      pen.beginPath()
      for (const [dx, dy] of points) pen.lineTo(u * wide + dx, v * tall + dy)
      pen.globalAlpha = shade
      pen.stroke()
    }
  pen.globalAlpha = 1
}
