// `pugmark admin create-user`: lets somebody in.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { oneEmail, readPassword, readWords, SERVER_OPTIONS, speaking } from "./adminOptions.ts"
import { type Command, OK } from "../Command.ts"
import { Screen } from "../Screen.ts"

export const adminCreateUser: Command = {
  name: "admin create-user",
  summary: "let somebody in",
  usage: `pugmark admin create-user EMAIL [--name NAME] [--server-admin] [--password-stdin | --no-password] [options]

Makes a user. Their password is made and said once, unless it is given.

Options
  --name NAME                what they are called
  --server-admin             they may do everything
  --password-stdin           the password comes by standard input, 8 characters at least
  --no-password              nobody can log in as this user; tokens can be issued for it
${SERVER_OPTIONS}`,
  run: (argv, env) =>
    Effect.gen(function* () {
      const { say } = yield* Screen
      const { positionals, values } = yield* readWords(argv, {
        name: { type: "string" },
        "server-admin": { type: "boolean" },
        "password-stdin": { type: "boolean" },
        "no-password": { type: "boolean" }
      })
      const email = yield* oneEmail(positionals)
      const chosen =
        values["no-password"] === true ? null : yield* readPassword(values["password-stdin"] === true)
      yield* speaking(values, env, `make the user ${email}`, () =>
        Effect.gen(function* () {
          const { users } = yield* Pugmark
          return yield* users.create({
            payload: {
              email,
              server_admin: values["server-admin"] === true,
              ...(values.name === undefined ? {} : { name: values.name }),
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
      return OK
    })
}
