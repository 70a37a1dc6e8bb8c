// Several changes of a device's assignments to entities at once: previewed, or made.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Visibility } from "../../../domain/access/Visibility.ts"
import type { EntityAssignment } from "../../../domain/tracking/Assignment.ts"
import type { BatchedChange, BatchResult } from "../../../domain/tracking/AssignmentBatch.ts"
import {
  type PlannedAssignment,
  planAssignments,
  type InvalidChange
} from "../../../domain/tracking/planAssignments.ts"
import { audit } from "../../access/Audit.ts"
import { seenOnes, seenRecords } from "../../access/visibilityConditions.ts"
import { assignmentsOf } from "../../jobs/ownedRecords.ts"
import { uuids } from "../../sql/arrays.ts"
import { ConstraintViolated, OutsideScope } from "../../sql/refusals.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import { type assignmentTable, overlapRefusal } from "./assignmentTable.ts"
import { bumpRosters } from "../projects/editions.ts"
import { previewMoves } from "./previewMoves.ts"

type Table = ReturnType<typeof assignmentTable<EntityAssignment>>
type Changes = ReadonlyArray<BatchedChange>

const refusal = ({ change, member, why }: InvalidChange) => {
  const at = (code: string, detail: string) =>
    new ConstraintViolated({ pointer: `/changes/${change}${member}`, code, detail })
  switch (why) {
    case "overlap":
      return overlapRefusal()
    case "unknown":
      return at("ASSIGNMENT_UNKNOWN", "The device has no such assignment.")
    case "twice":
      return at("DUPLICATE", "The assignment is named twice.")
    case "empty":
      return at("RANGE_EMPTY", "The span is empty: valid_from must be before valid_to.")
  }
}

const beyond = () =>
  new OutsideScope({
    detail:
      "The changes are also about an animal or a device outside of your scope: they are made by members " +
      "who see both."
  })

const date = (at: number) => (Number.isFinite(at) ? new Date(at) : null)

/** Makes the two operations; `mine`: which devices `d` may be put on an entity of the project. */
export const batchAssignments = (
  pg: PgClient.PgClient,
  { follow, lockDevice, selected }: Table,
  mine: (actor: Actor, projectId: string) => Fragment
) => {
  /** Reads those of the named assignments that exist and are seen. */
  const named = (projectId: string, seen: Visibility, changes: Changes) => {
    const ids = changes.flatMap((c) => (c.action === "create" ? [] : [c.assignment_id]))
    return pg<EntityAssignment>`
      select ${selected}
      from entity_assignments a
      where ${pg.and([
        pg`a.project_id = ${projectId}::uuid`,
        pg`a.id = any(${uuids(ids)})`,
        ...seenRecords(pg, seen, "a")
      ])}`
  }

  /** Determines the one device that the changes are about, and its assignments after them. */
  const plan = Effect.fnUntraced(function* (
    actor: Actor,
    projectId: string,
    seen: Visibility,
    changes: Changes,
    holds: boolean
  ) {
    const before = new Map((yield* named(projectId, seen, changes)).map((row) => [row.id, row]))
    let device: string | null = null
    for (const [at, change] of changes.entries()) {
      const row = change.action === "create" ? change : before.get(change.assignment_id)
      if (row === undefined) return yield* refusal({ why: "unknown", change: at, member: "/assignment_id" })
      const member = change.action === "create" ? "device_id" : "assignment_id"
      if (device !== null && row.device_id !== device)
        return yield* new ConstraintViolated({
          pointer: `/changes/${at}/${member}`,
          code: "MANY_DEVICES",
          detail: "All changes of a list are about one device."
        })
      device = row.device_id
      if (seen !== null && !seen.entities.includes(row.entity_id)) {
        if (change.action === "create")
          return yield* new ConstraintViolated({
            pointer: `/changes/${at}/entity_id`,
            code: "ENTITY_UNKNOWN",
            detail: "The project has no such entity."
          })
        return yield* beyond()
      }
    }
    const creates = changes.flatMap((change, at) => (change.action === "create" ? [{ at, ...change }] : []))
    const conditions = [
      ...(creates.length === 0 ? [] : [mine(actor, projectId)]),
      ...seenOnes(pg, seen, "gear", "d.id")
    ]
    const found = holds
      ? yield* lockDevice(device!, conditions)
      : (yield* pg`select from devices d where ${pg.and([pg`d.id = ${device}::uuid`, ...conditions])}`)
          .length > 0
    if (!found)
      return creates.length === 0
        ? yield* beyond()
        : yield* new ConstraintViolated({
            pointer: `/changes/${creates[0]!.at}/device_id`,
            code: "DEVICE_UNKNOWN",
            detail: "There is no such device."
          })
    const knownRows = yield* pg<{ id: string }>`
      select id from entities
      where project_id = ${projectId}::uuid and id = any(${uuids(creates.map((c) => c.entity_id))})`
    const stranger = creates.find(({ entity_id }) => !knownRows.some(({ id }) => id === entity_id))
    if (stranger !== undefined)
      return yield* new ConstraintViolated({
        pointer: `/changes/${stranger.at}/entity_id`,
        code: "ENTITY_UNKNOWN",
        detail: "The project has no such entity."
      })
    const { entities } = yield* assignmentsOf(pg, device)
    const made = planAssignments(entities, projectId, changes)
    if ("why" in made) return yield* refusal(made)
    return { ...made, deviceId: device!, before }
  })

  const preview = Effect.fnUntraced(function* (
    actor: Actor,
    projectId: string,
    seen: Visibility,
    changes: Changes
  ) {
    const made = yield* plan(actor, projectId, seen, changes, false)
    return yield* previewMoves(pg, projectId, seen, made.deviceId, made)
  })

  const batch = Effect.fnUntraced(function* (
    actor: Actor,
    projectId: string,
    seen: Visibility,
    changes: Changes
  ) {
    const { after, before, concerned, deviceId, removed } = yield* plan(actor, projectId, seen, changes, true)
    yield* bumpRosters(pg, [projectId])
    // written one by one they would overlap in between
    yield* pg`delete from entity_assignments where id = any(${uuids([...before.keys()])})`
    const note = (action: "created" | "updated" | "removed", id: string, detail: unknown) =>
      audit(pg, actor, {
        action: `entity_assignment.${action}`,
        objectType: "entity_assignment",
        objectId: id,
        projectId,
        detail
      })
    const write = Effect.fnUntraced(function* ({ entityId, from, id, to }: PlannedAssignment) {
      const was = id === null ? undefined : before.get(id)
      const columns = {
        id: id ?? uuid7(),
        device_id: deviceId,
        project_id: projectId,
        entity_id: entityId,
        valid_from: date(from),
        valid_to: date(to),
        ...(was === undefined ? {} : { created_at: new Date(was.created_at) })
      }
      const [row] = yield* pg<EntityAssignment>`
        insert into entity_assignments as a ${pg.insert(columns)} returning ${selected}`
      yield* note(
        was === undefined ? "created" : "updated",
        row!.id,
        was === undefined ? row : { before: was, after: row }
      )
      return row!
    })
    const written = after.filter(({ change }) => change !== null).toSorted((a, b) => a.change! - b.change!)
    const assignments = yield* Effect.forEach(written, write)
    yield* Effect.forEach(removed, (id) => note("removed", id, before.get(id)))
    const job_id =
      concerned === null
        ? null
        : yield* follow(actor, deviceId, concerned.from, Number.isFinite(concerned.to) ? concerned.to : null)
    return { assignments, job_id } satisfies BatchResult
  })

  return { preview, batch }
}
