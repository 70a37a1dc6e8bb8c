// Where the subjects go: each a correlated random walk, animals slow and winding, vehicles fast and straight,
// one fix every ten seconds of their own time.
import { chance, isVehicle, type World } from "./World.ts"

/** Milliseconds of event time between two fixes of a subject. */
export const INTERVAL_MS = 10_000

const METRES_PER_DEGREE = 111_320

export interface Fix {
  readonly subject: number
  readonly at: number
  readonly lon: number
  readonly lat: number
  readonly altitude: number
  readonly speed: number
  readonly heading: number
  readonly accuracy: number
}

/** `digits` decimals, as a device would send them. */
const cut = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

/**
 * The walks of so many subjects, each at its own step. Every subject has its own chance: its walk does not
 * depend on when others move.
 */
export class Walks {
  readonly start: number
  private readonly world: World
  private readonly walkers: ReadonlyArray<{
    readonly random: () => number
    readonly pace: number
    readonly winding: number
    lon: number
    lat: number
    heading: number
    speed: number
    step: number
  }>

  constructor(world: World, subjects: number, start: number) {
    this.world = world
    this.start = start
    this.walkers = Array.from({ length: subjects }, (_, s) => {
      const random = chance(s + 1)
      const pace = isVehicle(s) ? 6 + random() * 12 : 0.2 + random() * 0.8
      return {
        random,
        pace,
        winding: isVehicle(s) ? 0.3 : 1.2,
        lon: world.west + random() * world.side,
        lat: world.south + random() * world.side,
        heading: random() * 2 * Math.PI,
        speed: pace,
        step: 0
      }
    })
  }

  /** The next fix of a subject. */
  next(subject: number): Fix {
    const w = this.walkers[subject]!,
      { west, south, side } = this.world
    w.heading += (w.random() - 0.5) * 2 * w.winding
    w.speed = Math.max(0, w.speed + 0.2 * (w.pace - w.speed) + 0.3 * w.pace * (w.random() - 0.5))
    const metres = (w.speed * INTERVAL_MS) / 1000
    w.lat += (metres * Math.cos(w.heading)) / METRES_PER_DEGREE
    w.lon += (metres * Math.sin(w.heading)) / METRES_PER_DEGREE / Math.cos((w.lat * Math.PI) / 180)
    // whoever leaves the square turns round
    if (w.lon < west || w.lon > west + side || w.lat < south || w.lat > south + side) {
      w.heading += Math.PI
      w.lon = Math.min(west + side, Math.max(west, w.lon))
      w.lat = Math.min(south + side, Math.max(south, w.lat))
    }
    const turn = w.heading / (2 * Math.PI)
    return {
      subject,
      at: this.start + w.step++ * INTERVAL_MS,
      lon: cut(w.lon, 6),
      lat: cut(w.lat, 6),
      altitude: cut(400 + 300 * Math.sin(w.lon * 9) + 1000 * (w.lat - south), 1),
      speed: cut(w.speed, 2),
      heading: cut((turn - Math.floor(turn)) * 359.9, 1),
      accuracy: cut(2 + 6 * w.random(), 1)
    }
  }
}
