// Which failures of the database are transient: the same request may succeed when it is tried again.
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { sqlStateOf } from "./sqlState.ts"

const unavailableTags: ReadonlySet<string> = new Set([
  "ConnectionError",
  "StatementTimeoutError",
  "LockTimeoutError"
])
/**
 * SQLSTATE classes of a server that is going down, coming up, out of connections, memory or disk, or whose
 * disk fails.
 */
const unavailableStates = /^(57P0|53|58030)/
const conflictTags: ReadonlySet<string> = new Set(["DeadlockError", "SerializationError"])

/** True for a failure that every client of the database meets at that moment, and that passes. */
export const isUnavailable = (error: SqlError): boolean =>
  unavailableTags.has(error.reason._tag) || unavailableStates.test(sqlStateOf(error))

/** True for a deadlock or a serialization failure: the same transaction succeeds when it is tried again. */
export const isSerializationConflict = ({ reason }: SqlError): boolean => conflictTags.has(reason._tag)

/** True for a failure of SQL that is unavailability or a conflict with another transaction. */
export const isTransient = (error: unknown): error is SqlError =>
  isSqlError(error) && (isUnavailable(error) || isSerializationConflict(error))
