// Places where fixes are dense: DBSCAN (Ester and others 1996) with haversine distances. Specification 2.8,
// rule 11. After Gunawan 2013 and de Berg and others 2019: in cells whose diagonal is the distance, all fixes
// of a cell with enough of them are core, and cells are joined instead of fixes. No neighbour is ever listed,
// so a pen full of fixes costs no more memory than a migration.
import { makeChords } from "./Chords.ts"
import { makeHaversineGrid } from "./HaversineGrid.ts"
import type { Places } from "./localFrame.ts"

/** The clusters of one subject's fixes. */
interface Clusters {
  readonly count: number
  /** of each fix: its cluster, 0 to `count - 1`, numbered by their first fixes; or -1 */
  readonly labels: Int32Array
  /** 1 for a fix with enough neighbours to make a cluster grow */
  readonly core: Uint8Array
}

/** Labels 0, 1, ... in the order of their first fixes; -1 stays. */
const numbered = (labels: Int32Array): { readonly count: number; readonly labels: Int32Array } => {
  const numbers = new Map<number, number>()
  for (const label of labels) if (label !== -1 && !numbers.has(label)) numbers.set(label, numbers.size)
  return { count: numbers.size, labels: labels.map((label) => numbers.get(label) ?? -1) }
}

/**
 * Labels the cluster of each fix. A fix with at least `minPoints` fixes (itself counted) within `distanceM`
 * metres (inclusive, up to 100 km) is core; core fixes within the distance share a cluster; another fix
 * within it belongs to its nearest core fix (of several the first). Only the numbers of the clusters depend
 * on the order of fixes.
 *
 * @example
 *   const places = { lon: Float64Array.of(14, 14, 14.1), lat: Float64Array.of(51, 51.0001, 51) }
 *   console.log([...clusters(places, 50, 2).labels]) // [0,0,-1]
 */
export const clusters = (places: Places, distanceM: number, minPoints = 5): Clusters => {
  const { count, members, neighboursOf, starts } = makeHaversineGrid(places, distanceM)
  const { between, limit, touch } = makeChords(places, distanceM)
  const core = new Uint8Array(members.length)
  /** core fixes by cell: so many of its fixes, brought to the front */
  const cores = new Uint32Array(count)

  const isCore = (fix: number, inside: number, near: ReturnType<typeof neighboursOf>): boolean => {
    let found = inside
    for (let k = 0; k < near.count; k++) {
      const end = starts[near.cells[k]! + 1]!
      for (let m = starts[near.cells[k]!]!; m < end && found < minPoints; m++)
        if (between(fix, members[m]!) <= limit) found++
    }
    return found >= minPoints
  }
  for (let cell = 0; cell < count; cell++) {
    const inside = starts[cell + 1]! - starts[cell]!
    const near = inside < minPoints ? neighboursOf(cell) : undefined
    for (let m = starts[cell]!; m < starts[cell + 1]!; m++) {
      const fix = members[m]!
      if (near !== undefined && !isCore(fix, inside, near)) continue
      core[fix] = 1
      const front = starts[cell]! + cores[cell]!++
      members[m] = members[front]!
      members[front] = fix
    }
  }

  const parent = Uint32Array.from(cores.keys())
  const rootOf = (cell: number): number => {
    let root = cell
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!
    return root
  }
  const coresOf = (cell: number): Uint32Array => members.subarray(starts[cell], starts[cell]! + cores[cell]!)
  for (let cell = 0; cell < count; cell++) {
    if (cores[cell] === 0) continue
    const near = neighboursOf(cell)
    for (let k = 0; k < near.count; k++) {
      const other = near.cells[k]!
      if (other < cell || cores[other] === 0 || rootOf(other) === rootOf(cell)) continue
      if (touch(coresOf(cell), coresOf(other))) parent[rootOf(other)] = rootOf(cell)
    }
  }

  /** Returns the cell of the nearest core fix, or -1. */
  const nearestCore = (fix: number, own: number, near: ReturnType<typeof neighboursOf>): number => {
    let nearest = members.length
    let its = -1
    let least = limit
    for (let k = -1; k < near.count; k++) {
      const cell = k === -1 ? own : near.cells[k]!
      if (cores[cell] === 0) continue
      for (let m = starts[cell]!; m < starts[cell]! + cores[cell]!; m++) {
        const other = members[m]!
        const chord = between(fix, other)
        if (chord > least || (chord === least && other > nearest)) continue
        least = chord
        nearest = other
        its = cell
      }
    }
    return its
  }
  const labels = new Int32Array(members.length)
  for (let cell = 0; cell < count; cell++) {
    const near = cores[cell] === starts[cell + 1]! - starts[cell]! ? undefined : neighboursOf(cell)
    for (let m = starts[cell]!; m < starts[cell + 1]!; m++) {
      const fix = members[m]!
      const its = near === undefined || core[fix] === 1 ? cell : nearestCore(fix, cell, near)
      labels[fix] = its === -1 ? -1 : rootOf(its)
    }
  }
  return { ...numbered(labels), core }
}

/** Returns the fixes of each cluster: ascending indices, one array a cluster; noise is in none. */
export const membersOf = ({ count, labels }: Clusters): ReadonlyArray<Uint32Array> => {
  const sizes = new Uint32Array(count)
  for (const label of labels) if (label !== -1) sizes[label]!++
  const members = Array.from(sizes, (size) => new Uint32Array(size))
  const filled = new Uint32Array(count)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!
    if (label !== -1) members[label]![filled[label]!++] = i
  }
  return members
}
