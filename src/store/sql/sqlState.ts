// The code of a database failure, and the constraint it broke, which the driver wraps twice.
import type { SqlError } from "effect/sql/SqlError"

/** Returns the SQLSTATE, or the operating system's code of a connection failure; empty: unknown. */
export const sqlStateOf = (error: SqlError): string => {
  let state = ""
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string") state = at.code
  return state
}

/** Returns the name of the violated constraint; empty: there is none. */
export const constraintOf = ({ reason: { cause } }: SqlError): string =>
  cause instanceof Error && "constraint" in cause ? String(cause.constraint) : ""
