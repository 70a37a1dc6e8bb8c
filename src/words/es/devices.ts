// Spanish words of the devices and one device.
import type { devices as english } from "../en/devices.ts"
import type { Like } from "../tools.ts"

/** devices are the words of the devices and one device. */
export const devices: Like<typeof english> = {}
