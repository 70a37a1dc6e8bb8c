// Columns of bulk statements as arrays.ts makes them, encoded at once: what the journal sends waits for
// nothing.
import type { PgTypes } from "@effect/sql-pg"
import * as arrays from "./arrays.ts"
import { utf8s, wired } from "./wire.ts"

const atOnce =
  <A>(make: (list: ReadonlyArray<A>) => PgTypes.Parameter) =>
  (list: ReadonlyArray<A>): PgTypes.Parameter =>
    wired(make(list))

export const uuids = atOnce(arrays.uuids)
export const texts = atOnce(arrays.texts)
export const floats = atOnce(arrays.floats)
export const ints = atOnce(arrays.ints)
export const bigints = atOnce(arrays.bigints)
export const byteas = atOnce(arrays.byteas)
export const bools = atOnce(arrays.bools)
export const instants = atOnce(arrays.instants)
/** `text[]` of JSON in UTF-8; write `${serialised(list)}::jsonb[]`. */
export const serialised = utf8s
