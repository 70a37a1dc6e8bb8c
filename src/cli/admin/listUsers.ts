// `pugmark admin list-users`: who may come in.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { readAll } from "../../client/readAll.ts"
import { readWords, SERVER_OPTIONS, speaking } from "./adminOptions.ts"
import { type Command, CommandFailed, OK } from "../Command.ts"
import { Screen } from "../Screen.ts"

export const adminListUsers: Command = {
  name: "admin list-users",
  summary: "who may come in",
  usage: `pugmark admin list-users [options]

Lists the users: e-mail address, since when, what is special about them, name.

Options
${SERVER_OPTIONS}`,
  run: (argv, env) =>
    Effect.gen(function* () {
      const { say } = yield* Screen
      const { positionals, values } = yield* readWords(argv, {})
      if (positionals.length > 0)
        return yield* new CommandFailed({ message: `${positionals.join(" ")} is too much` })
      const users = yield* speaking(values, env, "list the users", () =>
        Effect.flatMap(Pugmark, (pugmark) => readAll((query) => pugmark.users.list({ query })))
      )
      const width = Math.max(...users.map((user) => user.email.length))
      for (const { created_at, email, enabled, has_password, name, server_admin } of users) {
        const special = [
          server_admin ? "server admin" : "",
          enabled ? "" : "disabled",
          has_password ? "" : "no password"
        ]
          .filter((word) => word !== "")
          .join(", ")
        say(`${email.padEnd(width)}  ${created_at.slice(0, 10)}  ${special.padEnd(12)}  ${name}`.trimEnd())
      }
      return OK
    })
}
