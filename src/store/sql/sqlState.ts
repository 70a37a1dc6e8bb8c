// The code of a database's failure, and what it broke, which the driver keeps below two layers of wrapping.
import type { SqlError } from "effect/sql/SqlError"

/** An SQLSTATE, or what the operating system said of the connection; empty: neither is known. */
export const sqlStateOf = (error: SqlError): string => {
  let state = ""
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") state = at.code
  return state
}

/** The name of the constraint that PostgreSQL saw broken; empty: it was another thing. */
export const constraintOf = ({ reason: { cause } }: SqlError): string =>
  cause instanceof Error && "constraint" in cause ? String(cause.constraint) : ""
