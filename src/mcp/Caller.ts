// The caller of a request of an AI client, for the tools that answer it.
import { Context } from "effect"
import type { Actor } from "../domain/access/Actor.ts"

/** `Caller` is the actor of a call, and the call's outcome for the audit log, which the tool sets. */
export interface Caller {
  readonly actor: Actor
  outcome: string
}

/** `CurrentCaller` is the caller of the current request; null outside of the gate, where no tool runs. */
export const CurrentCaller = Context.Reference<Caller | null>("mcp/CurrentCaller", {
  defaultValue: () => null
})
