// The values of a device's form, as typed, and the request built from them.
import { type AttributeLine, attributeLines, attributesOf } from "../../animals/add/attributes.ts"
import type { Device } from "../../../data/device.ts"
import type { DeviceChange } from "../../../data/write/writeDevices.ts"

/** DeviceForm holds the typed values of a device; an empty serial number means none. */
export interface DeviceForm {
  readonly name: string
  readonly type: string
  readonly serial: string
  readonly attributes: ReadonlyArray<AttributeLine>
}

/** EMPTY is the form of a new device. */
export const EMPTY: DeviceForm = { name: "", type: "", serial: "", attributes: [] }

/** formOf returns the form of a device. */
export const formOf = ({ attributes, device_type, name, serial_number }: Device): DeviceForm => ({
  name,
  type: device_type,
  serial: serial_number ?? "",
  attributes: attributeLines(attributes)
})

/** newOf returns the members of a new device. */
export const newOf = ({ attributes, name, serial, type }: DeviceForm) => ({
  name: name.trim(),
  ...(type.trim() === "" ? {} : { device_type: type.trim() }),
  ...(serial.trim() === "" ? {} : { serial_number: serial.trim() }),
  attributes: attributesOf(attributes)
})

/** changeOf returns the changed members; empty: none. */
export const changeOf = (form: DeviceForm, read: Device): DeviceChange => {
  const before = formOf(read)
  const serial = form.serial.trim()
  return {
    ...(form.name.trim() === before.name ? {} : { name: form.name.trim() }),
    ...(form.type.trim() === before.type ? {} : { device_type: form.type.trim() }),
    ...(serial === before.serial ? {} : { serial_number: serial === "" ? null : serial }),
    ...(JSON.stringify(form.attributes) === JSON.stringify(before.attributes)
      ? {}
      : { attributes: attributesOf(form.attributes, read.attributes) })
  }
}
