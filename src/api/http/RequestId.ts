// The id of a request: it is in its answer, and in every log line and audit entry that the request causes.
import { Context } from "effect"
import { uuid7 } from "../../store/sql/uuid7.ts"

/** `RequestId` is the id of the request that the current fiber serves. */
export const RequestId = Context.Reference<string>("api/RequestId", { defaultValue: () => "" })

/** Returns the id that the client sent if it is harmless in a log and a header, otherwise a new one. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(sent) ? sent : uuid7()
