// Fewer points of a track with its shape kept: Visvalingam and Whyatt 1993. The point whose triangle with its
// two neighbours is smallest goes first, so corners and excursions stay and points along a straight stretch
// go; never simply every n-th.

/** Points that go between two rests: some milliseconds. */
const POINTS_PER_TURN = 4096

/**
 * Indices to keep, ascending: first and last always, at most `maxPoints` (at least 2) in all; every one if
 * there are not more. Longitudes and latitudes in degrees; steps over the antimeridian go the short way. Of
 * equal triangles the earlier point goes first, so the same track gives the same answer. O(n log n).
 */
export const decimate = (lon: ArrayLike<number>, lat: ArrayLike<number>, maxPoints: number): Uint32Array => {
  const work = decimating(lon, lat, maxPoints)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/**
 * decimating is the same as a generator, so that other work runs between its steps: 500,000 points take 0.5
 * s.
 */
export function* decimating(
  lons: ArrayLike<number>,
  lats: ArrayLike<number>,
  maxPoints: number
): Generator<void, Uint32Array> {
  const count = lons.length
  const keep = Math.max(2, Math.floor(maxPoints))
  if (count <= keep) return Uint32Array.from({ length: count }, (_, i) => i)
  const lon = Float64Array.from(lons),
    lat = Float64Array.from(lats),
    scale = lat.map((degrees) => Math.cos(degrees * (Math.PI / 180)))
  const previous = Int32Array.from({ length: count }, (_, i) => i - 1)
  const next = Int32Array.from({ length: count }, (_, i) => i + 1)

  /** Twice the area, in square degrees at the point's latitude, of its triangle with its neighbours. */
  const triangle = (i: number): number => {
    const a = previous[i]!
    const b = next[i]!
    return (
      scale[i]! *
      Math.abs(step(lon[i]!, lon[a]!) * (lat[b]! - lat[i]!) - step(lon[i]!, lon[b]!) * (lat[a]! - lat[i]!))
    )
  }

  // A heap of the inner points, smallest triangle on top, its sizes beside it: looked up by point they would
  // lie all over the memory. `place` says where in the heap a point is.
  const heap = Int32Array.from({ length: count - 2 }, (_, i) => i + 1)
  const sizes = Float64Array.from(heap, triangle)
  const place = Int32Array.from({ length: count }, (_, i) => i - 1)
  let length = heap.length
  const put = (point: number, size: number, at: number): void => {
    heap[at] = point
    sizes[at] = size
    place[point] = at
  }
  /** Whether what lies at a place of the heap goes before a point of a size. */
  const isBefore = (at: number, point: number, size: number): boolean =>
    sizes[at]! < size || (sizes[at] === size && heap[at]! < point)
  const sink = (point: number, size: number, from: number): void => {
    let at = from
    for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && isBefore(child + 1, heap[child]!, sizes[child]!)) child++
      if (!isBefore(child, point, size)) break
      put(heap[child]!, sizes[child]!, at)
      at = child
    }
    put(point, size, at)
  }
  const lift = (point: number, size: number, from: number): void => {
    let at = from
    for (let parent = (at - 1) >> 1; at > 0 && !isBefore(parent, point, size); parent = (at - 1) >> 1) {
      put(heap[parent]!, sizes[parent]!, at)
      at = parent
    }
    put(point, size, at)
  }

  // Never smaller than what already went: removing a point must not make its neighbour look straight.
  const refresh = (point: number, gone: number): void => {
    if (point === 0 || point === count - 1) return
    const at = place[point]!
    const now = Math.max(gone, triangle(point))
    if (now < sizes[at]!) lift(point, now, at)
    else sink(point, now, at)
  }

  for (let at = (length >> 1) - 1; at >= 0; at--) sink(heap[at]!, sizes[at]!, at)
  while (length + 2 > keep) {
    if (length % POINTS_PER_TURN === 0) yield
    const gone = heap[0]!
    const size = sizes[0]!
    length--
    if (length > 0) sink(heap[length]!, sizes[length]!, 0)
    const a = previous[gone]!
    const b = next[gone]!
    next[a] = b
    previous[b] = a
    refresh(a, size)
    refresh(b, size)
  }
  return Uint32Array.from([0, ...heap.subarray(0, length).sort(), count - 1])
}

/** From one longitude to another, the short way round. */
const step = (from: number, to: number): number => {
  const d = to - from
  return d > 180 ? d - 360 : d < -180 ? d + 360 : d
}
