// The server's message, which the driver wraps twice.
import type { SqlError } from "effect/sql/SqlError"

/** Returns what PostgreSQL said about a failed statement or connection. */
export const serverMessage = (error: SqlError): string => {
  let at: unknown = error
  let message = error.message
  while (at instanceof Error) {
    if (at.message !== "") message = at.message
    at = at.cause
  }
  return message
}
