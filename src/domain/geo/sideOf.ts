// Inside, outside or on one ring: the core of containment, in the plane of continuous longitudes. Exact: a
// position counts as on the border only if it lies on it to the last bit, which corners and edges along a
// meridian or a parallel always allow.

import type { EdgeTree } from "./EdgeTree.ts"
import { orient } from "./orientation.ts"

/**
 * 1 inside the ring, 0 on it, -1 outside, whichever way it winds. Of an open line 0 still means "on it".
 * Counts crossings of the ray to the east; of a stretch of edges that lies wholly east of the point only its
 * two ends matter.
 */
export const sideOf = (tree: EdgeTree, x: number, y: number): -1 | 0 | 1 => {
  const { boxes, first, last, skip, xs, ys } = tree
  let odd = false
  for (let node = 0; node < skip.length;) {
    const box = 4 * node
    const next = skip[node]!
    if (y < boxes[box + 1]! || y > boxes[box + 3]! || x > boxes[box + 2]!) {
      node = next
    } else if (x < boxes[box]!) {
      if (ys[first[node]!]! > y !== ys[last[node]!]! > y) odd = !odd
      node = next
    } else if (next > node + 1) {
      node++
    } else {
      const end = last[node]!
      let ax = xs[first[node]!]!
      let ay = ys[first[node]!]!
      for (let i = first[node]! + 1; i <= end; i++) {
        const bx = xs[i]!
        const by = ys[i]!
        if (ay > y !== by > y) {
          const side = by > ay ? orient(ax, ay, bx, by, x, y) : orient(bx, by, ax, ay, x, y)
          if (side === 0) return 0
          if (side > 0) odd = !odd
        } else if (ay === y || by === y) {
          if (
            ay === by
              ? (ax <= x && x <= bx) || (bx <= x && x <= ax)
              : (ay === y && ax === x) || (by === y && bx === x)
          )
            return 0
        }
        ax = bx
        ay = by
      }
      node = next
    }
  }
  return odd ? 1 : -1
}
