// Who owns the records of an interval of time: `attribute`, evaluated once for all moments that have the same
// owner.
import { type Assignments, attribute, type Owner } from "./attribute.ts"

/** OwnedInterval is `[from, to)` with its owner; epoch ms, -Infinity and Infinity for no end. */
export interface OwnedInterval {
  readonly from: number
  readonly to: number
  readonly owner: Owner
}

/**
 * Returns the interval cut where an assignment begins or ends, each part with the owner of every record in
 * it, without gaps. Assignments are half-open and so are the parts: the owner at the start of a part is the
 * owner throughout.
 */
export const attributeInterval = (
  from: number,
  to: number,
  assignments: Assignments
): ReadonlyArray<OwnedInterval> => {
  const bounds = [...assignments.projects, ...assignments.entities]
    .flatMap((a) => [a.from, a.to])
    .filter((at) => at > from && at < to)
  const cuts = [from, ...[...new Set(bounds)].sort((a, b) => a - b), to]
  const pieces: Array<OwnedInterval> = []
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
