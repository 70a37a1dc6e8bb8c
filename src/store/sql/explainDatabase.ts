// Explains failures of the database to its operator.
import type { SqlError } from "effect/sql/SqlError"
import { serverMessage } from "./serverMessage.ts"
import { sqlStateOf } from "./sqlState.ts"

/**
 * Explanation has `code`, an SQLSTATE or a code of the operating system (empty: unknown), the message and the
 * remedy.
 */
export interface Explanation {
  readonly code: string
  readonly detail: string
  readonly remedy: string
}

/** By SQLSTATE or its class, or the operating system's code (PostgreSQL manual, appendix A). */
const remedies: ReadonlyArray<readonly [code: RegExp, remedy: string]> = [
  [/^(ECONNREFUSED|ENOENT)$/, "Nobody listens at its address. Start PostgreSQL, or correct DATABASE_URL."],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    "The name of its host is not known. Correct DATABASE_URL, or the name service."
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/,
    "The network between does not carry. Look at the way to the host in DATABASE_URL."
  ],
  [
    /^(EPIPE|25P03)$/,
    "It has ended the session, as it does when the program stood still for seconds in the midst of a " +
      "transaction. Its own log says why; another session is begun by itself."
  ],
  [/^53100$/, "Its disk is full. Free space where its data lie; everything goes on by itself then."],
  [
    /^58030$/,
    "Its disk fails or has become read-only. Look at the log of the system (dmesg), and mount it writable again."
  ],
  [/^53200$/, "It is out of memory. Give it more, or lower work_mem and shared_buffers."],
  [
    /^53300$/,
    "It has no connection left. End what holds them (select * from pg_stat_activity), or raise " +
      "max_connections."
  ],
  [/^57P0[123]/, "It is stopping or starting. If it does not come back, its own log says why."],
  [
    /^(57014|55P03)$/,
    "It answers too slowly. Look at its load and at locks (select * from pg_stat_activity where " +
      "wait_event is not null)."
  ],
  [/^(25006)$/, "It is a read-only replica. Let DATABASE_URL name the primary."],
  [
    /^28/,
    "It does not accept the user. Correct the user or password in DATABASE_URL; if it is a role of " +
      "Pugmark, start again: that sets its password."
  ]
]

/**
 * FULL_DISK_EXPLANATION is the explanation of a disk without space, also assumed of a server that stopped for
 * lack of it.
 */
export const FULL_DISK_EXPLANATION: Explanation = {
  code: "53100",
  detail: "There is no room left on the disk of the embedded database.",
  remedy: "Free space where its data lie; everything goes on by itself then."
}

/** By SQLSTATE: what any caller may be told. */
const reasons: ReadonlyArray<readonly [code: RegExp, reason: string]> = [
  [/^53100$/, "The disk of the database is full."],
  [/^53[23]00$/, "The database is out of memory or connections."],
  [/^58030$/, "The disk of the database fails."],
  [/^57P0[123]/, "The database is stopping or starting."]
]

/** Returns why the database cannot be used, in a sentence for any caller. */
export const publicReason = ({ code }: Explanation): string =>
  reasons.find(([pattern]) => pattern.test(code))?.[1] ?? "The database does not answer."

/** Returns why a statement or a connection failed, and what to do about it. */
export const explainDatabase = (error: SqlError): Explanation => {
  const code = sqlStateOf(error)
  return {
    code,
    detail: serverMessage(error),
    remedy:
      remedies.find(([pattern]) => pattern.test(code))?.[1] ??
      "Look into the log of PostgreSQL; it is tried again all the time."
  }
}

/** The explanation of a database that does not answer. */
export const noAnswer: Explanation = {
  code: "",
  detail: "The database does not answer.",
  remedy:
    "Look whether it runs, is frozen, or waits for its disk; and at the network between. It is tried " +
    "again all the time."
}
