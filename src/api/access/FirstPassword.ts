// Reports the password of each successful login, so that the file with the first password is removed after
// its first use.
import { Context, Effect } from "effect"

/** `FirstPassword` is called with the password of each successful login. */
export const FirstPassword = Context.Reference<(password: string) => Effect.Effect<void>>(
  "pugmark/api/FirstPassword",
  { defaultValue: () => () => Effect.void }
)
