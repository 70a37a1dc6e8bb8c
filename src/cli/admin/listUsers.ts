// `pugmark admin list-users`: who may come in.
import { Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { readAll } from "../../client/readAll.ts"
import { speaking } from "./adminOptions.ts"
import { OK_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import type { Given } from "../flags.ts"
import type { listUsersFlags } from "./adminFlags.ts"
import type { Work } from "../lazily.ts"

/** Lists the users with what is special about them. */
export const listUsers: Work<Given<typeof listUsersFlags>> = (given, env) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const users = yield* speaking(given, env, "list the users", () =>
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
    return OK_EXIT_CODE
  })
