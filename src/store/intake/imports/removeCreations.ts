// Removes what an import made and nothing else uses: its animals, then its devices, then assignments of
// remaining ones without records. With the last one the removal is complete.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import {
  type RemovalCounts,
  noRemovals,
  type RemovalResult,
  withMore
} from "../../../domain/intake/ImportRemoval.ts"
import type { Claim, Progress } from "../../../jobs/ports.ts"
import { audit } from "../../access/Audit.ts"
import { recordsBetween } from "../../jobs/queueJob.ts"
import { uuids } from "../../sql/arrays.ts"
import { bumpRosters } from "../../tracking/projects/editions.ts"
import { importUses } from "./importUses.ts"
import type { RemovalParameters } from "./RemovalRequests.ts"

/** CREATIONS_PER_TRANSACTION is how many are checked in one transaction. */
const CREATIONS_PER_TRANSACTION = 50

/** Fates counts the removed and kept animals and devices so far; part of the checkpoint. */
interface Fates {
  readonly animals: RemovalCounts
  readonly devices: RemovalCounts
}

const fatesOf = ({ checkpoint }: Progress): Fates => {
  const { animals = noRemovals, devices = noRemovals } = (checkpoint ?? {}) as Partial<Fates>
  return { animals, devices }
}

/** NotedCreation is a creation as it is noted; assignments with their device and span. */
interface NotedCreation {
  readonly kind: "entity" | "device" | "project_assignment" | "entity_assignment"
  readonly id: string
}

const order = "array_position(array['entity', 'device', 'entity_assignment', 'project_assignment'], c.kind)"

/** Removes an assignment without records. */
const removeAssignment = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  { kind, id }: NotedCreation,
  author: RemovalParameters["author"]
) {
  const table = pg.literal(`${kind}s`)
  const [found] = yield* pg<{ device_id: string; project_id: string; from: Date; to: Date | null }>`
    select a.device_id, a.project_id, a.valid_from as from, a.valid_to as to
    from ${table} a
    where a.id = ${id}::uuid`
  if (found === undefined) return
  yield* pg`select from devices where id = ${found.device_id}::uuid for update`
  const owner = pg`project_id = ${found.project_id}::uuid`
  if (yield* recordsBetween(pg, found.device_id, found.from.getTime(), found.to?.getTime() ?? null, owner))
    return
  yield* bumpRosters(pg, [found.project_id])
  yield* pg`delete from ${table} where id = ${id}::uuid`
  yield* audit(pg, author, {
    action: `${kind}.removed`,
    objectType: kind,
    objectId: id,
    projectId: found.project_id,
    detail: { device_id: found.device_id }
  })
})

/** Removes the next creations of the import; `left`: whether there are more. */
export const removeCreations = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  { projectId }: Claim,
  { author, import_id }: RemovalParameters,
  before: Progress
) {
  const uses = importUses(pg, projectId!, import_id)
  const next = yield* pg<NotedCreation>`
    select c.kind, c.object_id as id
    from import_creations c
    where c.import_id = ${import_id}::uuid
    order by ${pg.literal(order)}, c.object_id
    limit ${CREATIONS_PER_TRANSACTION}`
  const idsOf = (kind: NotedCreation["kind"]) => next.filter((one) => one.kind === kind).map(({ id }) => id)
  const entityIds = uuids(idsOf("entity")),
    deviceIds = uuids(idsOf("device"))
  // assignments change under the lock of their devices, and rules under that of their project
  yield* pg`
    select from devices
    where id = any(${deviceIds}) or id in (
      select device_id from entity_assignments where entity_id = any(${entityIds})
    )
    order by id
    for update`
  const projects = yield* pg<{ id: string }>`
    select project_id as id from project_assignments where device_id = any(${deviceIds})`
  yield* bumpRosters(pg, [projectId!, ...projects.map(({ id }) => id)])

  const animals = yield* uses.animals(pg`${entityIds}`, true)
  const devices = yield* uses.devices(pg`${deviceIds}`, true)
  for (const [table, kind, found] of [
    ["entities", "entity", animals],
    ["devices", "device", devices]
  ] as const) {
    const unused = found.filter(({ reasons }) => reasons.length === 0)
    yield* pg`delete from ${pg.literal(table)} where id = any(${uuids(unused.map(({ id }) => id))})`
    for (const { id, name } of unused)
      yield* audit(pg, author, {
        action: `${kind}.removed`,
        objectType: kind,
        objectId: id,
        ...(kind === "entity" ? { projectId } : {}),
        detail: { name, import_id }
      })
  }
  for (const noted of next)
    if (noted.kind !== "entity" && noted.kind !== "device") yield* removeAssignment(pg, noted, author)
  yield* pg`
    delete from import_creations c
    using unnest(${uuids(next.map(({ id }) => id))}) as v (id)
    where c.object_id = v.id and c.import_id = ${import_id}::uuid`

  const fates = fatesOf(before)
  const after: Fates = {
    animals: withMore(fates.animals, animals),
    devices: withMore(fates.devices, devices)
  }
  const left = next.length === CREATIONS_PER_TRANSACTION
  if (!left) yield* conclude(pg, { author, import_id }, projectId, before, after)
  return { left, progress: { ...before, checkpoint: { stage: "creations", ...after } } satisfies Progress }
})

/** Completes the removal and stores the counts of what was removed and kept. */
const conclude = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  { author, import_id }: RemovalParameters,
  projectId: string | null,
  { counts }: Progress,
  fates: Fates
) {
  const { measurements = 0, positions = 0, states = 0 } = counts
  const removed: RemovalResult = { positions, measurements, states, ...fates }
  yield* pg`
    update track_imports set state = 'removed', removed_at = now(), updated_at = now(),
      removal = ${pg.json(removed)}
    where id = ${import_id}::uuid`
  yield* audit(pg, author, {
    action: "import.removed",
    objectType: "import",
    objectId: import_id,
    projectId,
    detail: {
      positions,
      measurements,
      states,
      animals: fates.animals.removed,
      animals_kept: fates.animals.kept,
      devices: fates.devices.removed,
      devices_kept: fates.devices.kept
    }
  })
})
