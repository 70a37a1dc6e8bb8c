// Devices: list, look up, register, update, remove, release.
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { uuid7 } from "../../sql/uuid7.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Reach } from "../../../domain/access/Visibility.ts"
import type { Device, DeviceChange, NewDevice } from "../../../domain/tracking/Device.ts"
import { uuids } from "../../sql/arrays.ts"
import { audit } from "../../access/Audit.ts"
import { type DeviceFilter, narrowedDevices } from "./deviceFilter.ts"
import { deviceIdentities, identityRefusals, namedDevice } from "./deviceIdentities.ts"
import { bumpRosters, projectsOfDevice } from "../projects/editions.ts"
import { initialOwners, requireOwnership } from "./deviceOwnership.ts"
import { after, placeTime, slice, type Window, wireTime, withinPage } from "../../sql/keyset.ts"
import { ConstraintViolated, Missing, refusing, StateConflict } from "../../sql/refusals.ts"
import { offeredDevices, reachedDevices, wholeProjects } from "../../access/visibilityConditions.ts"
import { changedColumns, writtenColumns } from "../../sql/writtenColumns.ts"

const make = Effect.gen(function* () {
  const pg = yield* PgClient.PgClient
  const one = namedDevice(pg)
  const { findSource, insertIdentity, ...identities } = deviceIdentities(pg)
  const selected = pg.literal(`
    d.id, d.name, d.device_type, d.serial_number, d.status, d.attributes,
    ${wireTime("d.released_at")} as released_at,
    ${wireTime("d.created_at")} as created_at,
    ${wireTime("d.updated_at")} as updated_at`)

  const list = Effect.fn("Devices.list")(function* (reach: Reach, filter: DeviceFilter, window: Window) {
    const rows = yield* pg<Device & { place_time: string }>`${withinPage(
      pg,
      pg`
      select ${selected}, ${pg.literal(placeTime("d.created_at"))} as place_time
      from devices d
      where ${pg.and([
        ...narrowedDevices(pg, filter),
        ...reachedDevices(pg, reach, "d"),
        after(pg, window, "d.created_at", "d.id")
      ])}
      order by d.created_at desc, d.id desc
      limit ${window.limit + 1}`
    )}`
    return slice(window, rows, (row) => row.id)
  }, Effect.orDie)

  const get = Effect.fn("Devices.get")(function* (reach: Reach, id: string) {
    const [row] = yield* pg<Device>`
      select ${selected}
      from devices d
      where ${pg.and([pg`d.id = ${id}`, ...offeredDevices(pg, reach, "d")])}`
    return row ?? (yield* new Missing())
  }, refusing({}))

  /**
   * Makes the device, with its first identity where one is given. Refused for a caller who sees no project
   * as a whole, because they would not see it.
   */
  const create = Effect.fn("Devices.create")(
    function* (actor: Actor, reach: Reach, { data_source_id, external_id, ...input }: NewDevice) {
      if (reach !== null && wholeProjects(reach).length === 0)
        return yield* new ConstraintViolated({
          pointer: "",
          code: "OUTSIDE_SCOPE",
          detail: "Devices are registered by members who see a whole project."
        })
      if ((data_source_id === undefined) !== (external_id === undefined)) {
        const pointer = external_id === undefined ? "/external_id" : "/data_source_id"
        return yield* new ConstraintViolated({
          pointer,
          code: "MISSING",
          detail: "An identity needs both external_id and data_source_id."
        })
      }
      const first =
        data_source_id === undefined || external_id === undefined ? null : { data_source_id, external_id }
      const source = first === null ? null : yield* findSource(reach, first)
      const kept_by = uuids(initialOwners(reach, source?.project_ids ?? []))
      const [row] = yield* pg<Device>`
        insert into devices as d ${pg.insert({ id: uuid7(), ...writtenColumns(pg, input), kept_by })}
        returning ${selected}`
      if (first !== null) yield* insertIdentity(row!.id, first)
      yield* audit(pg, actor, {
        action: "device.created",
        objectType: "device",
        objectId: row!.id,
        detail: { ...input, data_source_id, external_id }
      })
      return row!
    },
    pg.withTransaction,
    refusing(identityRefusals)
  )

  const update = Effect.fn("Devices.update")(
    function* (actor: Actor, reach: Reach, id: string, change: DeviceChange) {
      const [row] = yield* pg<Device>`
        update devices d set ${changedColumns(pg, change)} where ${one(reach, id)} returning ${selected}`
      if (row === undefined) return yield* new Missing()
      yield* bumpRosters(pg, yield* projectsOfDevice(pg, id))
      yield* audit(pg, actor, {
        action: "device.updated",
        objectType: "device",
        objectId: id,
        detail: change
      })
      return row
    },
    pg.withTransaction,
    refusing({})
  )

  /**
   * Removes the device with its identities and assignments; refused once it has sent something: such a
   * device is retired instead.
   */
  const remove = Effect.fn("Devices.remove")(
    function* (actor: Actor, reach: Reach, id: string) {
      const [device] = yield* pg<{
        name: string
      }>`select name from devices d where ${one(reach, id)} for update`
      if (device === undefined) return yield* new Missing()
      const [kept] = yield* pg`
        select from positions
        where device_id = ${id}
        union all
        select from measurements
        where device_id = ${id}
        union all
        select from device_states
        where device_id = ${id}
        limit 1`
      if (kept !== undefined)
        return yield* new StateConflict({
          code: "HAS_RECORDS",
          detail: "The device has sent records; retire it instead (status: retired)."
        })
      yield* bumpRosters(pg, yield* projectsOfDevice(pg, id))
      yield* pg`delete from devices where id = ${id}`
      yield* audit(pg, actor, {
        action: "device.removed",
        objectType: "device",
        objectId: id,
        detail: device
      })
    },
    pg.withTransaction,
    refusing({})
  )

  /** Lets any project take the device over; for callers who see the project that keeps it as a whole. */
  const release = Effect.fn("Devices.release")(
    function* (actor: Actor, reach: Reach, id: string) {
      const held = yield* pg`select from devices d where ${one(reach, id)} for update`
      if (held.length === 0) return yield* new Missing()
      yield* requireOwnership(pg, reach, id, "kept")
      const [row] = yield* pg<Device>`
        update devices d set released_at = coalesce(d.released_at, now())
        where d.id = ${id}
        returning ${selected}`
      yield* audit(pg, actor, {
        action: "device.released",
        objectType: "device",
        objectId: id,
        detail: { name: row!.name }
      })
      return row!
    },
    pg.withTransaction,
    refusing({})
  )

  return {
    list,
    get,
    create,
    update,
    remove,
    release,
    ...identities
  }
})

/** Devices stores devices. */
export class Devices extends Context.Service<Devices>()("store/Devices", { make }) {
  static readonly layer = Layer.effect(Devices, make)
}
