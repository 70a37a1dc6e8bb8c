// Reads holds as they are stored, those written by version 0.1 included.
import type { Hold } from "./RuleState.ts"

type Side = Hold["sides"][number]

/** OldSide is a side as version 0.1 wrote it: the key of its position filter was named `lens`. */
type OldSide = Omit<Side, "filterKey"> & { readonly lens: string }

/** StoredHold is a hold as it is stored. */
export interface StoredHold extends Omit<Hold, "sides"> {
  readonly sides: ReadonlyArray<Side | OldSide>
}

const readSide = (side: Side | OldSide): Side => {
  if ("filterKey" in side) return side
  const { lens, ...others } = side
  return { ...others, filterKey: lens }
}

/** Returns stored holds by their present names. */
export const readHolds = (holds: ReadonlyArray<StoredHold>): ReadonlyArray<Hold> =>
  holds.map((hold) => ({ ...hold, sides: hold.sides.map(readSide) }))
