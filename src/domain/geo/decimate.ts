// Fewer points of a track with its shape kept: Visvalingam and Whyatt 1993. The point whose triangle with its two neighbours is
// smallest goes first, so corners and excursions stay and points along a straight stretch go; never simply every n-th.

/**
 * Indices to keep, ascending: first and last always, at most `maxPoints` (at least 2) in all; every one if there are not more.
 * Longitudes and latitudes in degrees; steps over the antimeridian go the short way. Of equal triangles the earlier point goes
 * first, so the same track gives the same answer. O(n log n).
 */
export const decimate = (lon: ArrayLike<number>, lat: ArrayLike<number>, maxPoints: number): Uint32Array => {
  const count = lon.length
  const keep = Math.max(2, Math.floor(maxPoints))
  if (count <= keep) return Uint32Array.from({ length: count }, (_, i) => i)
  const previous = Int32Array.from({ length: count }, (_, i) => i - 1)
  const next = Int32Array.from({ length: count }, (_, i) => i + 1)
  const size = new Float64Array(count)

  /** Twice the triangle's area in square degrees at the point's latitude. */
  const triangle = (i: number): number => {
    const a = previous[i]!
    const b = next[i]!
    const scale = Math.cos(lat[i]! * (Math.PI / 180))
    return scale * Math.abs(step(lon[i]!, lon[a]!) * (lat[b]! - lat[i]!) - step(lon[i]!, lon[b]!) * (lat[a]! - lat[i]!))
  }

  // A heap of the inner points, smallest triangle on top; `place` says where in the heap a point is.
  const heap = Int32Array.from({ length: count - 2 }, (_, i) => i + 1)
  const place = Int32Array.from({ length: count }, (_, i) => i - 1)
  let length = heap.length
  const before = (a: number, b: number): boolean => size[a]! < size[b]! || (size[a] === size[b] && a < b)
  const put = (point: number, at: number): void => {
    heap[at] = point
    place[point] = at
  }
  const sink = (point: number, from: number): void => {
    let at = from
    for (let child = 2 * at + 1; child < length; child = 2 * at + 1) {
      if (child + 1 < length && before(heap[child + 1]!, heap[child]!)) child++
      if (!before(heap[child]!, point)) break
      put(heap[child]!, at)
      at = child
    }
    put(point, at)
  }
  const lift = (point: number, from: number): void => {
    let at = from
    for (let parent = (at - 1) >> 1; at > 0 && before(point, heap[parent]!); parent = (at - 1) >> 1) {
      put(heap[parent]!, at)
      at = parent
    }
    put(point, at)
  }

  // Never smaller than what already went: removing a point must not make its neighbour look straight.
  const refresh = (point: number, gone: number): void => {
    if (point === 0 || point === count - 1) return
    const old = size[point]!
    const now = Math.max(gone, triangle(point))
    size[point] = now
    if (now < old) lift(point, place[point]!)
    else sink(point, place[point]!)
  }

  for (let i = 1; i < count - 1; i++) size[i] = triangle(i)
  for (let at = (length >> 1) - 1; at >= 0; at--) sink(heap[at]!, at)
  while (length + 2 > keep) {
    const gone = heap[0]!
    length--
    if (length > 0) sink(heap[length]!, 0)
    const a = previous[gone]!
    const b = next[gone]!
    next[a] = b
    previous[b] = a
    refresh(a, size[gone]!)
    refresh(b, size[gone]!)
  }
  return Uint32Array.from([0, ...heap.subarray(0, length).sort(), count - 1])
}

/** From one longitude to another, the short way round. */
const step = (from: number, to: number): number => {
  const d = to - from
  return d > 180 ? d - 360 : d < -180 ? d + 360 : d
}
