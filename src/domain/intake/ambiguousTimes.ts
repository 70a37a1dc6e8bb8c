// Tells apart the two passes of an hour that the clocks of a zone show twice, by the order in which the rows of
// an animal stand in their table. Pure: it is given one row after the other, and settles at the end.
import type { AmbiguousTime } from "./tableClock.ts"

/** Pass says which of two instants a time is that the clocks showed twice. */
export type Pass = "first" | "second"

/** A row at a time that was shown twice. */
interface DoubtfulRow extends AmbiguousTime {
  /** where it stands in the file */
  readonly place: number
  /** what it says, to tell a record that is there twice from one that is not */
  readonly text: string
}

/** Doubtful rows of one animal that follow each other, and the instants of the rows around them. */
interface Cluster {
  readonly rows: Array<DoubtfulRow>
  readonly before: number | null
  after: number | null
}

interface Sequence {
  /** the last instant that is certain */
  last: number | null
  rising: boolean | null
  /** instants at which the order of the rows turned round */
  readonly turns: Array<number>
  readonly clusters: Array<Cluster>
  open: Cluster | null
}

const DAY_MS = 86_400_000

/** Rows of one hour that is shown twice lie closer together than this. */
const isSameHour = (a: AmbiguousTime, b: AmbiguousTime): boolean => Math.abs(a.first - b.first) < DAY_MS

/** Returns the index of the first row of the second pass, of rows that go on in time; null: they do not tell. */
const splitOf = (rows: ReadonlyArray<DoubtfulRow>): number | null => {
  const backwards: Array<number> = [],
    repeated: Array<number> = []
  for (let i = 1; i < rows.length; i++) {
    const [before, row] = [rows[i - 1]!, rows[i]!]
    if (row.first < before.first) backwards.push(i)
    else if (row.first === before.first && row.text !== before.text) repeated.push(i)
  }
  if (backwards.length === 1) return backwards[0]!
  return backwards.length === 0 && repeated.length === 1 ? repeated[0]! : null
}

const isFrom = (instant: number | null, from: number): boolean => instant === null || instant > from
const isUntil = (instant: number | null, until: number): boolean => instant === null || instant < until

/** Whether a cluster may be in ascending and in descending order, by the rows around it. */
const directionsOf = ({ after, before, rows }: Cluster): readonly [rising: boolean, falling: boolean] => {
  const begin = Math.min(...rows.map((row) => row.first)),
    end = Math.max(...rows.map((row) => row.second))
  return [isUntil(before, begin) && isFrom(after, end), isFrom(before, end) && isUntil(after, begin)]
}

/** Returns the rows of a cluster with their passes; null: their order does not tell. */
const passesOf = (cluster: Cluster): ReadonlyArray<readonly [place: number, pass: Pass]> | null => {
  const [rising, falling] = directionsOf(cluster)
  const ways = [
    ...(rising ? [cluster.rows] : []),
    ...(falling && cluster.rows.length > 1 ? [cluster.rows.toReversed()] : [])
  ].flatMap((rows) => {
    const split = splitOf(rows)
    return split === null
      ? []
      : [rows.map(({ place }, i) => [place, i < split ? "first" : "second"] as const)]
  })
  return ways.length === 1 ? ways[0]! : null
}

/** SettledPasses are the passes of times as the order of their rows determines them. */
export interface SettledPasses {
  /** by the place of the row */
  readonly passes: ReadonlyMap<number, Pass>
  /** rows whose pass the order does not tell */
  readonly open: number
}

/**
 * Collects the rows of a table, each with its animal, its place in the file and what its time says, and tells
 * the passes of those that were shown twice. Rows in descending order are turned round; where the rows of an
 * animal have no order about that hour, or their order leaves it open, nothing is told.
 *
 * @example
 *   const rows = new ShownTwiceRows()
 *   rows.see("Alma", { first: 0, second: 3_600_000 }, 1, "a row")
 *   rows.settle().open // 1
 */
export class AmbiguousTimeRows {
  private readonly animals = new Map<string, Sequence>()

  see(animal: string, at: number | AmbiguousTime, place: number, text: string): void {
    let sequence = this.animals.get(animal)
    if (sequence === undefined) {
      sequence = { last: null, rising: null, turns: [], clusters: [], open: null }
      this.animals.set(animal, sequence)
    }
    if (typeof at === "number") this.pass(sequence, at)
    else this.doubt(sequence, { ...at, place, text })
  }

  private pass(sequence: Sequence, at: number): void {
    const { last, open, rising } = sequence
    if (open !== null) open.after = at
    sequence.open = null
    if (last !== null && at !== last) {
      if (rising !== null && rising !== at > last) sequence.turns.push(last, at)
      sequence.rising = at > last
    }
    sequence.last = at
  }

  private doubt(sequence: Sequence, row: DoubtfulRow): void {
    const { open } = sequence
    if (open !== null && isSameHour(open.rows[0]!, row)) return void open.rows.push(row)
    if (open !== null) open.after = row.first
    sequence.open = { rows: [row], before: open === null ? sequence.last : open.rows[0]!.first, after: null }
    sequence.clusters.push(sequence.open)
  }

  settle(): SettledPasses {
    const passes = new Map<number, Pass>()
    let open = 0
    for (const { clusters, turns } of this.animals.values())
      for (const cluster of clusters) {
        const [row] = cluster.rows
        const isOrdered =
          clusters.every((other) => other === cluster || !isSameHour(other.rows[0]!, row!)) &&
          turns.every((at) => Math.abs(at - row!.first) > DAY_MS)
        const found = isOrdered ? passesOf(cluster) : null
        if (found === null) open += cluster.rows.length
        else for (const [place, pass] of found) passes.set(place, pass)
      }
    return { passes, open }
  }
}
