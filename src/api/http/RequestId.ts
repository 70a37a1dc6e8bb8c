// The name of a request, in its answer, in every log line and audit entry it causes.
import { Context } from "effect"
import { uuid7 } from "../../store/sql/uuid7.ts"

/** The id of the request a fiber works for. */
export const RequestId = Context.Reference<string>("api/RequestId", { defaultValue: () => "" })

/** The caller's own id if it is harmless in a log and a header, else a new one. */
export const requestIdOf = (sent: string | undefined): string =>
  sent !== undefined && /^[A-Za-z0-9._-]{1,64}$/.test(sent) ? sent : uuid7()
