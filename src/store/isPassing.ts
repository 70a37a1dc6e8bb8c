// Which failures of the database pass by themselves.
import { isSqlError } from "effect/sql/SqlError"

const passing: ReadonlySet<string> = new Set(["ConnectionError", "StatementTimeoutError", "LockTimeoutError", "DeadlockError", "SerializationError"])

/** True for a failure of SQL after which the same request may well succeed: the connection, a time limit, a rival transaction. */
export const isPassing = (error: unknown): boolean => isSqlError(error) && passing.has(error.reason._tag)
