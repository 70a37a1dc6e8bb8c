// Reports the password of each successful login, so that the file of the first password goes after its first use.
import { Context, Effect } from "effect"

/** Called with the password of each login that succeeded. */
export const FirstPassword = Context.Reference<(password: string) => Effect.Effect<void>>(
  "pugmark/api/FirstPassword",
  { defaultValue: () => () => Effect.void }
)
