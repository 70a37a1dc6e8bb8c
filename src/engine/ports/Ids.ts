// Where ids come from.
import { Context } from "effect"

/** Ids makes ids, so that the engine needs no source of randomness. */
export class Ids extends Context.Service<Ids, { readonly next: () => string }>()("engine/Ids") {}
