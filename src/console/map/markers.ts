// The marks on the map. A moving subject is a drop that points along its heading, a standing one is round, a
// silent one hollow; vehicles are square, people have a dot. Events have the shapes of severities, so that they
// never look like animals.
import type { Colours } from "./colours.ts"

/** Pixels drawn per CSS pixel, so that marks are sharp on dense screens. */
export const SCALE = 3

/** Mark is an image of the map, at `SCALE` times its size. */
export interface Mark {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly pixels: ImageData
}

type Pen = CanvasRenderingContext2D

const mark = (name: string, width: number, height: number, draw: (pen: Pen) => void): Mark => {
  const canvas = document.createElement("canvas")
  canvas.width = width * SCALE
  canvas.height = height * SCALE
  const pen = canvas.getContext("2d")!
  pen.scale(SCALE, SCALE)
  pen.lineJoin = "round"
  pen.lineCap = "round"
  draw(pen)
  return { name, width, height, pixels: pen.getImageData(0, 0, canvas.width, canvas.height) }
}

const SIZE = 28
const MIDDLE = SIZE / 2
const RADIUS = 5
const ROUND = 2 * Math.PI
/** Half the angle of a drop's tip at its middle, in radians. */
const TIP = 0.62

const shapes = {
  drop: (pen: Pen) => {
    pen.arc(MIDDLE, MIDDLE, RADIUS, -Math.PI / 2 + TIP, -Math.PI / 2 - TIP + ROUND)
    pen.lineTo(MIDDLE, MIDDLE - RADIUS * 1.95)
  },
  round: (pen: Pen) => pen.arc(MIDDLE, MIDDLE, RADIUS, 0, ROUND),
  square: (pen: Pen) => pen.roundRect(MIDDLE - RADIUS, MIDDLE - RADIUS, 2 * RADIUS, 2 * RADIUS, 1.8)
}
type Shape = keyof typeof shapes

interface Body {
  readonly fill: string
  readonly hollow?: boolean
  readonly dot?: boolean
}

const body =
  (shape: Shape, edge: string, { dot = false, fill, hollow = false }: Body) =>
  (pen: Pen) => {
    const outline = () => {
      pen.beginPath()
      shapes[shape](pen)
      pen.closePath()
    }
    outline()
    pen.strokeStyle = edge
    pen.lineWidth = 3.2
    pen.stroke()
    pen.fillStyle = hollow ? edge : fill
    pen.fill()
    if (hollow) {
      pen.setLineDash([2.4, 2])
      pen.strokeStyle = fill
      pen.lineWidth = 1.6
      outline()
      pen.stroke()
      pen.setLineDash([])
    }
    if (!dot) return
    pen.fillStyle = edge
    pen.beginPath()
    pen.arc(MIDDLE, MIDDLE, 1.8, 0, ROUND)
    pen.fill()
  }

const octagon = (pen: Pen, x: number, y: number, r: number) => {
  const k = r * 0.43
  const corners = [
    [-k, -r],
    [k, -r],
    [r, -k],
    [r, k],
    [k, r],
    [-k, r],
    [-r, k],
    [-r, -k]
  ] as const
  for (const [dx, dy] of corners) pen.lineTo(x + dx, y + dy)
}

const severities = ["critical", "warning", "info"] as const
type SeverityName = (typeof severities)[number]

const eventShapes: Readonly<Record<SeverityName, (pen: Pen) => void>> = {
  critical: (pen) => octagon(pen, 13, 12, 9),
  warning: (pen) => {
    pen.moveTo(13, 3)
    pen.lineTo(22.6, 19.8)
    pen.lineTo(3.4, 19.8)
  },
  info: (pen) => pen.arc(13, 12, 7.6, 0, ROUND)
}

/** Top and bottom of the stem and top of the dot of the sign inside, in pixels. */
const signs: Readonly<Record<SeverityName, readonly [number, number, number]>> = {
  critical: [7.5, 12.8, 16.3],
  warning: [9.5, 14, 17],
  info: [11.5, 15.3, 8.7]
}

