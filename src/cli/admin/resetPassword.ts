// `pugmark admin reset-password`: sets a new password for a user.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { findUser, oneEmail, readPassword, speaking } from "./adminOptions.ts"
import { OK_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import type { resetPasswordFlags, WithWords } from "./adminFlags.ts"
import type { Work } from "../lazily.ts"

/** Gives a user another password. */
export const resetPassword: Work<WithWords<typeof resetPasswordFlags>> = (given, env) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const email = yield* oneEmail(given.words)
    const { made, password } = yield* readPassword(given["password-stdin"])
    yield* speaking(given, env, `change the password of ${email}`, () =>
      Effect.gen(function* () {
        const { users } = yield* Pugmark
        return yield* users.update({
          params: { user_id: (yield* findUser(email)).id },
          payload: { password }
        })
      })
    )
    say(
      made
        ? `${email} can log in with ${password}  (shown once)`
        : `${email} can log in with the new password`
    )
    return OK_EXIT_CODE
  })
