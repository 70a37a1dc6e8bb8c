// Which fixes of a track one animal can have sent: the longest path on which no step is faster than it can
// move.
import { distance } from "../../src/domain/geo/distance.ts"

/**
 * Chains that are followed at once, and fixes that are tried as the one before; a real track has one, and one
 * for each place that a broken receiver invents.
 */
const MAX_CHAINS = 64

interface Places {
  readonly time: Float64Array
  readonly lon: Float64Array
  readonly lat: Float64Array
}

/**
 * Rows of the most fixes with every neighbouring pair at or below `maxSpeed` (m/s); ascending, all of them if
 * no step is faster. Times ascend without equal ones.
 *
 * "Reachable in time" is an order: what b can be reached from, whatever b reaches can. So the fixes fall into
 * chains, along each chain those that reach a later fix come first, and the longest path to a fix is found by
 * halving in each chain instead of trying all fixes before it. Exact as long as at most 64 chains are open;
 * above that the shortest is forgotten. O(n log n).
 *
 * There may be very many longest paths, whose distances differ by a third. It is the shortest of them in
 * metres, and of those the one whose fixes are earliest, seen from its end. The fix before is one of those
 * that end a path one shorter; none of these reaches another, so that there are no more of them than chains.
 */
export const plausible = ({ lat, lon, time }: Places, maxSpeed: number): Uint32Array => {
  const count = time.length
  const reaches = (a: number, b: number): boolean =>
    distance(lon[a]!, lat[a]!, lon[b]!, lat[b]!) / ((time[b]! - time[a]!) / 1000) <= maxSpeed
  let isFine = true
  for (let i = 1; i < count && isFine; i++) isFine = reaches(i - 1, i)
  if (isFine) return Uint32Array.from({ length: count }, (_, i) => i)

  /** Fixes on the longest path that ends with a fix, its metres at the least, and the fix before it there. */
  const length = new Uint32Array(count)
  const metres = new Float64Array(count)
  const before = new Int32Array(count).fill(-1)
  /** The last fix that ends a path of so many, and for each the one before it that ends one as long. */
  const lastOf = new Int32Array(count + 1).fill(-1)
  const earlier = new Int32Array(count).fill(-1)
  let chains: Array<Array<number>> = []
  for (let i = 0; i < count; i++) {
    let best = -1
    let open: Array<number> | undefined
    for (const chain of chains) {
      const tip = chain.at(-1)!
      const isOpen = reaches(tip, i)
      if (isOpen && (open === undefined || length[tip]! > length[open.at(-1)!]!)) open = chain
      if (best >= 0 && (length[tip]! < length[best]! || (length[tip] === length[best] && tip < best)))
        continue
      let last = isOpen ? chain.length - 1 : -1
      for (let high = isOpen ? last : chain.length - 2; last < high;) {
        const middle = (last + high + 1) >> 1
        if (reaches(chain[middle]!, i)) last = middle
        else high = middle - 1
      }
      const from = chain[last]
      if (
        from !== undefined &&
        (best < 0 || length[from]! > length[best]! || (length[from] === length[best] && from > best))
      )
        best = from
    }
    length[i] = best < 0 ? 1 : length[best]! + 1
    if (best >= 0) {
      const viaOf = (from: number): number =>
        metres[from]! + distance(lon[from]!, lat[from]!, lon[i]!, lat[i]!)
      let least = viaOf(best),
        tried = 0
      for (
        let from = lastOf[length[best]!]!;
        from >= 0 && tried < MAX_CHAINS;
        from = earlier[from]!, tried++
      ) {
        const via = viaOf(from)
        if (via > least || (via === least && from > best) || !reaches(from, i)) continue
        least = via
        best = from
      }
      metres[i] = least
    }
    before[i] = best
    earlier[i] = lastOf[length[i]!]!
    lastOf[length[i]!] = i
    if (open === undefined)
      chains = [[i], ...(chains.length < MAX_CHAINS ? chains : withoutShortest(chains, length))]
    else open.push(i)
  }
  let end = 0
  for (let i = 1; i < count; i++)
    if (length[i]! > length[end]! || (length[i] === length[end] && metres[i]! < metres[end]!)) end = i
  const path = new Uint32Array(length[end]!)
  for (let at = path.length - 1, i = end; at >= 0; at--, i = before[i]!) path[at] = i
  return path
}

const withoutShortest = (chains: ReadonlyArray<Array<number>>, length: Uint32Array): Array<Array<number>> => {
  const shortest = chains.reduce((a, b) => (length[b.at(-1)!]! <= length[a.at(-1)!]! ? b : a))
  return chains.filter((chain) => chain !== shortest)
}
