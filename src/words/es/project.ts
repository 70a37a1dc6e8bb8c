// Spanish words of the settings and people of a project.
import type { project as english } from "../en/project.ts"
import type { Like } from "../tools.ts"

/** project are the words of the settings and people of a project. */
export const project: Like<typeof english> = {}
