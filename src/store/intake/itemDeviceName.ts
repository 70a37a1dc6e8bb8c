// Finds the device's name in a refused item, which was not decoded.
import { readIdentity } from "../../domain/intake/scalars/readIdentity.ts"

/** Returns the name that an item carries, as far as it can be read. */
export const itemDeviceName = (raw: unknown): string | null => {
  const { device, device_id } =
    typeof raw === "object" && raw !== null
      ? (raw as { readonly device?: unknown; readonly device_id?: unknown })
      : {}
  const name = readIdentity(device ?? device_id)
  return name !== null && name.length <= 200 && !name.includes("\0") ? name.toWellFormed() : null
}
