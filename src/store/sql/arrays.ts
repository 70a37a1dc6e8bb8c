// Typed array parameters for bulk statements: one array per column, expanded by `unnest`. 2,500 to 5,000 rows a
// statement are fastest. A null in a list is SQL NULL; undefined, and a value that its type cannot hold, throw
// before anything is sent.
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

const { OID } = PgTypes
type Maybe<A> = ReadonlyArray<A | null>

const of =
  (oid: number) =>
  (list: Maybe<unknown>): PgTypes.Parameter =>
    Result.getOrThrow(PgTypes.array(list, oid))

/** Makes a `uuid[]`. */
export const uuids: (list: Maybe<string>) => PgTypes.Parameter = of(OID.uuid)
/** Makes a `text[]`; NUL is refused by the server, an unpaired surrogate becomes U+FFFD. */
export const texts: (list: Maybe<string>) => PgTypes.Parameter = of(OID.text)
/** Makes a `float8[]`; NaN is accepted here and refused by CHECK constraints. */
export const floats: (list: Maybe<number>) => PgTypes.Parameter = of(OID.float8)
/** Makes an `int4[]`. */
export const ints: (list: Maybe<number>) => PgTypes.Parameter = of(OID.int4)
/** Makes an `int8[]`; numbers must be safe integers. */
export const bigints = (list: Maybe<bigint | number>): PgTypes.Parameter =>
  of(OID.int8)(list.map((n) => (n === null ? null : BigInt(n))))
/** Makes a `bytea[]`. */
export const byteas: (list: Maybe<Uint8Array>) => PgTypes.Parameter = of(OID.bytea)
/** Makes a `bool[]`. */
export const bools: (list: Maybe<boolean>) => PgTypes.Parameter = of(OID.bool)
/** Makes a `timestamptz[]` from epoch milliseconds. */
export const instants: (list: Maybe<number>) => PgTypes.Parameter = of(OID.timestamptz)
/** Makes a `jsonb[]` from plain values; a string is a JSON string, and null is SQL NULL. */
export const jsons: (list: Maybe<unknown>) => PgTypes.Parameter = of(OID.jsonb)
/**
 * Makes a `text[]` of serialised JSON; write `${serialised(list)}::jsonb[]`, which lets the server parse it
 * once.
 */
export const serialised: (list: Maybe<string>) => PgTypes.Parameter = texts
