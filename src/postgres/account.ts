// Chooses the account that the server runs under, because PostgreSQL refuses to run as root, and checks what
// that account can do.
import { execFile } from "node:child_process"
import { stat } from "node:fs/promises"
import { promisify } from "node:util"
import { EmbeddedPgError } from "./EmbeddedPgError.ts"

/**
 * Account is the account of the server; null: that of this process. Can be spread into the options of
 * `spawn`.
 */
export type Account = { readonly uid: number; readonly gid: number } | null

const run = promisify(execFile)

const named = async (user: string): Promise<Account> => {
  const ask = async (what: string) => Number((await run("id", [what, user])).stdout)
  return { uid: await ask("-u"), gid: await ask("-g") }
}

/**
 * Chooses the account. An ordinary user runs the server itself. For root it is the owner of the directory,
 * else the account `postgres`, else the account `nobody`. The account must exist, because initdb looks up its
 * name.
 */
export const chooseAccount = async (dataDir: string): Promise<Account> => {
  const me = process.getuid?.()
  const owner = await stat(dataDir).catch(() => null)
  if (me !== 0) {
    if (owner !== null && owner.uid !== me)
      throw new EmbeddedPgError({
        message:
          `${dataDir} belongs to uid ${owner.uid}. Start Pugmark under that account, or choose another ` +
          `DATA_DIR.`
      })
    return null
  }
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const user of ["postgres", "nobody"]) {
    const account = await named(user).catch(() => null)
    if (account !== null) return account
  }
  throw new EmbeddedPgError({
    message:
      "PostgreSQL does not run as root and this machine has neither a postgres nor a nobody account. " +
      "Start Pugmark as an ordinary user, or set DATABASE_URL."
  })
}

/** Whether the account can run this command; the reason when it cannot. */
export const canRun = async (
  account: Account,
  command: string,
  args: ReadonlyArray<string>
): Promise<true | string> =>
  run(command, args, { ...account, cwd: "/" }).then(
    () => true,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
  )

/** Whether the account can reach the contents of a directory. */
export const canEnter = async (account: Account, directory: string): Promise<boolean> =>
  (await canRun(account, "/bin/sh", ["-c", 'cd "$1"', "sh", directory])) === true
