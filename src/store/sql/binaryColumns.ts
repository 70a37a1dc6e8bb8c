// Columns of numbers as one binary value, `string_agg(float8send(x), ''::bytea)`, decoded at once. Half a
// million rows one by one cost half a second of decoding; this costs a copy.

/** Decodes big-endian float8s; null, of no rows, is empty. */
export const doubles = (bytes: Uint8Array | null): Float64Array => {
  const copy = Buffer.from(new Uint8Array(bytes ?? []).buffer).swap64()
  return new Float64Array(copy.buffer, copy.byteOffset, copy.length / 8)
}

/** Decodes big-endian float4s. */
export const singles = (bytes: Uint8Array | null): Float32Array => {
  const copy = Buffer.from(new Uint8Array(bytes ?? []).buffer).swap32()
  return new Float32Array(copy.buffer, copy.byteOffset, copy.length / 4)
}
