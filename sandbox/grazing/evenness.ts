// How evenly an area was used. Gini 1912: 0 where every cell was used alike, towards 1 where one cell had
// all.

/**
 * Returns the Gini coefficient of use over the cells of an area. `use`: of the cells that were used; `cells`:
 * of all the area's cells (those without use count with 0). NaN without use.
 *
 * @example
 *   console.log(gini(Float64Array.of(5, 5), 2)) // 0
 *   console.log(gini(Float64Array.of(10), 4)) // 0.75
 */
export const gini = (use: Float64Array, cells: number): number => {
  const ascending = use.slice().sort()
  const count = Math.max(cells, use.length)
  let total = 0
  let ranked = 0
  for (let i = 0; i < ascending.length; i++) {
    total += ascending[i]!
    ranked += ascending[i]! * (2 * (count - ascending.length + i + 1) - count - 1)
  }
  return total > 0 ? ranked / (count * total) : Number.NaN
}
