// The time cursor; null is live. It changes many times a second during drag and playback, so it lives outside React;
// the address receives where it stops.
import { watched } from "../../watched.ts"

/** The cursor in epoch ms; null: live. */
const at = watched<number | null>(null)

export const { read: readCursor, watch: watchCursor } = at

/** setCursor moves the cursor. */
export const setCursor = (to: number | null): void => {
  if (to !== at.read()) at.set(to)
}
