// Who a request of an AI client comes from, for the tools that answer it.
import { Context } from "effect"
import type { Actor } from "../domain/access/Actor.ts"

/** `outcome`: what became of the call, for the audit log; a tool writes it. */
export interface Caller {
  readonly actor: Actor
  outcome: string
}

/** Null: nobody asks; there is none behind the gate. */
export const CurrentCaller = Context.Reference<Caller | null>("mcp/CurrentCaller", {
  defaultValue: () => null
})
