// Which failures of the database pass by themselves.
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { sqlStateOf } from "./sqlState.ts"

const away: ReadonlySet<string> = new Set(["ConnectionError", "StatementTimeoutError", "LockTimeoutError"])
/**
 * The server is going down, coming up, out of connections, memory or disk, or its disk fails (SQLSTATE
 * classes).
 */
const awayStates = /^(57P0|53|58030)/
const rivalry: ReadonlySet<string> = new Set(["DeadlockError", "SerializationError"])

/** True for what meets whoever tries at that moment, and passes. */
export const isAway = (error: SqlError): boolean =>
  away.has(error.reason._tag) || awayStates.test(sqlStateOf(error))

/** True for a transaction that met a rival: the same one succeeds when it is tried again. */
export const isRivalry = ({ reason }: SqlError): boolean => rivalry.has(reason._tag)

/**
 * True for a failure of SQL after which the same request may well succeed: the connection, a time limit, no
 * room, a rival transaction.
 */
export const isPassing = (error: unknown): error is SqlError =>
  isSqlError(error) && (isAway(error) || isRivalry(error))
