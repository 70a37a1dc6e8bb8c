// Which tests need PostgreSQL or a browser, by what they import, and which may share a worker. Pure: text in,
// paths out.
// test/vitest.config.ts makes projects of it, so that a new test is in the right one and listed nowhere.
import { posix } from "node:path"

/** The folder whose helpers open a browser. */
const BROWSER_HELPERS: ReadonlyArray<string> = ["test/support/browser/"]

/** The folders whose helpers need a database: the server of the run, or one that a program starts. */
export const DATABASE_HELPERS: ReadonlyArray<string> = [
  "test/support/sql/",
  "test/support/processes/",
  ...BROWSER_HELPERS
]

/**
 * Rooms whose modules keep nothing from one test file to the next: their tests share workers, which saves
 * loading the program for each.
 */
const SHARING =
  "api backtest cli client console contract delivery domain engine intake jobs listeners sandbox simulation store testing"
    .split(" ")
    .map((room) => `test/${room}/`)

/** The same of those that need PostgreSQL: each file has a database of its own, and closes what it opened. */
const SHARING_SQL = "api cli delivery engine jobs journeys listeners mcp runner store"
  .split(" ")
  .map((room) => `test/${room}/`)

/** Long ways through the console, for `npm run journeys` (test/walks.config.ts). */
const WALKS = "test/walks/"

/** What reads the counters of its process, or its memory, is alone in it. */
const COUNTING = ["api/http/prometheus", "cli/import/badInputsCsv"].map((path) => `test/${path}.test.ts`)

/** What measures time or memory has a worker to itself, and so has what stands in for the browser's globals. */
const ALONE = [
  ...["limits", "memory"].map((name) => `engine/evaluate/${name}`),
  ...[
    "writing",
    "shell/leaving",
    "data/alerts/alertSteps",
    "data/alerts/shownAlerts",
    "data/alerts/unsentSteps",
    "data/evidence",
    "data/pagesOf",
    "data/stream"
  ].map((name) => `console/${name}`)
].map((path) => `test/${path}.test.ts`)

/** The helper that marks single tests of a file as stories. */
const STORY_HELPER = "test/support/stories.ts"

/** Whether a file holds nothing but stories: `npm test` leaves it out. */
const isStoryFile = (path: string): boolean => path.endsWith(".stories.test.ts")

/** The test files that `npm test` runs, and those that `npm run stories` runs; a file may be in both. */
export const splitStories = (files: ReadonlyMap<string, string>) => {
  const marking = reaching([STORY_HELPER], files)
  const pick = (isPicked: (path: string) => boolean) =>
    new Map([...files].filter(([path]) => !path.endsWith(".test.ts") || isPicked(path)))
  return {
    tests: pick((path) => !isStoryFile(path)),
    stories: pick((path) => isStoryFile(path) || marking.has(path))
  }
}

/** Imports as this repository writes them. One of types alone is erased, and leads nowhere. */
const imported =
  /^(?:import|export)\s(?!type\b)[^"'`;]*?\bfrom\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm

/** The files of ours that a file loads, by their paths from the root. */
export const loadedBy = (path: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(imported)].map(([, from, effect, later]) =>
    posix.join(posix.dirname(path), from ?? effect ?? later ?? "")
  )

/** Every file of `files` (path from the root to text) that reaches a helper of `folders`, however far. */
const reaching = (
  folders: ReadonlyArray<string>,
  files: ReadonlyMap<string, string>
): ReadonlySet<string> => {
  const importers = new Map<string, Array<string>>()
  for (const [path, text] of files)
    for (const target of loadedBy(path, text)) importers.set(target, [...(importers.get(target) ?? []), path])
  const found = new Set(
    [...files.keys(), ...importers.keys()].filter((path) => folders.some((folder) => path.startsWith(folder)))
  )
  // a set that is walked goes on with what is added on the way
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer)
  return found
}

export const reachingDatabase = (files: ReadonlyMap<string, string>): ReadonlySet<string> =>
  reaching(DATABASE_HELPERS, files)

/**
 * The test files by what they need: a browser, PostgreSQL, a worker each, or a place in one; and the long
 * ones.
 */
export const sortTests = (files: ReadonlyMap<string, string>) => {
  const database = reachingDatabase(files),
    browser = reaching(BROWSER_HELPERS, files)
  const tests = [...files.keys()].filter((path) => path.endsWith(".test.ts"))
  const isShared = (path: string) => SHARING.some((room) => path.startsWith(room)) && !ALONE.includes(path)
  const isSharedSql = (path: string) =>
    SHARING_SQL.some((room) => path.startsWith(room)) && !COUNTING.includes(path)
  const unit = tests.filter((path) => !database.has(path)),
    sql = tests.filter((path) => database.has(path) && !browser.has(path))
  return {
    walks: tests.filter((path) => path.startsWith(WALKS)),
    browser: tests.filter((path) => browser.has(path) && !path.startsWith(WALKS)),
    sql: sql.filter((path) => !isSharedSql(path)),
    sharedSql: sql.filter(isSharedSql),
    shared: unit.filter(isShared),
    alone: unit.filter((path) => !isShared(path))
  }
}
