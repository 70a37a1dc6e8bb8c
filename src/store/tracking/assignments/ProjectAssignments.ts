// Assignments of devices to projects, over time.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Reach } from "../../../domain/access/Visibility.ts"
import type {
  AssignmentChange,
  NewProjectAssignment,
  ProjectAssignment
} from "../../../domain/tracking/Assignment.ts"
import { namedDevices, offeredDevices, wholeProjects } from "../../access/visibilityConditions.ts"
import { uuids } from "../../sql/arrays.ts"
import type { Window } from "../../sql/keyset.ts"
import { Missing, refusing } from "../../sql/refusals.ts"
import { gainedIntervals } from "./assignmentSpans.ts"
import { assignmentRefusals, assignmentTable, type Conditions } from "./assignmentTable.ts"
import { requireOwnership, requireRecordOwnership } from "../devices/deviceOwnership.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const { get, insert, list, lockDevice, remove, update } = assignmentTable<ProjectAssignment>(
    pg,
    "project_assignments",
    "device_id",
    "project_assignment"
  )
  const within = (reach: Reach, ids: ReadonlyArray<string>): Conditions => [
    pg`a.project_id = any(${uuids(ids)})`,
    pg`exists (select from devices d
      where ${pg.and([pg`d.id = a.device_id`, ...namedDevices(pg, reach, "d")])})`
  ]
  const seen = (reach: Reach) =>
    reach === null
      ? []
      : within(
          reach,
          reach.map((place) => place.projectId)
        )
  // a caller with a scope moves no device into the project or out of it
  const theirs = (reach: Reach) => (reach === null ? [] : within(reach, wholeProjects(reach)))
  return {
    list: Effect.fn("ProjectAssignments.list")(function* (
      deviceId: string,
      reach: Reach,
      _: {},
      window: Window
    ) {
      const device = yield* pg`
        select from devices d where ${pg.and([pg`d.id = ${deviceId}`, ...offeredDevices(pg, reach, "d")])}`
      return device.length === 0 ? yield* new Missing() : yield* list(deviceId, seen(reach), {}, window)
    }, refusing({})),
    get: Effect.fn("ProjectAssignments.get")(
      (deviceId: string, reach: Reach, id: string) => get(deviceId, seen(reach), id),
      refusing({})
    ),
    create: Effect.fn("ProjectAssignments.create")(
      function* (actor: Actor, deviceId: string, reach: Reach, input: NewProjectAssignment) {
        if (!(yield* lockDevice(deviceId, offeredDevices(pg, reach, "d")))) return yield* new Missing()
        if (reach !== null && !wholeProjects(reach).includes(input.project_id))
          return yield* assignmentRefusals.project_assignments_project_id_fkey()
        yield* requireOwnership(pg, reach, deviceId, "released")
        yield* requireRecordOwnership(pg, reach, deviceId, input.valid_from, input.valid_to ?? null)
        return yield* insert(actor, { device_id: deviceId, ...input })
      },
      pg.withTransaction,
      refusing(assignmentRefusals)
    ),
    update: Effect.fn("ProjectAssignments.update")(
      function* (actor: Actor, deviceId: string, reach: Reach, id: string, change: AssignmentChange) {
        const { after, before } = yield* update(actor, deviceId, theirs(reach), id, change)
        const grown = gainedIntervals(before, after)
        if (grown.length > 0) yield* requireOwnership(pg, reach, deviceId, "released")
        for (const [from, to] of grown) yield* requireRecordOwnership(pg, reach, deviceId, from, to)
        return after
      },
      pg.withTransaction,
      refusing(assignmentRefusals)
    ),
    remove: Effect.fn("ProjectAssignments.remove")(
      (actor: Actor, deviceId: string, reach: Reach, id: string) =>
        remove(actor, deviceId, theirs(reach), id),
      pg.withTransaction,
      refusing({})
    )
  }
})

/** ProjectAssignments stores which projects a device was in. */
export class ProjectAssignments extends Context.Service<ProjectAssignments>()("store/ProjectAssignments", {
  make
}) {
  static readonly layer = Layer.effect(ProjectAssignments, make)
}
