// Who asks, where this program asks itself in somebody's name: known already, and never by anything a request
// can carry.
import { Context } from "effect"
import type { Actor } from "../../domain/access/Actor.ts"

/** Null: the request came from outside, and shows who it is from. */
export const InsideActor = Context.Reference<Actor | null>("api/InsideActor", { defaultValue: () => null })
