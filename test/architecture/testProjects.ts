// Which tests need PostgreSQL, by what they import, and which may share a worker. Pure: text in, paths out.
// test/vitest.config.ts makes projects of it, so that a new test is in the right one and listed nowhere.
import { posix } from "node:path"

/** The folders whose helpers need a database: the server of the run, or one that a program starts. */
export const DATABASE_HELPERS: ReadonlyArray<string> = ["test/support/sql/", "test/support/processes/"]

/**
 * Rooms whose modules keep nothing from one test file to the next: their tests share workers, which saves
 * loading the program for each.
 */
const SHARING = ["backtest", "contract", "domain", "engine", "sandbox", "testing"].map(
  (room) => `test/${room}/`
)

/** What measures time or memory has a worker to itself. */
const MEASURING = ["limits", "memory"].map((name) => `test/engine/evaluate/${name}.test.ts`)

/** Imports as this repository writes them. One of types alone is erased, and leads nowhere. */
const imported =
  /^(?:import|export)\s(?!type\b)[^"'`;]*?\bfrom\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm

/** The files of ours that a file loads, by their paths from the root. */
export const loadedBy = (path: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(imported)].map(([, from, effect, later]) =>
    posix.join(posix.dirname(path), from ?? effect ?? later ?? "")
  )

/** Every file of `files` (path from the root to text) that reaches a helper of databases, however far. */
export const reachingDatabase = (files: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const importers = new Map<string, Array<string>>()
  for (const [path, text] of files)
    for (const target of loadedBy(path, text)) importers.set(target, [...(importers.get(target) ?? []), path])
  const reaching = new Set(
    [...files.keys(), ...importers.keys()].filter((path) =>
      DATABASE_HELPERS.some((folder) => path.startsWith(folder))
    )
  )
  // a set that is walked goes on with what is added on the way
  for (const path of reaching) for (const importer of importers.get(path) ?? []) reaching.add(importer)
  return reaching
}

/** The test files by what they need: PostgreSQL, a worker each, or a place in one. */
export const sortTests = (files: ReadonlyMap<string, string>) => {
  const reaching = reachingDatabase(files)
  const tests = [...files.keys()].filter((path) => path.endsWith(".test.ts"))
  const isShared = (path: string) =>
    SHARING.some((room) => path.startsWith(room)) && !MEASURING.includes(path)
  const unit = tests.filter((path) => !reaching.has(path))
  return {
    sql: tests.filter((path) => reaching.has(path)),
    shared: unit.filter(isShared),
    alone: unit.filter((path) => !isShared(path))
  }
}
