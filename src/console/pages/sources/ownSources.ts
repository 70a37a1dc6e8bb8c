// The sources of a project, out of all that the user sees.
import type { Source } from "../../data/sources.ts"

const ORDER: ReadonlyArray<Source["health"]> = ["failing", "quiet", "never", "ok", "off"]

/** Sorts the worst health first, then by name. */
const worstFirst = (a: Source, b: Source): number =>
  ORDER.indexOf(a.health) - ORDER.indexOf(b.health) || a.name.localeCompare(b.name)

/** A source without a project belongs to all projects. */
export const ownSources = (all: ReadonlyArray<Source>, projectId: string): ReadonlyArray<Source> =>
  all
    .filter(({ project_ids: ids }) => ids.length === 0 || ids.some((id) => id === projectId))
    .toSorted(worstFirst)
