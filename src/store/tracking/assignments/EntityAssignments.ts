// Assignments of devices to entities of a project, over time.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type {
  AssignmentChange,
  EntityAssignment,
  NewEntityAssignment
} from "../../../domain/tracking/Assignment.ts"
import { newDevices, seenOnes, seenRecords } from "../../access/visibilityConditions.ts"
import type { Window } from "../../sql/keyset.ts"
import { ConstraintViolated, OutsideScope, refusing } from "../../sql/refusals.ts"
import { type AssignmentFilter, assignmentRefusals, assignmentTable } from "./assignmentTable.ts"
import { batchAssignments } from "./batchAssignments.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const table = assignmentTable<EntityAssignment>(pg, "entity_assignments", "project_id", "entity_assignment")
  const { get, insert, list, lockDevice, remove, update } = table
  const seen = (visibility: Visibility) => seenRecords(pg, visibility, "a")

  /**
   * Refuses a caller who does not see both the animal and the device of an assignment, because it changes the
   * past of both.
   */
  const mustSeeBoth = Effect.fnUntraced(function* (projectId: string, visibility: Visibility, id: string) {
    const { device_id, entity_id } = yield* get(projectId, seen(visibility), id)
    if (
      visibility === null ||
      (visibility.entities.includes(entity_id) && visibility.gear.includes(device_id))
    )
      return
    return yield* new OutsideScope({
      detail:
        "The assignment is also about an animal or a device outside of your scope: it is changed by " +
        "members who see both."
    })
  })

  /** Returns a device that was in the project, or in none yet; server admins may put any device on an animal. */
  const ofProject = (
    { serverAdmin }: Actor,
    projectId: string
  ) => pg`(exists (select from project_assignments p where p.device_id = d.id and p.project_id = ${projectId})
    or ${
      serverAdmin
        ? pg`not exists (select from project_assignments p
      where p.device_id = d.id)`
        : newDevices(pg, projectId, "d")
    })`

  const several = batchAssignments(pg, table, ofProject)

  return {
    /** Returns what the changes would do; nothing is written. */
    preview: Effect.fn("EntityAssignments.preview")(several.preview, refusing(assignmentRefusals)),
    /** Makes all of the changes or none, with one job for the records between. */
    batch: Effect.fn("EntityAssignments.batch")(
      several.batch,
      pg.withTransaction,
      refusing(assignmentRefusals)
    ),
    list: Effect.fn("EntityAssignments.list")(
      (projectId: string, visibility: Visibility, filter: AssignmentFilter, window: Window) =>
        list(projectId, seen(visibility), filter, window),
      refusing({})
    ),
    get: Effect.fn("EntityAssignments.get")(
      (projectId: string, visibility: Visibility, id: string) => get(projectId, seen(visibility), id),
      refusing({})
    ),
    create: Effect.fn("EntityAssignments.create")(
      function* (actor: Actor, projectId: string, visibility: Visibility, input: NewEntityAssignment) {
        if (
          !(yield* lockDevice(input.device_id, [
            ofProject(actor, projectId),
            ...seenOnes(pg, visibility, "gear", "d.id")
          ]))
        ) {
          return yield* new ConstraintViolated({
            pointer: "/device_id",
            code: "DEVICE_UNKNOWN",
            detail: "There is no such device."
          })
        }
        if (visibility !== null && !visibility.entities.includes(input.entity_id))
          return yield* assignmentRefusals.entity_assignments_project_id_entity_id_fkey()
        return yield* insert(actor, { project_id: projectId, ...input })
      },
      pg.withTransaction,
      refusing(assignmentRefusals)
    ),
    update: Effect.fn("EntityAssignments.update")(
      function* (
        actor: Actor,
        projectId: string,
        visibility: Visibility,
        id: string,
        change: AssignmentChange
      ) {
        yield* mustSeeBoth(projectId, visibility, id)
        return (yield* update(actor, projectId, seen(visibility), id, change)).after
      },
      pg.withTransaction,
      refusing(assignmentRefusals)
    ),
    remove: Effect.fn("EntityAssignments.remove")(
      function* (actor: Actor, projectId: string, visibility: Visibility, id: string) {
        yield* mustSeeBoth(projectId, visibility, id)
        yield* remove(actor, projectId, seen(visibility), id)
      },
      pg.withTransaction,
      refusing({})
    )
  }
})

/** EntityAssignments stores which entity a device was on. */
export class EntityAssignments extends Context.Service<EntityAssignments>()("store/EntityAssignments", {
  make
}) {
  static readonly layer = Layer.effect(EntityAssignments, make)
}
