// The actor of an in-process call. It is set by this program alone; nothing that a request carries can set it.
import { Context } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"

/**
 * `ImpersonatedActor` is the actor of an in-process call; null for a request over HTTP, which authenticates
 * itself.
 */
export const ImpersonatedActor = Context.Reference<Actor | null>("api/ImpersonatedActor", {
  defaultValue: () => null
})
