// Positions at a time of a loaded window: the last fix before it, never interpolated.
import type { Seen, Ways } from "../../data/mapQueries.ts"
import type { Place, Trail } from "../../map/places.ts"
import { eastward } from "../../map/unwrap.ts"
import { placeOf } from "./LiveMap.ts"

/** Read is a loaded window. */
interface Read extends Ways {
  /** all positions at the start of the window */
  readonly before: ReadonlyArray<Seen>
  readonly silentMs: number
  /** entity type by the id on the map */
  readonly typeOf: (id: string) => string | null
}

interface Way {
  readonly id: string
  readonly name: string
  readonly at: ReadonlyArray<readonly [number, number]>
  readonly times: ReadonlyArray<number>
  /** last fix before the window; absent: none */
  readonly before?: { readonly place: Place; readonly time: number } | undefined
}

/** Returns the index of the newest time up to `at`; -1: all are later. */
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
  const east = eastward(x1, x2) * Math.cos((y1 * Math.PI) / 180)
  return ((Math.atan2(east, y2 - y1) * 180) / Math.PI + 360) % 360
}

/** Replay returns positions and trails of a loaded window at any time. */
export class Replay {
  private readonly ways: ReadonlyArray<Way>
  private readonly read: Pick<Read, "silentMs" | "truncated" | "typeOf">

  constructor({ before, silentMs, subjects, truncated, typeOf }: Read) {
    const others = new Map(
      before.map((seen) => [seen.id, { place: placeOf(seen, null), time: Date.parse(seen.properties.time) }])
    )
    const ways = subjects.map(({ coordinates, device_id, entity_id, name, times }): Way => {
      const id = entity_id ?? device_id,
        known = others.get(id)
      others.delete(id)
      return {
        id,
        name: name ?? "",
        at: coordinates,
        times: times.map((time) => Date.parse(time)),
        before: known
      }
    })
    this.ways = [
      ...ways,
      ...[...others].map(([id, known]) => ({ id, name: known.place.name, at: [], times: [], before: known }))
    ]
    this.read = { silentMs, truncated, typeOf }
  }

  /** Returns all subjects that had a fix by then. */
  at(moment: number): ReadonlyArray<Place> {
    return this.ways.flatMap((way): ReadonlyArray<Place> => {
      const { at, before, id, name, times } = way
      const i = newestBy(times, moment)
      const time = times[i] ?? before?.time
      if (time === undefined) return []
      const silent = moment - time > this.read.silentMs && this.knowsNext(way, i)
      const here = at[i],
        last = at[i - 1]
      if (here === undefined) return before === undefined ? [] : [{ ...before.place, silent }]
      const moving = last !== undefined && (last[0] !== here[0] || last[1] !== here[1])
      return [
        {
          id,
          at: here,
          name,
          entityType: this.read.typeOf(id),
          heading: moving ? bearing(last, here) : null,
          moving,
          silent,
          severity: null
        }
      ]
    })
  }

  /** Returns the trails up to then. */
  trails(moment: number): ReadonlyArray<Trail> {
    return this.ways.flatMap(({ at, id, times }) => {
      const end = newestBy(times, moment) + 1
      return end === 0 ? [] : [{ id, at: at.slice(0, end), times: times.slice(0, end), severity: null }]
    })
  }

  /**
   * Tells whether the next known fix is truly the next one. On a thinned track that holds only before its
   * first and after its last point; a subject without points may have been left out.
   */
  private knowsNext({ times }: Way, i: number): boolean {
    return !this.read.truncated || (times.length > 0 && (i < 0 || i === times.length - 1))
  }
}
