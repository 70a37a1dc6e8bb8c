// The one time cursor: null is live. It moves many times a second while somebody drags or plays, so it is
// outside React; the address learns where it came to rest.
import { watched } from "../watched.ts"

/** Epoch ms; null: live. */
const at = watched<number | null>(null)

export const { read: readCursor, watch: watchCursor } = at

export const setCursor = (to: number | null): void => {
  if (to !== at.read()) at.set(to)
}
