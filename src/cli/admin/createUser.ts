// `pugmark admin create-user`: creates an account.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { oneEmail, readPassword, speaking } from "./adminOptions.ts"
import { OK_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import type { createUserFlags, WithWords } from "./adminFlags.ts"
import type { Work } from "../lazily.ts"

/** Makes a user, with a password unless none is wanted. */
export const createUser: Work<WithWords<typeof createUserFlags>> = (given, env) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const email = yield* oneEmail(given.words)
    const chosen = given["no-password"] ? null : yield* readPassword(given["password-stdin"])
    yield* speaking(given, env, `make the user ${email}`, () =>
      Effect.gen(function* () {
        const { users } = yield* Pugmark
        return yield* users.create({
          payload: {
            email,
            server_admin: given["server-admin"],
            ...(given.name === undefined ? {} : { name: given.name }),
            ...(chosen === null ? {} : { password: chosen.password })
          }
        })
      })
    )
    say(
      chosen?.made === true
        ? `${email} can log in with ${chosen.password}  (shown once)`
        : chosen === null
          ? `${email} is a user`
          : `${email} can log in`
    )
    return OK_EXIT_CODE
  })