const eventMark = (severity: SeverityName, c: Colours) => (pen: Pen) => {
  const colour = c[severity],
    ring = severity === "info"
  pen.beginPath()
  eventShapes[severity](pen)
  pen.closePath()
  pen.strokeStyle = c["mark-edge"]
  pen.lineWidth = 4
  pen.stroke()
  pen.fillStyle = ring ? c["mark-edge"] : colour
  pen.fill()
  pen.strokeStyle = colour
  pen.lineWidth = 1.6
  pen.stroke()
  const [top, bottom, point] = signs[severity]
  pen.strokeStyle = ring ? colour : c["mark-edge"]
  pen.lineWidth = 2
  pen.beginPath()
  pen.moveTo(13, top)
  pen.lineTo(13, bottom)
  pen.moveTo(13, point)
  pen.lineTo(13, point + 0.05)
  pen.stroke()
}

/** The same shape, smaller and not filled. */
const hollowMark = (severity: SeverityName, c: Colours) => (pen: Pen) => {
  pen.translate(13, 12)
  pen.scale(0.78, 0.78)
  pen.translate(-13, -12)
  pen.beginPath()
  eventShapes[severity](pen)
  pen.closePath()
  pen.strokeStyle = c["mark-edge"]
  pen.lineWidth = 4.4
  pen.stroke()
  pen.fillStyle = c["mark-edge"]
  pen.fill()
  pen.strokeStyle = c.ink3
  pen.lineWidth = 2.2
  pen.stroke()
}

const halo = (colour: string) => (pen: Pen) => {
  pen.fillStyle = colour
  pen.globalAlpha = 0.16
  pen.beginPath()
  pen.arc(22, 22, 20, 0, ROUND)
  pen.fill()
  pen.globalAlpha = 1
  pen.strokeStyle = colour
  pen.lineWidth = 1.6
  pen.beginPath()
  pen.arc(22, 22, 11.5, 0, ROUND)
  pen.stroke()
}

const site = (c: Colours) => (pen: Pen) => {
  pen.beginPath()
  pen.arc(9, 9, 4, 0, ROUND)
  pen.fillStyle = c["mark-edge"]
  pen.fill()
  pen.strokeStyle = c.area
  pen.lineWidth = 1.8
  pen.stroke()
}

/** The colour of a mark by kind, the first known word of the entity type. */
const kinds = (c: Colours): Readonly<Record<string, string>> => ({
  plain: c.mark,
  brown: `color-mix(in oklab, ${c.contour} 72%, ${c.mark})`,
  violet: `color-mix(in oklab, ${c.info} 55%, #4b2f8f)`,
  grey: c.ink3
})

/** Draws all marks of subjects in these colours, by the names that `markOf` returns; all of one size. */
export const drawBodies = (c: Colours): ReadonlyArray<Mark> => {
  const edge = c["mark-edge"]
  const animal = ([kind, fill]: [string, string]) => [
    mark(`${kind} moving`, SIZE, SIZE, body("drop", edge, { fill })),
    mark(`${kind} still`, SIZE, SIZE, body("round", edge, { fill }))
  ]
  return [
    ...Object.entries(kinds(c)).flatMap(animal),
    mark("silent", SIZE, SIZE, body("round", edge, { fill: c.ink3, hollow: true })),
    mark("vehicle", SIZE, SIZE, body("square", edge, { fill: c.mark })),
    mark("person", SIZE, SIZE, body("round", edge, { fill: c.brand, dot: true }))
  ]
}

/** Draws all other marks, by the names that the style uses. */
export const drawMarks = (c: Colours): ReadonlyArray<Mark> => [
  mark("site", 18, 18, site(c)),
  ...severities.map((severity) => mark(`event ${severity}`, 26, 24, eventMark(severity, c))),
  ...severities.map((severity) => mark(`hollow ${severity}`, 26, 24, hollowMark(severity, c))),
  ...severities.map((severity) => mark(`halo ${severity}`, 44, 44, halo(c[severity]))),
  mark("halo", 44, 44, halo(c.brand))
]

const kindOf: ReadonlyArray<readonly [RegExp, string]> = [
  [/person|ranger|herder|people|human/, "person"],
  [/vehicle|car|truck|quad|tractor|boat|drone|plane/, "vehicle"],
  [/bison|buffalo|bear|elephant|deer|moose|wolf/, "brown"],
  [/horse|donkey|mule|zebra/, "violet"],
  [/sheep|goat|bird|stork/, "grey"]
]

/** The name of the mark of a subject by its entity type and whether it moves or is silent. */
export const markOf = (entityType: string | null, moving: boolean, silent: boolean): string => {
  if (silent) return "silent"
  const kind = kindOf.find(([words]) => words.test(entityType ?? ""))?.[1] ?? "plain"
  return kind === "person" || kind === "vehicle" ? kind : `${kind} ${moving ? "moving" : "still"}`
}
