// Typed array parameters for bulk statements: one array per column, spread by `unnest`. 2,500 to 5,000 rows a
// statement are fastest. A null in a list is SQL NULL; undefined, and a value its type cannot hold, throw
// before anything is sent.
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

const { OID } = PgTypes
type Maybe<A> = ReadonlyArray<A | null>

const of =
  (oid: number) =>
  (list: Maybe<unknown>): PgTypes.Parameter =>
    Result.getOrThrow(PgTypes.array(list, oid))

/** `uuid[]` */
export const uuids: (list: Maybe<string>) => PgTypes.Parameter = of(OID.uuid)
/** `text[]`; NUL is refused by the server, a lone surrogate becomes U+FFFD. */
export const texts: (list: Maybe<string>) => PgTypes.Parameter = of(OID.text)
/** `float8[]`; NaN passes here, CHECK constraints refuse it. */
export const floats: (list: Maybe<number>) => PgTypes.Parameter = of(OID.float8)
/** `int4[]` */
export const ints: (list: Maybe<number>) => PgTypes.Parameter = of(OID.int4)
/** `int8[]`; numbers must be safe integers. */
export const bigints = (list: Maybe<bigint | number>): PgTypes.Parameter =>
  of(OID.int8)(list.map((n) => (n === null ? null : BigInt(n))))
/** `bytea[]` */
export const byteas: (list: Maybe<Uint8Array>) => PgTypes.Parameter = of(OID.bytea)
/** `bool[]` */
export const bools: (list: Maybe<boolean>) => PgTypes.Parameter = of(OID.bool)
/** `timestamptz[]` from epoch milliseconds. */
export const instants: (list: Maybe<number>) => PgTypes.Parameter = of(OID.timestamptz)
/** `jsonb[]` from plain values; a string is a JSON string, and null is SQL NULL. */
export const jsons: (list: Maybe<unknown>) => PgTypes.Parameter = of(OID.jsonb)
/**
 * `text[]` of JSON already serialised; write `${serialised(list)}::jsonb[]`, which lets the server parse it
 * once.
 */
export const serialised: (list: Maybe<string>) => PgTypes.Parameter = texts
