// What the commands for administrators share: the server, and the user they are about.
import { Effect, Layer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { randomBytes } from "node:crypto"
import { text } from "node:stream/consumers"
import { findProject } from "../../client/ensure.ts"
import { Pugmark } from "../../client/Pugmark.ts"
import { CommandFailed, type Environment } from "../outcome.ts"
import { type Connection, findConnection } from "../connection.ts"
import { inWords } from "../inWords.ts"

/** Returns the one e-mail address among the words. */
export const oneEmail = (words: ReadonlyArray<string>): Effect.Effect<string, CommandFailed> =>
  words.length === 1 && words[0]!.includes("@")
    ? Effect.succeed(words[0]!)
    : Effect.fail(new CommandFailed({ message: "say whose: one e-mail address" }))

/** Speaks to the server; `doing` is what is tried, as in "make the user". */
export const speaking = <A, E, R>(
  flags: { readonly url?: string | undefined; readonly token?: string | undefined },
  env: Environment,
  doing: string,
  work: (connection: Connection) => Effect.Effect<A, E, R | Pugmark>
) =>
  Effect.gen(function* () {
    const connection = yield* findConnection({ url: flags.url, token: flags.token }, env)
    return yield* work(connection).pipe(
      Effect.mapError(inWords(connection.url, doing)),
      Effect.provide(Layer.merge(Pugmark.layer(connection), FetchHttpClient.layer))
    )
  })

/** The user with an e-mail address. */
export const findUser = Effect.fnUntraced(function* (email: string) {
  const { users } = yield* Pugmark
  const {
    items: [user]
  } = yield* users.list({ query: { limit: 1, email } })
  return (
    user ??
    (yield* new CommandFailed({ message: `there is no user ${email}; pugmark admin list-users lists them` }))
  )
})

/** The project that `--project` names, by slug or id. */
export const projectOf = Effect.fnUntraced(function* (slugOrId: string | undefined) {
  if (slugOrId === undefined)
    return yield* new CommandFailed({ message: "say which project: --project SLUG" })
  return (
    (yield* findProject(slugOrId)) ??
    (yield* new CommandFailed({ message: `there is no project ${slugOrId} here` }))
  )
})

/** Reads a password from standard input, which no list of processes shows, or a new one, which is to be said. */
export const readPassword = (
  fromStdin: boolean
): Effect.Effect<{ readonly password: string; readonly made: boolean }> =>
  fromStdin
    ? Effect.map(
        Effect.promise(() => text(process.stdin)),
        (given) => ({ password: given.replace(/\r?\n$/, ""), made: false })
      )
    : Effect.sync(() => ({ password: randomBytes(12).toString("base64url"), made: true }))
