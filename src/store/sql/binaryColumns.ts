// Columns of numbers that come as one value: what `string_agg(float8send(x), ''::bytea)` gives, read at once.
// Half a million rows one by one cost half a second of decoding; these cost a copy.

/** Big-endian float8s, as PostgreSQL sends them, as numbers of this machine; null, of no rows, is none. */
export const doubles = (bytes: Uint8Array | null): Float64Array => {
  const copy = Buffer.from(new Uint8Array(bytes ?? []).buffer).swap64()
  return new Float64Array(copy.buffer, copy.byteOffset, copy.length / 8)
}

/** Likewise float4s. */
export const singles = (bytes: Uint8Array | null): Float32Array => {
  const copy = Buffer.from(new Uint8Array(bytes ?? []).buffer).swap32()
  return new Float32Array(copy.buffer, copy.byteOffset, copy.length / 4)
}
