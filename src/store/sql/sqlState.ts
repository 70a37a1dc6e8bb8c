// The code of a database's failure, which the driver keeps below two layers of wrapping.
import type { SqlError } from "effect/sql/SqlError"

/** An SQLSTATE, or what the operating system said of the connection; empty: neither is known. */
export const sqlStateOf = (error: SqlError): string => {
  let state = ""
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") state = at.code
  return state
}
