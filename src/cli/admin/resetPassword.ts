// `pugmark admin reset-password`: another password for somebody.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { findUser, oneEmail, readPassword, readWords, SERVER_OPTIONS, speaking } from "./adminOptions.ts"
import { type Command, OK } from "../Command.ts"
import { Screen } from "../Screen.ts"

export const adminResetPassword: Command = {
  name: "admin reset-password",
  summary: "give somebody another password",
  usage: `pugmark admin reset-password EMAIL [--password-stdin] [options]

Gives a user another password and ends their sessions; their tokens go on. The password is made and said once, unless it is given.

Options
  --password-stdin           the password comes by standard input, 8 characters at least
${SERVER_OPTIONS}`,
  run: (argv, env) =>
    Effect.gen(function* () {
      const { say } = yield* Screen
      const { positionals, values } = yield* readWords(argv, { "password-stdin": { type: "boolean" } })
      const email = yield* oneEmail(positionals)
      const { made, password } = yield* readPassword(values["password-stdin"] === true)
      yield* speaking(values, env, `change the password of ${email}`, () =>
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
      return OK
    })
}
