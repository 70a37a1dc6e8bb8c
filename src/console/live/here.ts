// Where the one who looks stands, once they have asked: known to this tab alone, and as long as it is open.
import { isTheirs } from "../queries/belongings.ts"
import { watched } from "../watched.ts"

export interface Here {
  readonly at: readonly [lon: number, lat: number]
  /** as far as it may be off, m */
  readonly accuracyM: number
}

export const { read: readHere, set: setHere, watch: watchHere } = watched<Here | null>(null)

isTheirs(() => setHere(null))
