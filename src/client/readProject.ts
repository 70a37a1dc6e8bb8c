// Everything in a project that a rule can name.
import { Effect } from "effect"
import type { Project } from "../domain/tracking/Project.ts"
import { Pugmark } from "./Pugmark.ts"
import { readAll } from "./readAll.ts"

/** The features, entities, groups, entity types and devices of a project. */
export const readProject = Effect.fnUntraced(function* (project: Project) {
  const { devices, entities, entityTypes, features, groups } = yield* Pugmark
  const params = { project_id: project.id }
  return {
    features: yield* readAll((query) => features.list({ params, query })),
    entities: yield* readAll((query) => entities.list({ params, query })),
    groups: yield* readAll((query) => groups.list({ params, query })),
    entityTypes: yield* readAll((query) => entityTypes.list({ query })),
    devices: yield* readAll((query) => devices.list({ query }))
  }
})

/** Inventory is what a project has: the result of `readProject`. */
export type Inventory = Effect.Success<ReturnType<typeof readProject>>
