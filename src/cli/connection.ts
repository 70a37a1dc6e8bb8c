// Which server a command speaks to, and with which token.
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { CommandFailed, type Environment } from "./outcome.ts"

/** Connection is the server and token that a command uses. */
export interface Connection {
  /** Without a slash at the end. */
  readonly url: string
  readonly token: string
}

/** The file a server writes its start-up token to. */
const TOKEN_FILE = "admin-token"

/** Where the data of a checkout is. */
export const dataDir = (env: Environment): string => env["DATA_DIR"] || "./data"

const local = new Set(["127.0.0.1", "localhost", "[::1]"])

/**
 * From `--url` and `--token`, else from the environment; the token of a server in this checkout from its data
 * folder.
 */
export const findConnection = (
  flags: { readonly url: string | undefined; readonly token: string | undefined },
  env: Environment
): Effect.Effect<Connection, CommandFailed> =>
  Effect.suspend((): Effect.Effect<Connection, CommandFailed> => {
    const fail = (message: string) => Effect.fail(new CommandFailed({ message }))
    const url = (flags.url ?? (env["PUGMARK_URL"] || `http://127.0.0.1:${env["PORT"] || "8080"}`)).replace(
      /\/+$/,
      ""
    )
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      return fail(`${url} is not an http or https address`)
    const said = flags.token ?? (env["PUGMARK_TOKEN"] || env["ADMIN_TOKEN"])
    if (said) return Effect.succeed({ url, token: said })
    const file = join(dataDir(env), TOKEN_FILE)
    // The token of this machine's server is for this machine's server.
    if (!local.has(new URL(url).hostname))
      return fail(`no token for ${url}: give --token, or set PUGMARK_TOKEN`)
    try {
      return Effect.succeed({ url, token: readFileSync(file, "utf8").trim() })
    } catch {
      return fail(
        `no token: start the server here first (it writes ${file}), give --token, or set PUGMARK_TOKEN`
      )
    }
  })
