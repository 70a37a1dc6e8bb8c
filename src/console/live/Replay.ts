// Where everybody was at a moment of a window that was read: their last fix by then, never a place between two.
import type { Replayed } from "../queries/field.ts"
import type { Place, Trail } from "../map/places.ts"

/** Who has not been heard of for so long by then is drawn hollow. */
const SILENT_MS = 6 * 3_600_000

interface Way {
  readonly subject: Replayed
  readonly times: ReadonlyArray<number>
}

/** The index of the newest time by then; -1: all are later. */
const newestBy = (times: ReadonlyArray<number>, at: number): number => {
  let low = 0,
    high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

const bearing = ([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): number => {
  const east = (x2 - x1) * Math.cos((y1 * Math.PI) / 180)
  return ((Math.atan2(east, y2 - y1) * 180) / Math.PI + 360) % 360
}

export class Replay {
  private readonly ways: ReadonlyArray<Way>
  private readonly typeOf: (id: string) => string | null

  /** `typeOf`: what a subject is, by the id that the map knows it by. */
  constructor(subjects: ReadonlyArray<Replayed>, typeOf: (id: string) => string | null) {
    this.ways = subjects.map((subject) => ({ subject, times: subject.times.map((time) => Date.parse(time)) }))
    this.typeOf = typeOf
  }

  /** Everybody who had been seen by then. */
  at(moment: number): ReadonlyArray<Place> {
    return this.ways.flatMap(({ subject, times }): ReadonlyArray<Place> => {
      const i = newestBy(times, moment)
      if (i < 0) return []
      const [lon, lat] = subject.coordinates[i]!,
        before = subject.coordinates[i - 1]
      const moving = before !== undefined && (before[0] !== lon || before[1] !== lat)
      const id = subject.entity_id ?? subject.device_id
      return [
        {
          id,
          at: [lon, lat],
          name: subject.name ?? "",
          entityType: this.typeOf(id),
          heading: moving ? bearing([before[0], before[1]], [lon, lat]) : null,
          moving,
          silent: moment - times[i]! > SILENT_MS,
          severity: null
        }
      ]
    })
  }

  /** The ways up to then. */
  trails(moment: number): ReadonlyArray<Trail> {
    return this.ways.map(({ subject, times }) => {
      const end = newestBy(times, moment) + 1
      return {
        id: subject.entity_id ?? subject.device_id,
        at: subject.coordinates.slice(0, end).map(([lon, lat]) => [lon, lat] as const),
        times: times.slice(0, end),
        severity: null
      }
    })
  }
}
