// Random assignments of a device: spans that never overlap, with gaps, of a few projects and a few entities
// in them.
import * as Schema from "effect/Schema"
import type { Assignments } from "../../src/domain/intake/attribute.ts"

/**
 * A life of a device in stretches of whole units: how long, in which project, on which entity (by number;
 * null: none).
 */
const Stay = Schema.Struct({
  length: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
  owner: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 })))
})
const Life = Schema.Array(Stay).check(Schema.isMaxLength(5))

/**
 * Entities are numbered through: 0 and 1 are of the first project, 2 and 3 of the second. The two lives need
 * not fit together.
 */
export const Lives = Schema.Struct({ projects: Life, entities: Life, open: Schema.Boolean })
export type Lives = typeof Lives.Type

/**
 * The lives as assignments from `start` on, `unit` ms long each; the last of both has no end if they are
 * open.
 */
export const assignmentsOf = (
  { entities, open, projects }: Lives,
  ids: { readonly projects: ReadonlyArray<string>; readonly entities: ReadonlyArray<string> },
  start: number,
  unit: number
): Assignments => {
  const spans = (life: Lives["projects"]) =>
    life.map(({ length, owner }, i) => {
      const from = start + unit * life.slice(0, i).reduce((sum, s) => sum + s.length, 0)
      return { owner, from, to: open && i === life.length - 1 ? Infinity : from + unit * length }
    })
  return {
    projects: spans(projects).flatMap(({ owner, ...span }) =>
      owner === null ? [] : [{ ...span, projectId: ids.projects[owner % 2]! }]
    ),
    entities: spans(entities).flatMap(({ owner, ...span }) =>
      owner === null
        ? []
        : [{ ...span, projectId: ids.projects[owner < 2 ? 0 : 1]!, entityId: ids.entities[owner]! }]
    )
  }
}
