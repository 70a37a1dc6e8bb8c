// The words of the server, which the driver keeps below two layers of wrapping.
import type { SqlError } from "effect/sql/SqlError"

/** What PostgreSQL said about a failed statement or connection. */
export const serverMessage = (error: SqlError): string => {
  let at: unknown = error
  let said = error.message
  while (at instanceof Error) {
    if (at.message !== "") said = at.message
    at = at.cause
  }
  return said
}
