// What an older release is made to load before its own program.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { checkout } from "./olderRelease.ts"

/** Some lines of JavaScript as a module. */
const preload = (...lines: ReadonlyArray<string>) =>
  `data:text/javascript,${encodeURIComponent(lines.join("\n"))}`

const fileOf = (path: string) => JSON.stringify(pathToFileURL(join(checkout, path)).href)

/** An engine of that release that commits one event at a time. */
export const tight = preload(
  `import { BOUNDS } from ${fileOf("src/engine/Budget.ts")}`,
  "Object.assign(BOUNDS, { events: 1, records: 6 })"
)

/**
 * That release could not go on by itself: where there was a lane and a project had a schedule, it asked for a
 * column that its own query had left out, and began anew again and again. Here it does not leave it out.
 */
export const mended = preload(
  `import { registerHooks } from "node:module"`,
  `const load = (url, context, next) => {`,
  `  const loaded = next(url, context)`,
  `  if (url !== ${fileOf("src/store/facts/roll.ts")}) return loaded`,
  `  const source = String(loaded.source)`,
  `  const mended = source.replace("r.batch_id from", "r.batch_id, r.project_id, r.original_time from")`,
  `  if (mended === source) throw new Error("nothing to mend")`,
  `  return { ...loaded, source: mended }`,
  `}`,
  `registerHooks({ load })`
)
