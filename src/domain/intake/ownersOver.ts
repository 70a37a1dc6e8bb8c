// Whose the records of a stretch of time are: `attribute`, asked once for all the moments that have one
// answer.
import { type Assignments, attribute, type Owner } from "./attribute.ts"

/** `[from, to)`, epoch ms; -Infinity and Infinity: no end. */
export interface Owned {
  readonly from: number
  readonly to: number
  readonly owner: Owner
}

/**
 * The stretch cut where an assignment begins or ends, each piece with the owner of every record in it, one
 * after the other without a gap. Assignments are half-open and so are the pieces: the owner at a piece's
 * beginning is the owner throughout.
 */
export const ownersOver = (from: number, to: number, assignments: Assignments): ReadonlyArray<Owned> => {
  const bounds = [...assignments.projects, ...assignments.entities]
    .flatMap((a) => [a.from, a.to])
    .filter((at) => at > from && at < to)
  const cuts = [from, ...[...new Set(bounds)].sort((a, b) => a - b), to]
  const pieces: Array<Owned> = []
  for (let i = 1; i < cuts.length; i++) {
    const owner = attribute(cuts[i - 1]!, assignments),
      last = pieces.at(-1)
    if (
      last !== undefined &&
      last.owner.projectId === owner.projectId &&
      last.owner.entityId === owner.entityId
    )
      pieces.splice(-1, 1, { ...last, to: cuts[i]! })
    else pieces.push({ from: cuts[i - 1]!, to: cuts[i]!, owner })
  }
  return pieces
}
