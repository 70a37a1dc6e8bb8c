// `pugmark admin issue-token`: a way in for a program, in somebody's name.
import { Clock, Effect } from "effect"
import { Pugmark } from "../../client/Pugmark.ts"
import { type Permission, permissions } from "../../domain/access/Permission.ts"
import { findUser, oneEmail, projectOf, readWords, SERVER_OPTIONS, speaking } from "./adminOptions.ts"
import { type Command, CommandFailed, OK } from "../Command.ts"
import { Screen } from "../Screen.ts"

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

export const adminIssueToken: Command = {
  name: "admin issue-token",
  summary: "make a token for a program",
  usage: `pugmark admin issue-token EMAIL --name NAME --scope KEY... [--project SLUG]... [--days N] [options]

Makes a token in the name of a user and prints it, this once. It may do what both the user and its scopes permit.

Options
  --name NAME                what it is for
  --scope KEY                a permission it carries, such as project:read; may be given several times
  --project SLUG             only for this project, by slug or id; may be given several times
  --days N                   it ends after N days; never unless said
${SERVER_OPTIONS}`,
  run: (argv, env) =>
    Effect.gen(function* () {
      const { say } = yield* Screen
      const { positionals, values } = yield* readWords(argv, {
        name: { type: "string" },
        scope: { type: "string", multiple: true },
        project: { type: "string", multiple: true },
        days: { type: "string" }
      })
      const email = yield* oneEmail(positionals)
      const name = values.name ?? (yield* new CommandFailed({ message: "say what it is for: --name NAME" }))
      const scopes = yield* scopesOf(values.scope ?? [])
      const days = values.days === undefined ? null : Number(values.days)
      if (days !== null && !(Number.isInteger(days) && days > 0 && days <= 3650))
        return yield* new CommandFailed({ message: "--days takes a whole number from 1 to 3650" })
      const token = yield* speaking(values, env, "make the token", () =>
        Effect.gen(function* () {
          const { tokens } = yield* Pugmark
          const user_id = (yield* findUser(email)).id
          const project_ids = yield* Effect.forEach(values.project ?? [], (slug) =>
            Effect.map(projectOf(slug), (project) => project.id)
          )
          const expires =
            days === null ? {} : { expires_at: (yield* Clock.currentTimeMillis) + days * DAY_MS }
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
      return OK
    })
}
