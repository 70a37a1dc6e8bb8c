// Makes the cluster on first use: initdb in a private directory, then one rename, so that several processes may
// do this at once.
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import type { Account } from "./account.ts"
import type { Binaries } from "./binaries.ts"
import { attempt, EmbeddedPgError } from "./EmbeddedPgError.ts"

/** DATABASE_NAME is the name of the superuser and of the application's database. */
export const DATABASE_NAME = "pugmark"

const run = promisify(execFile)
const passwordFile = (cluster: string) => join(cluster, "pugmark.password")
const isCluster = (cluster: string) =>
  stat(join(cluster, "PG_VERSION")).then(
    () => true,
    () => false
  )

const initdb = async (
  binaries: Binaries,
  account: Account,
  room: string,
  signal: AbortSignal
): Promise<string> => {
  const fresh = join(room, "pg")
  const secret = join(room, "password")
  const password = randomBytes(24).toString("base64url")
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(secret, password, { mode: 0o600 })
  if (account !== null)
    await Promise.all([room, fresh, secret].map((path) => chown(path, account.uid, account.gid)))
  await run(
    binaries.initdb,
    [
      `--pgdata=${fresh}`,
      "--auth=scram-sha-256",
      `--username=${DATABASE_NAME}`,
      `--pwfile=${secret}`,
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C"
    ],
    { ...account, cwd: "/", env: { PATH: process.env["PATH"] }, signal, killSignal: "SIGKILL" }
  )
  await rename(secret, passwordFile(fresh))
  return fresh
}

/** Makes the cluster unless it exists. The password of its superuser is stored inside it. */
export const initialise = (
  binaries: Binaries,
  account: Account,
  cluster: string
): Effect.Effect<void, EmbeddedPgError> => {
  const what = `cannot make a cluster in ${cluster}`
  const room = Effect.acquireRelease(
    attempt(what, () => mkdtemp(join(dirname(cluster), `.${basename(cluster)}-`))),
    // an interrupted initdb may still be writing
    (room) => Effect.promise(() => rm(room, { recursive: true, force: true, maxRetries: 10 }))
  )
  const fill = (room: string) =>
    attempt(what, async (signal) => {
      const fresh = await initdb(binaries, account, room, signal)
      // another process was first, or the check below fails
      await rename(fresh, cluster).catch(() => undefined)
      if (!(await isCluster(cluster)))
        throw new EmbeddedPgError({
          message:
            `${cluster} exists and is not a PostgreSQL cluster. Move it away, or choose another ` +
            `DATA_DIR.`
        })
    })
  return Effect.promise(() => isCluster(cluster)).pipe(
    Effect.flatMap((made) => (made ? Effect.void : Effect.flatMap(room, fill))),
    Effect.scoped
  )
}

/** Returns the superuser's password. */
export const readPassword = (cluster: string): Promise<string> => readFile(passwordFile(cluster), "utf8")
