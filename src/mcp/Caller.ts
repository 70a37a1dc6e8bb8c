// The caller of a request of an AI client, for the tools that answer it.
import { Context } from "effect"
import type { InProcessCaller } from "../api/http/InProcessApi.ts"

/**
 * `Caller` is the actor of a call with the access that the gate read, and the call's outcome for the audit
 * log, which the tool sets.
 */
export interface Caller extends InProcessCaller {
  outcome: string
}

/** `CurrentCaller` is the caller of the current request; null outside of the gate, where no tool runs. */
export const CurrentCaller = Context.Reference<Caller | null>("mcp/CurrentCaller", {
  defaultValue: () => null
})
