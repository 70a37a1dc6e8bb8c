// All markers of subjects on the map, drawn in one WebGL call. Position and heading are in an array, of which a
// fix changes six numbers. With MapLibre symbols each fix would re-cut tiles in its worker and re-place all
// symbols in each frame.
import type { CustomLayerInterface, Map as MapLibre } from "maplibre-gl"
import type { Mark } from "./markers.ts"
import { drawn, type Place } from "./places.ts"
import { crowdProgram, type CrowdProgram } from "./crowdProgram.ts"

/** Numbers per place: x and y in two parts each, heading, index of the mark. */
const NUMBERS_PER_PLACE = 6
/** Pixels from the middle of a mark within which a click hits it. */
const HIT_RADIUS_PX = 13

/** Web Mercator in world units: the world is 1 wide and 1 tall, origin at the top left. */
const mercator = ([lon, lat]: readonly [number, number]): readonly [number, number] => {
  const sine = Math.sin((lat * Math.PI) / 180)
  return [(lon + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** The shortest difference of two x values around the world. */
const around = (dx: number): number => dx - Math.round(dx)

/** Crowd is the MapLibre layer of all places. */
export class Crowd implements CustomLayerInterface {
  readonly id = "places"
  readonly type = "custom"
  private readonly map: MapLibre
  private readonly marks: () => ReadonlyArray<Mark>
  private program: CrowdProgram | null = null
  /** index of each mark by name */
  private looks: ReadonlyMap<string, number> = new Map()
  /** most severe last, so that they are drawn on top */
  private places: Array<Place> = []
  private readonly at = new Map<string, number>()
  /** x and y of each place in world units, in double precision */
  private ground = new Float64Array(0)
  private numbers = new Float32Array(0)
  private isNew = true

  /** `marks`: returns the marks in the current colours. */
  constructor(map: MapLibre, marks: () => ReadonlyArray<Mark>) {
    this.map = map
    this.marks = marks
  }

  onAdd(_map: MapLibre, gl: WebGL2RenderingContext): void {
    const marks = this.marks()
    this.looks = new Map(marks.map(({ name }, i) => [name, i]))
    this.program = crowdProgram(gl, marks)
    this.places.forEach((place, i) => this.put(i, place))
    this.isNew = true
  }

  onRemove(): void {
    this.program?.remove()
    this.program = null
  }

  /** Replaces all places. */
  setAll(places: ReadonlyArray<Place>): void {
    this.places = places
      .map((place) => ({ place, rank: drawn(place).rank }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ place }) => place)
    this.ground = new Float64Array(places.length * 2)
    this.numbers = new Float32Array(places.length * NUMBERS_PER_PLACE)
    this.at.clear()
    this.places.forEach((place, i) => {
      this.at.set(place.id, i)
      this.put(i, place)
    })
    this.changed()
  }

  /** Updates places that moved; new ones are drawn on top. */
  move(places: ReadonlyArray<Place>): void {
    const strangers: Array<Place> = []
    for (const place of places) {
      const i = this.at.get(place.id)
      if (i === undefined) strangers.push(place)
      else {
        this.places[i] = place
        this.put(i, place)
      }
    }
    if (strangers.length > 0) this.setAll([...this.places, ...strangers])
    else this.changed()
  }

  /** The place nearest to a pixel of the map; undefined: none within reach. */
  near({ x, y }: { readonly x: number; readonly y: number }, slack: number): Place | undefined {
    const { lat, lng } = this.map.unproject([x, y])
    const [mx, my] = mercator([lng, lat])
    let found: Place | undefined,
      least = ((HIT_RADIUS_PX + slack) / this.worldSize()) ** 2
    for (let i = 0; i < this.places.length; i++) {
      const distance = around(this.ground[i * 2]! - mx) ** 2 + (this.ground[i * 2 + 1]! - my) ** 2
      if (distance > least) continue
      least = distance
      found = this.places[i]
    }
    return found
  }

  /** Places in view, and up to `margin` views beyond its edges; most severe first. */
  inView(margin: number): ReadonlyArray<Place> {
    const { clientHeight, clientWidth } = this.map.getCanvas()
    const [cx, cy] = this.centre()
    const reach = (0.5 + margin) / this.worldSize()
    const [wide, tall] = [clientWidth * reach, clientHeight * reach]
    const found: Array<Place> = []
    for (let i = this.places.length - 1; i >= 0; i--)
      if (Math.abs(around(this.ground[i * 2]! - cx)) < wide && Math.abs(this.ground[i * 2 + 1]! - cy) < tall)
        found.push(this.places[i]!)
    return found
  }

  render(gl: WebGL2RenderingContext): void {
    if (this.program === null) return
    if (this.isNew) this.program.upload(this.numbers)
    this.isNew = false
    const ratio = this.map.getPixelRatio()
    this.program.draw({
      count: this.places.length,
      centre: this.centre(),
      pixels: this.worldSize(),
      bearing: (this.map.getBearing() * Math.PI) / 180,
      size: [gl.drawingBufferWidth / ratio, gl.drawingBufferHeight / ratio]
    })
  }

  /** The middle of the whole view; MapLibre's own centre is that of the uncovered part. */
  private centre(): readonly [number, number] {
    const { clientHeight, clientWidth } = this.map.getCanvas()
    const { lat, lng } = this.map.unproject([clientWidth / 2, clientHeight / 2])
    return mercator([lng, lat])
  }

  /** The width of the world in pixels. */
  private worldSize(): number {
    return 512 * 2 ** this.map.getZoom()
  }

  private put(i: number, place: Place): void {
    const [x, y] = mercator(place.at)
    const { heading, icon } = drawn(place)
    this.ground[i * 2] = x
    this.ground[i * 2 + 1] = y
    // single precision is only 2 m on the earth: a second number holds the remainder
    const [coarseX, coarseY] = [Math.fround(x), Math.fround(y)]
    const numbers = [coarseX, coarseY, x - coarseX, y - coarseY, (heading * Math.PI) / 180]
    this.numbers.set([...numbers, this.looks.get(icon) ?? 0], i * NUMBERS_PER_PLACE)
  }

  private changed(): void {
    this.isNew = true
    this.map.triggerRepaint()
  }
}
