// Spanish words of the forms of a device.
import type { deviceForms as english } from "../en/deviceForms.ts"
import type { Like } from "../tools.ts"

/** deviceForms are the words of the forms of a device. */
export const deviceForms: Like<typeof english> = {}
