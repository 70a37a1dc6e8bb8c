// On which side of a line a point lies, answered exactly. Containment and validity rest on this one sign:
// a point is on a border only if it truly is, and two paddocks that share a border leave no gap between them.

import { orient2d } from "robust-predicates"

/**
 * Positive if `p` lies left of the line from `a` to `b`, negative if right, 0 only if exactly on it. Only the
 * sign means something. Shewchuk 1997, "Adaptive precision floating-point arithmetic": points clear of the
 * line cost a few subtractions, near-ties are redone with as many digits as they need. Exact as long as no
 * product of two differences falls below the least double, which takes coordinates nearer to 0 than 1e-150.
 */
export const orient = (ax: number, ay: number, bx: number, by: number, px: number, py: number): number =>
  // the library's y points down, as on a screen: a and b change places; and adding 0 makes its -0 a 0
  orient2d(bx, by, ax, ay, px, py) + 0

/**
 * 1 for a counterclockwise ring, -1 for a clockwise one; exact for every ring that does not cross itself. At
 * the westernmost corner (of several the southernmost) the lowest edge has the inside above it, so it leaves
 * that corner if and only if the ring runs counterclockwise. Ring: closed, at least two different points.
 */
export const winding = (xs: Float64Array, ys: Float64Array): 1 | -1 => {
  const count = xs.length - 1
  let corner = 0
  for (let i = 1; i < count; i++) {
    if (xs[i]! < xs[corner]! || (xs[i]! === xs[corner]! && ys[i]! < ys[corner]!)) corner = i
  }
  const x = xs[corner]!
  const y = ys[corner]!
  const isCorner = (i: number) => xs[i] === x && ys[i] === y
  let lowest = -1
  let leaves = false
  for (let i = 0; i < count; i++) {
    // An edge between the corner and another point; a ring may come to its corner more than once.
    if (isCorner(i) === isCorner(i + 1)) continue
    const other = isCorner(i) ? i + 1 : i
    if (lowest >= 0 && orient(x, y, xs[lowest]!, ys[lowest]!, xs[other]!, ys[other]!) >= 0) continue
    lowest = other
    leaves = other === i + 1
  }
  return leaves ? 1 : -1
}
