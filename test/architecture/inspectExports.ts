// Finds exports that no other file imports: they are private to their file, or dead. Pure: text in, trespasses out.
import { matchesGlob, posix } from "node:path"
import type { Trespass } from "./inspect.ts"
import { readExports } from "./readExports.ts"

/** Files whose exports are for readers outside of the sources. */
const entries = ["src/testing/main.ts", "**/vite.config.ts", "src/contract/**"]

/** Types that the declarations of `pugmark/testing` name, and no source does. */
const declaredTypes = ["NoDataFinding", "ThresholdFinding"]

/** Exports of `src` and `sandbox` that no other of the files (path from the root to text) takes. */
export const inspectExports = (files: ReadonlyMap<string, string>): ReadonlyArray<Trespass> => {
  const readings = new Map([...files].map(([path, text]) => [path, readExports(path, text)]))
  const takenWhole = new Set<string>(),
    takenNames = new Set<string>()
  for (const [path, { taken }] of readings)
    for (const { names, target } of taken) {
      const file = posix.join(posix.dirname(path), target)
      if (names === null) takenWhole.add(file)
      else for (const name of names) takenNames.add(`${file} ${name}`)
    }
  return [...readings].flatMap(([path, { exports }]) =>
    /^(src|sandbox)\//.test(path) &&
    !takenWhole.has(path) &&
    !entries.some((entry) => matchesGlob(path, entry))
      ? exports
          .filter(({ name }) => !takenNames.has(`${path} ${name}`) && !declaredTypes.includes(name))
          .map(({ line, name }) => ({ path, line, what: `exports ${name}, which no other file imports` }))
      : []
  )
}
