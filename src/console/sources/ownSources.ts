// The sources of a project, of all that one sees.
import type { Source } from "../queries/sources.ts"

const ORDER: ReadonlyArray<Source["health"]> = ["failing", "quiet", "never", "ok", "off"]

/** What is wrong first, then by name. */
const worstFirst = (a: Source, b: Source): number =>
  ORDER.indexOf(a.health) - ORDER.indexOf(b.health) || a.name.localeCompare(b.name)

/** One that names no project is for all of them. */
export const ownSources = (all: ReadonlyArray<Source>, projectId: string): ReadonlyArray<Source> =>
  all
    .filter(({ project_ids: ids }) => ids.length === 0 || ids.some((id) => id === projectId))
    .toSorted(worstFirst)
