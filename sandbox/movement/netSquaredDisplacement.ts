// Net squared displacement: the squared distance of an animal from its start over time. Level for a resident, rising
// for a disperser, rising and falling for a migrant.

/** DisplacementCurve is the squared distance by time. */
export interface DisplacementCurve {
  /** epoch ms */
  readonly x: Float64Array
  /** km² */
  readonly y: Float64Array
}

/** MAX_POINTS is how many points a curve has. */
const MAX_POINTS = 500

/**
 * Computes the curve from the distances (m) to the first fix. At most 500 points: the first, the last, and
 * the lowest and highest of even stretches between.
 */
export const netSquaredDisplacement = (time: Float64Array, fromFirst: Float64Array): DisplacementCurve => {
  const count = time.length
  const rows = count <= MAX_POINTS ? Uint32Array.from({ length: count }, (_, i) => i) : thinned(fromFirst)
  return {
    x: Float64Array.from(rows, (i) => time[i]!),
    y: Float64Array.from(rows, (i) => (fromFirst[i]! / 1000) ** 2)
  }
}

const thinned = (values: Float64Array): Uint32Array => {
  const stretches = (MAX_POINTS - 2) / 2
  const rows = [0]
  for (let s = 0; s < stretches; s++) {
    const from = 1 + Math.floor((s * (values.length - 2)) / stretches),
      to = 1 + Math.floor(((s + 1) * (values.length - 2)) / stretches)
    let low = from,
      high = from
    for (let i = from; i < to; i++) {
      if (values[i]! < values[low]!) low = i
      if (values[i]! > values[high]!) high = i
    }
    rows.push(Math.min(low, high))
    if (low !== high) rows.push(Math.max(low, high))
  }
  return Uint32Array.from([...rows, values.length - 1])
}
