// Whose an item is that was refused: nobody has read it, but most name their device all the same.
import { readIdentity } from "../../domain/intake/scalars/readIdentity.ts"

/** The name an item came with, as far as it can be told. */
export const nameIn = (raw: unknown): string | null => {
  const { device, device_id } =
    typeof raw === "object" && raw !== null
      ? (raw as { readonly device?: unknown; readonly device_id?: unknown })
      : {}
  const name = readIdentity(device ?? device_id)
  return name !== null && name.length <= 200 && !name.includes("\0") ? name.toWellFormed() : null
}
