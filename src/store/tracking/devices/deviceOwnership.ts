// Ownership of devices. The last project that a device was assigned to keeps it, also when the assignment is
// deleted: what the device has sent belongs to the project it was attributed to. Another project takes it over
// when that project releases it, or by a server admin.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Reach } from "../../../domain/access/Visibility.ts"
import { uuids } from "../../sql/arrays.ts"
import { recordsBetween } from "../../jobs/queueJob.ts"
import { StateConflict } from "../../sql/refusals.ts"
import { wholeProjects } from "../../access/visibilityConditions.ts"

const details = {
  released:
    "The device was put in another project last, which has to release it: POST " +
    "/api/v1/devices/{id}/release. A server admin puts any device anywhere.",
  kept:
    "A device is released by members who see the project whole that it was put in last, or by a server " +
    "admin."
}

/**
 * Returns the projects that keep a new device: those of its data source, as far as its creator sees them as a
 * whole.
 */
export const initialOwners = (reach: Reach, sourceProjects: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (reach === null) return sourceProjects
  const wholeProjectIds = wholeProjects(reach)
  return sourceProjects.length === 0
    ? wholeProjectIds
    : wholeProjectIds.filter((id) => sourceProjects.includes(id))
}

/**
 * Refuses a caller who does not own a device; with `released`, a device that no project keeps, or that was
 * released, is open to every caller.
 */
export const requireOwnership = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  reach: Reach,
  deviceId: string,
  release: "released" | "kept"
) {
  if (reach === null) return
  const free =
    release === "released" ? pg.literal("or d.kept_by = '{}' or d.released_at is not null") : pg.literal("")
  const theirs = yield* pg`
    select from devices d
    where d.id = ${deviceId}::uuid and (d.kept_by && ${uuids(wholeProjects(reach))} ${free})`
  if (theirs.length === 0) return yield* new StateConflict({ code: "DEVICE_KEPT", detail: details[release] })
})

/**
 * Refuses to give the caller records of `[from, to)` (epoch ms, null for no end) that belong to projects
 * which they do not see as a whole.
 */
export const requireRecordOwnership = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  reach: Reach,
  deviceId: string,
  from: number,
  to: number | null
) {
  if (reach === null) return
  const foreign = yield* recordsBetween(
    pg,
    deviceId,
    from,
    to,
    pg`project_id is not null and project_id <> all(${uuids(wholeProjects(reach))})`
  )
  if (foreign)
    return yield* new StateConflict({
      code: "RECORDS_OF_ANOTHER",
      detail:
        "In this span the device has records that belong to another project. A server admin may put " +
        "the device here all the same."
    })
})
