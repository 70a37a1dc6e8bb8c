// Counts by bins.

/**
 * `bins` + 1 edges from 0 to `top`: the first bin ends at `first`, the others grow by one factor. All of one
 * width where `first` is not below `top`.
 */
export const logarithmicEdges = (first: number, top: number, bins: number): Float64Array =>
  Float64Array.from({ length: bins + 1 }, (_, i) =>
    i === 0
      ? 0
      : i === bins
        ? top
        : first >= top
          ? (top * i) / bins
          : first * (top / first) ** ((i - 1) / (bins - 1))
  )

/**
 * How many of the values are in each bin `[edge, next edge)`; the last bin holds its upper edge and all above
 * it. Values below the first edge count nowhere.
 */
export const histogram = (
  values: Float64Array,
  edges: Float64Array,
  takes: (index: number) => boolean = () => true
): Uint32Array => {
  const counts = new Uint32Array(edges.length - 1)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (!takes(i) || !(value >= edges[0]!)) continue
    let low = 0,
      high = counts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (edges[middle]! <= value) low = middle
      else high = middle - 1
    }
    counts[low]!++
  }
  return counts
}
