// Tracks that may not be part of the project, where a machine has them: in the folder that PUGMARK_SHARED
// names, and nowhere else.
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"

const named = process.env["PUGMARK_SHARED"] ?? ""

/** The folder that PUGMARK_SHARED names; null where it names none. */
export const sharedFolder: string | null = named === "" ? null : resolve(named)

/** What a run without the folder says, so that nobody takes what was skipped for tested. */
export const LEFT_OUT =
  "Left out, as PUGMARK_SHARED names no folder: the tests on tracks that cannot be part of the project" +
  " (fisher, ibex, wild boar; more cattle and buffalo). See test/fixtures/README.md."

/**
 * Throws where PUGMARK_SHARED names a folder that is none of tracks: a test that was asked for and cannot run
 * has not passed.
 */
export const checkSharedFolder = (folder: string | null = sharedFolder): void => {
  if (folder === null) return
  const missing = ["data", "reference/summary.csv"].filter((path) => !existsSync(join(folder, path)))
  if (missing.length === 0) return
  throw new Error(
    `PUGMARK_SHARED names ${folder}, which has no ${missing.join(" and no ")}: name the folder that ` +
      `has, or none`
  )
}
