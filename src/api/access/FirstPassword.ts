// What a login tells about its password: the one that the first start made is forgotten once somebody has used it.
import { Context, Effect } from "effect"

/** Called with the password of each login that succeeded. */
export const FirstPassword = Context.Reference<(password: string) => Effect.Effect<void>>(
  "pugmark/api/FirstPassword",
  { defaultValue: () => () => Effect.void }
)
