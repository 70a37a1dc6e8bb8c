// Spanish words of files of areas.
import type { areaFiles as english } from "../en/areaFiles.ts"
import type { Like } from "../tools.ts"

/** areaFiles are the words of files of areas. */
export const areaFiles: Like<typeof english> = {}
