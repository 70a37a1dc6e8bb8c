// A device: a sender of reports. It may have several identities, one for each data source it reports through.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Attributes, Instant, Name, NewAttributes, Uuid } from "../schemas.ts"

/** deviceStatuses are the statuses of a device. */
export const deviceStatuses = ["active", "inactive", "retired"] as const

const written = {
  name: Name,
  device_type: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  serial_number: Schema.NullOr(Schema.String.check(Schema.isMaxLength(200))),
  status: Schema.Literals(deviceStatuses),
  attributes: NewAttributes
}

/** The id of a device at a data source. */
const external_id = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))

/**
 * NewDevice is a request to create a device. `external_id` and `data_source_id` come together: the device's
 * first identity.
 */
export const NewDevice = Schema.Struct({
  ...Struct.map(written, Schema.optionalKey),
  name: Name,
  external_id: Schema.optionalKey(external_id),
  data_source_id: Schema.optionalKey(Uuid)
})
export type NewDevice = typeof NewDevice.Type

/** DeviceChange is a request to change some members of a device. */
export const DeviceChange = Schema.Struct(written).mapFields(Struct.map(Schema.optionalKey))
export type DeviceChange = typeof DeviceChange.Type

/** Device is a registered device. */
export const Device = Schema.Struct({
  id: Uuid,
  ...written,
  attributes: Attributes,
  released_at: Schema.NullOr(Instant).annotate({
    description:
      "Since then any project may take the device over; null: only the project it was put in last, or " +
      "a server admin"
  }),
  created_at: Instant,
  updated_at: Instant
}).annotate({ identifier: "Device" })
export type Device = typeof Device.Type

/** NewIdentity is a request to add an identity to a device. */
export const NewIdentity = Schema.Struct({ data_source_id: Uuid, external_id })
export type NewIdentity = typeof NewIdentity.Type

/** Identity is the id of a device at a data source; no two devices have the same one. */
export const Identity = Schema.Struct({
  id: Uuid,
  device_id: Uuid,
  data_source_id: Uuid,
  external_id,
  created_at: Instant
}).annotate({ identifier: "Identity" })
export type Identity = typeof Identity.Type
