// Reads again what pages show of a herd, once something of it was written.
import { queryClient } from "../queryClient.ts"

/** What shows animals, groups, tags or their names, by the first part of its key. */
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

/** rereadHerd makes every page that shows the herd of a project read it again. */
export const rereadHerd = async (projectId: string): Promise<void> => {
  await Promise.all(SHOWN.map((first) => queryClient.invalidateQueries({ queryKey: [first, projectId] })))
}
