// Columns of bulk statements as arrays.ts makes them, but encoded at once, so that sending them inside the
// journal's transaction costs no time.
import type { PgTypes } from "@effect/sql-pg"
import * as arrays from "./arrays.ts"
import { utf8s, encodeParameter } from "./wire.ts"

const atOnce =
  <A>(make: (list: ReadonlyArray<A>) => PgTypes.Parameter) =>
  (list: ReadonlyArray<A>): PgTypes.Parameter =>
    encodeParameter(make(list))

/** Makes an encoded `uuid[]`. */
export const uuids = atOnce(arrays.uuids)
/** Makes an encoded `text[]`. */
export const texts = atOnce(arrays.texts)
/** Makes an encoded `float8[]`. */
export const floats = atOnce(arrays.floats)
/** Makes an encoded `int4[]`. */
export const ints = atOnce(arrays.ints)
/** Makes an encoded `int8[]`. */
export const bigints = atOnce(arrays.bigints)
/** Makes an encoded `bytea[]`. */
export const byteas = atOnce(arrays.byteas)
/** Makes an encoded `bool[]`. */
export const bools = atOnce(arrays.bools)
/** Makes an encoded `timestamptz[]`. */
export const instants = atOnce(arrays.instants)
/** Makes a `text[]` of JSON in UTF-8; write `${serialised(list)}::jsonb[]`. */
export const serialised = utf8s
