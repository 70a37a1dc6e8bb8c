// How often a subject came to a place. Specification 2.8, rules 10 and 17: a visit ends when the subject was
// outside for longer than the minimum absence. That clock runs from the first fix outside to the return, so
// silence alone never ends a visit.

/**
 * Visits to each cell. `cellOf`: the cell of each fix, `0..cells - 1`; `time`: epoch ms, ascending;
 * `absenceMs`: a return after more than this is a new visit. One pass.
 */
export const visitsByCell = (
  cellOf: Uint32Array,
  cells: number,
  time: Float64Array,
  absenceMs: number
): Uint32Array => {
  const visits = new Uint32Array(cells)
  /** when the subject was first seen outside after it was last inside */
  const left = new Float64Array(cells)
  for (let i = 0; i < cellOf.length; i++) {
    const cell = cellOf[i]!
    if (i > 0 && cellOf[i - 1] === cell) continue
    if (i > 0) left[cellOf[i - 1]!] = time[i]!
    if (visits[cell] === 0 || time[i]! - left[cell]! > absenceMs) visits[cell]!++
  }
  return visits
}

/**
 * Visits to one place, as those fixes inside it that begin one. `inside`: indices of the fixes inside,
 * ascending; `time`: of all fixes of the subject, epoch ms, ascending.
 */
export const visitStarts = (inside: Uint32Array, time: Float64Array, absenceMs: number): Uint32Array =>
  inside.filter((fix, k) => {
    if (k === 0) return true
    const outside = inside[k - 1]! + 1
    return outside < fix && time[fix]! - time[outside]! > absenceMs
  })
