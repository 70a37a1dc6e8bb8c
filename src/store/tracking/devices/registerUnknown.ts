// Makes devices of unknown identities, inside the transaction of the caller, which holds the locks of the
// identities: a report that arrives meanwhile is either stored before, or finds its device.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Reach } from "../../../domain/access/Visibility.ts"
import type {
  NewRegistrations,
  Registered,
  UnknownIdentity
} from "../../../domain/tracking/UnknownIdentity.ts"
import { instants, texts, uuids } from "../../sql/arrays.ts"
import { audit } from "../../access/Audit.ts"
import { bumpRosters } from "../projects/editions.ts"
import { initialOwners } from "./deviceOwnership.ts"
import { unknownReference } from "../entities/entityReferences.ts"
import { queueJob } from "../../jobs/queueJob.ts"
import { ConstraintViolated, StateConflict } from "../../sql/refusals.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import { wholeProjects } from "../../access/visibilityConditions.ts"

const projectUnknown = () =>
  new ConstraintViolated({
    pointer: "/project_id",
    code: "PROJECT_UNKNOWN",
    detail: "There is no such project, or devices of these data sources may not go there."
  })

/** The refusals by constraint of registrations. */
export const registerRefusals = {
  device_identities_data_source_id_external_id_key: () =>
    new StateConflict({
      code: "IDENTITY_TAKEN",
      detail: "Another device has one of these identities by now."
    }),
  project_assignments_project_id_fkey: projectUnknown,
  ...unknownReference
}

const nameOf = ({ device_name, external_id }: UnknownIdentity): string =>
  [device_name ?? "", external_id].find((name) => /\S/u.test(name)) ?? "Device"

/** Refuses a project that the data sources do not serve, except for a server admin. */
const checkProject = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  reach: Reach,
  projectId: string,
  identities: ReadonlyArray<UnknownIdentity>
) {
  if (reach === null) return
  const closed = yield* pg`
    select from data_sources
    where id = any(${uuids(identities.map((i) => i.data_source_id))})
      and not project_ids @> array[${projectId}::uuid]
    limit 1`
  if (!wholeProjects(reach).includes(projectId) || closed.length > 0) return yield* projectUnknown()
})

/** Refuses entities that are not of the project. */
const checkWearers = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  projectId: string,
  each: NonNullable<NewRegistrations["each"]>
) {
  const wanted = each.flatMap(({ entity_id }) => entity_id ?? [])
  if (wanted.length === 0) return
  const entityRows = yield* pg<{ readonly id: string }>`
    select id from entities where project_id = ${projectId}::uuid and id = any(${uuids(wanted)})`
  const knownEntityIds = new Set(entityRows.map(({ id }) => id))
  const at = each.findIndex(({ entity_id }) => entity_id !== undefined && !knownEntityIds.has(entity_id))
  if (at >= 0)
    return yield* new ConstraintViolated({
      pointer: `/each/${at}/entity_id`,
      code: "ENTITY_UNKNOWN",
      detail: "The project has no such entity."
    })
})

/**
 * Makes a device of each identity, with its assignments and entities; the stored reports are processed by a
 * job.
 */
