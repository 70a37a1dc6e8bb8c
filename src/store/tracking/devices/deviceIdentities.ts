// Identities: what data sources call a device.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Reach } from "../../../domain/access/Visibility.ts"
import type { Identity, NewIdentity } from "../../../domain/tracking/Device.ts"
import { audit } from "../../access/Audit.ts"
import { namedDevices, reachedSources } from "../../access/visibilityConditions.ts"
import { after, placeTime, slice, type Window, wireTime } from "../../sql/keyset.ts"
import { ConstraintViolated, Missing, refusing, StateConflict } from "../../sql/refusals.ts"
import { uuid7 } from "../../sql/uuid7.ts"
import { bumpRosters, projectsOfDevice } from "../projects/editions.ts"

const sourceUnknown = () =>
  new ConstraintViolated({
    pointer: "/data_source_id",
    code: "DATA_SOURCE_UNKNOWN",
    detail: "There is no such data source."
  })

/** The refusals by constraint of identities. */
export const identityRefusals = {
  device_identities_data_source_id_external_id_key: () =>
    new StateConflict({
      code: "IDENTITY_TAKEN",
      detail: "Another device has this external id at the data source."
    }),
  device_identities_data_source_id_fkey: sourceUnknown
}

/** A device `d` that the caller may name and change. */
export const namedDevice = (pg: PgClient.PgClient) => (reach: Reach, id: string) =>
  pg.and([pg`d.id = ${id}`, ...namedDevices(pg, reach, "d")])

/**
 * Makes the part of `Devices` that is about identities; `findSource` and `insertIdentity` serve the first
 * identity.
 */
export const deviceIdentities = (pg: PgClient.PgClient) => {
  const one = namedDevice(pg)
  const identity = pg.literal(
    `i.id, i.device_id, i.data_source_id, i.external_id, ${wireTime("i.created_at")} as created_at`
  )
  const named = (reach: Reach, id: string, identityId: string) =>
    pg.and([
      pg`i.device_id = ${id}`,
      pg`i.id = ${identityId}`,
      ...(reach === null ? [] : [pg`exists (select from devices d where ${one(reach, id)})`])
    ])

  const mustName = Effect.fnUntraced(function* (reach: Reach, id: string) {
    const visibleDevices = yield* pg`select from devices d where ${one(reach, id)}`
    if (visibleDevices.length === 0) return yield* new Missing()
  })

  /**
   * Finds a source that the caller may use: an identity at the source of another project would take what its
   * devices send.
   */
  const findSource = Effect.fnUntraced(function* (reach: Reach, input: NewIdentity) {
    const [source] = yield* pg<{
      readonly project_ids: ReadonlyArray<string>
    }>`
      select s.project_ids
      from data_sources s
      where ${pg.and([pg`s.id = ${input.data_source_id}`, ...reachedSources(pg, reach, "s")])}`
    return source ?? (yield* sourceUnknown())
  })

  const insertIdentity = Effect.fnUntraced(function* (deviceId: string, input: NewIdentity) {
    const [row] = yield* pg<Identity>`
      insert into device_identities as i ${pg.insert({ id: uuid7(), device_id: deviceId, ...input })}
      returning ${identity}`
    return row!
  })

  const identities = Effect.fn("Devices.identities")(function* (reach: Reach, id: string, window: Window) {
    yield* mustName(reach, id)
    const rows = yield* pg<Identity & { place_time: string }>`
      select ${identity}, ${pg.literal(placeTime("i.created_at"))} as place_time
      from device_identities i
      where i.device_id = ${id} and ${after(pg, window, "i.created_at", "i.id")}
      order by i.created_at desc, i.id desc
      limit ${window.limit + 1}`
    return slice(window, rows, (row) => row.id)
  }, refusing({}))

  const identityOf = Effect.fn("Devices.identity")(function* (reach: Reach, id: string, identityId: string) {
    const [row] =
      yield* pg<Identity>`select ${identity} from device_identities i where ${named(reach, id, identityId)}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  const addIdentity = Effect.fn("Devices.addIdentity")(
    function* (actor: Actor, reach: Reach, id: string, input: NewIdentity) {
      yield* mustName(reach, id)
      yield* bumpRosters(pg, yield* projectsOfDevice(pg, id))
      yield* findSource(reach, input)
      const row = yield* insertIdentity(id, input)
      yield* audit(pg, actor, {
        action: "device.identity_added",
        objectType: "device",
        objectId: id,
        detail: input
      })
      return row
    },
    pg.withTransaction,
    refusing(identityRefusals)
  )

  const removeIdentity = Effect.fn("Devices.removeIdentity")(
    function* (actor: Actor, reach: Reach, id: string, identityId: string) {
      yield* bumpRosters(pg, yield* projectsOfDevice(pg, id))
      const [row] = yield* pg<NewIdentity>`
        delete from device_identities i
        where ${named(reach, id, identityId)}
        returning data_source_id, external_id`
      if (row === undefined) return yield* new Missing()
      yield* audit(pg, actor, {
        action: "device.identity_removed",
        objectType: "device",
        objectId: id,
        detail: row
      })
    },
    pg.withTransaction,
    refusing({})
  )

  return { findSource, insertIdentity, identities, identity: identityOf, addIdentity, removeIdentity }
}
