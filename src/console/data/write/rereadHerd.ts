// Refetches what pages show of a project's animals after a change.
import { queryClient } from "../queryClient.ts"

/** The first parts of the keys of queries that show animals, groups, tags or their names. */
const SHOWN = [
  "animals",
  "attention",
  "devices",
  "entity names",
  "groups",
  "names",
  "now",
  "wearers",
  "worn by"
] as const

/** rereadHerd refetches all queries that show a project's animals. */
export const rereadHerd = async (projectId: string): Promise<void> => {
  await Promise.all(SHOWN.map((first) => queryClient.invalidateQueries({ queryKey: [first, projectId] })))
}
