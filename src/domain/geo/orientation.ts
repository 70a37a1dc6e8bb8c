// On which side of a line a point lies, answered exactly. Containment and validity rest on this one sign:
// a point is on a border only if it truly is, and two paddocks that share a border leave no gap between them.

/**
 * Error bound of the plain determinant: Shewchuk 1997, "Adaptive precision floating-point arithmetic",
 * ccwerrboundA.
 */
const ERROR_BOUND = (3 + 16 * 2 ** -53) * 2 ** -53

const bits = new DataView(new ArrayBuffer(8))

/** The number times 2^1074, which is an integer for every finite double. */
const scaled = (value: number): bigint => {
  bits.setFloat64(0, value)
  const word = bits.getBigUint64(0)
  const exponent = (word >> 52n) & 0x7ffn
  const fraction = word & 0xf_ffff_ffff_ffffn
  const magnitude = exponent === 0n ? fraction : (fraction | 0x10_0000_0000_0000n) << (exponent - 1n)
  return value < 0 ? -magnitude : magnitude
}

const exactly = (ax: number, ay: number, bx: number, by: number, px: number, py: number): number => {
  const x = scaled(px)
  const y = scaled(py)
  const determinant = (scaled(ax) - x) * (scaled(by) - y) - (scaled(ay) - y) * (scaled(bx) - x)
  return determinant > 0n ? 1 : determinant < 0n ? -1 : 0
}

/**
 * Positive if `p` lies left of the line from `a` to `b`, negative if right, 0 only if exactly on it. Only the
 * sign means something. Points clear of the line, and lines along an axis, cost four subtractions; near-ties
 * are redone in integers.
 */
export const orient = (ax: number, ay: number, bx: number, by: number, px: number, py: number): number => {
  const left = (ax - px) * (by - py)
  const right = (ay - py) * (bx - px)
  const determinant = left - right
  if (left === 0 || right === 0 || left > 0 !== right > 0) return determinant
  return Math.abs(determinant) >= ERROR_BOUND * Math.abs(left + right)
    ? determinant
    : exactly(ax, ay, bx, by, px, py)
}

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
