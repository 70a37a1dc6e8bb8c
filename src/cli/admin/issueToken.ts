// `pugmark admin issue-token`: creates a token for a program that acts for a user.
import { Clock, Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { type Permission, permissions } from "../../domain/access/Permission.ts"
import { findUser, oneEmail, projectOf, speaking } from "./adminOptions.ts"
import { CommandFailed, OK_EXIT_CODE } from "../outcome.ts"
import { Screen } from "../Screen.ts"
import type { issueTokenFlags, WithWords } from "./adminFlags.ts"
import type { Work } from "../lazily.ts"

const DAY_MS = 86_400_000

const scopesOf = (words: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Permission>, CommandFailed> => {
  const known = words.flatMap((word) => permissions.filter((key) => key === word))
  if (known.length > 0 && known.length === words.length) return Effect.succeed([...new Set(known)])
  return Effect.fail(
    new CommandFailed({
      message:
        `say what it may do: --scope KEY, several times if need be; the keys ` +
        `are ${permissions.join(" ")}`
    })
  )
}

/** Makes a token in the name of a user. */
export const issueToken: Work<WithWords<typeof issueTokenFlags>> = (given, env) =>
  Effect.gen(function* () {
    const { say } = yield* Screen
    const email = yield* oneEmail(given.words)
    const name = given.name ?? (yield* new CommandFailed({ message: "say what it is for: --name NAME" }))
    const scopes = yield* scopesOf(given.scope)
    const days = given.days === undefined ? null : Number(given.days)
    if (days !== null && !(Number.isInteger(days) && days > 0 && days <= 3650))
      return yield* new CommandFailed({ message: "--days takes a whole number from 1 to 3650" })
    const token = yield* speaking(given, env, "make the token", () =>
      Effect.gen(function* () {
        const { tokens } = yield* Pugmark
        const user_id = (yield* findUser(email)).id
        const project_ids = yield* Effect.forEach(given.project, (slug) =>
          Effect.map(projectOf(slug), (project) => project.id)
        )
        const expires = days === null ? {} : { expires_at: (yield* Clock.currentTimeMillis) + days * DAY_MS }
        return yield* tokens.create({
          payload: {
            name,
            scopes,
            user_id,
            ...(project_ids.length === 0 ? {} : { project_ids }),
            ...expires
          }
        })
      })
    )
    say(token.token)
    return OK_EXIT_CODE
  })
