// The fixes of one subject, as columns.

/** Fixes are the fixes of one subject; columns of one length. */
export interface Fixes {
  /** epoch ms */
  readonly time: Float64Array
  /** degrees, WGS 84 */
  readonly lon: Float64Array
  readonly lat: Float64Array
  /** NaN: unknown */
  readonly accuracy_m: Float32Array
  readonly satellites: Float32Array
}
