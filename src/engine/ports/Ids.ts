// Where ids come from.
import { Context } from "effect"

/** Fresh ids, so that the engine draws no randomness of its own. */
export class Ids extends Context.Service<Ids, { readonly next: () => string }>()("engine/Ids") {}
