// The position of this device, once the user has asked for it; known only to this tab, while it is open.
import { onSignOut } from "../../data/signOut.ts"
import { watched } from "../../watched.ts"

/** Here is the position of this device. */
interface Here {
  readonly at: readonly [lon: number, lat: number]
  /** accuracy in metres */
  readonly accuracyM: number
}

export const { read: readHere, set: setHere, watch: watchHere } = watched<Here | null>(null)

onSignOut(() => setHere(null))