export const registerUnknown = Effect.fnUntraced(function* (
  pg: PgClient.PgClient,
  actor: Actor,
  reach: Reach,
  identities: ReadonlyArray<UnknownIdentity>,
  { device_type, each = [], entity_type_id, group_id, project_id, valid_from }: NewRegistrations
) {
  const single = new Map(each.map((one) => [one.identity_id, one]))
  const made = identities.map((identity) => {
    const { entity_id: wearer = null, name } = single.get(identity.id) ?? {}
    const isNewEntity = project_id !== undefined && entity_type_id !== undefined && wearer === null
    return {
      identity,
      deviceId: uuid7(),
      entityId: isNewEntity ? uuid7() : wearer,
      isNewEntity,
      name: name ?? nameOf(identity),
      from: valid_from ?? Date.parse(identity.kept_from ?? identity.first_seen_at)
    }
  })
  const devices = uuids(made.map((m) => m.deviceId)),
    begins = instants(made.map((m) => m.from))
  if (project_id !== undefined) {
    yield* checkProject(pg, reach, project_id, identities)
    yield* checkWearers(pg, project_id, each)
    yield* bumpRosters(pg, [project_id])
  }
  const sources = yield* pg<{ readonly id: string; readonly project_ids: ReadonlyArray<string> }>`
    select id, project_ids
    from data_sources
    where id = any(${uuids(identities.map((i) => i.data_source_id))})`
  for (const [sourceId, list] of Map.groupBy(made, (m) => m.identity.data_source_id)) {
    const keepers = initialOwners(reach, sources.find((s) => s.id === sourceId)?.project_ids ?? [])
    yield* pg`
      insert into devices (id, name, device_type, kept_by)
      select id, name, coalesce(${device_type ?? null}, 'tracker'), ${uuids(keepers)}
      from unnest(${uuids(list.map((m) => m.deviceId))}, ${texts(list.map((m) => m.name))}) as m (id, name)`
  }
  yield* pg`
    insert into device_identities (id, device_id, data_source_id, external_id)
    select *
    from unnest(
      ${uuids(made.map(() => uuid7()))}, ${devices}, ${uuids(made.map((m) => m.identity.data_source_id))},
      ${texts(made.map((m) => m.identity.external_id))}
    )`
  if (project_id !== undefined) {
    yield* pg`
      insert into project_assignments (id, device_id, project_id, valid_from)
      select id, device_id, ${project_id}::uuid, begins
      from unnest(${uuids(made.map(() => uuid7()))}, ${devices}, ${begins}) as m (id, device_id, begins)`
  }
  const born = made.filter((m) => m.isNewEntity),
    worn = made.filter((m) => m.entityId !== null)
  if (project_id !== undefined && entity_type_id !== undefined && born.length > 0)
    yield* pg`
      insert into entities (id, project_id, entity_type_id, group_id, name)
      select id, ${project_id}::uuid, ${entity_type_id}::uuid, ${group_id ?? null}::uuid, name
      from unnest(
        ${uuids(born.map((m) => m.entityId))}, ${texts(born.map((m) => m.name))}
      ) as m (id, name)`
  if (project_id !== undefined && worn.length > 0)
    yield* pg`
      insert into entity_assignments (id, device_id, project_id, entity_id, valid_from)
      select id, device_id, ${project_id}::uuid, entity_id, begins
      from unnest(
        ${uuids(worn.map(() => uuid7()))}, ${uuids(worn.map((m) => m.deviceId))},
        ${uuids(worn.map((m) => m.entityId))}, ${instants(worn.map((m) => m.from))}
      ) as m (id, device_id, entity_id, begins)`
  return yield* Effect.forEach(
    made,
    Effect.fnUntraced(function* ({ deviceId, entityId, from, identity, isNewEntity, name }) {
      yield* audit(pg, actor, {
        action: "device.created",
        objectType: "device",
        objectId: deviceId,
        projectId: project_id ?? null,
        detail: {
          unknown_identity_id: identity.id,
          data_source_id: identity.data_source_id,
          external_id: identity.external_id,
          name,
          entity_id: entityId,
          entity_made: isNewEntity,
          valid_from: project_id === undefined ? null : new Date(from).toISOString()
        }
      })
      const jobId = yield* queueJob(pg, {
        kind: "kept_reports",
        deviceId,
        from: null,
        to: null,
        userId: actor.userId,
        reason: "device_known",
        restSeconds: 0
      })
      return {
        identity_id: identity.id,
        external_id: identity.external_id,
        device_id: deviceId,
        entity_id: entityId,
        job_id: jobId
      } satisfies Registered
    })
  )
})
