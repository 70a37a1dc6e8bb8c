// Decides where the cluster is: in the requested directory, unless the server's account cannot reach it.
import { chmod, lstat, mkdir, mkdtemp, readlink, rmdir, symlink } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import type { Account } from "./account.ts"
import { canEnter } from "./account.ts"
import { EmbeddedPgError } from "./EmbeddedPgError.ts"

/** SHELTER_DIRECTORY is where root keeps data that the server's account must reach. Only root writes here. */
export const SHELTER_DIRECTORY = "/var/lib/pugmark"

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false
  )

/**
 * Makes a directory that other accounts may pass through, whatever the umask; an existing one keeps its
 * rights.
 */
export const makeOpen = async (directory: string): Promise<void> => {
  if ((await mkdir(directory, { recursive: true })) !== undefined) await chmod(directory, 0o755)
}

/**
 * Makes a new place below the shelter, with a symbolic link to it in the requested place, so that it is found
 * again.
 */
const shelter = async (wanted: string): Promise<string> => {
  await makeOpen(SHELTER_DIRECTORY)
  const room = await mkdtemp(join(SHELTER_DIRECTORY, "data-"))
  await chmod(room, 0o755)
  try {
    await symlink(join(room, "pg"), wanted)
  } catch {
    // another process was first
    await rmdir(room)
  }
  return readlink(wanted)
}

/**
 * Returns the directory of the cluster; it need not exist yet, its parent does. `wanted` becomes a link when
 * root requests a place below a closed directory.
 */
export const placeCluster = async (wanted: string, account: Account): Promise<string> => {
  await makeOpen(dirname(wanted))
  const link = await readlink(wanted).catch(() => null)
  const cluster = link === null ? wanted : resolve(dirname(wanted), link)
  if (account === null || (await canEnter(account, dirname(cluster)))) return cluster
  if (await exists(cluster))
    throw new EmbeddedPgError({
      message:
        `${cluster} lies below a directory that uid ${account.uid}, who must run PostgreSQL, cannot ` +
        `enter. Move it, open the directories above it (chmod a+x), or start Pugmark as an ordinary ` +
        `user.`
    })
  return shelter(wanted)
}
