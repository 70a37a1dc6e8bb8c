// Which areas each fix is in: the answer of the rules. Specification 2.8, rule 16.
import type { AreaIndex } from "../../src/domain/geo/AreaIndex.ts"
import type { Places } from "../space/localFrame.ts"

/** Containment lists the fixes of each area, and whether each fix is in any. */
interface Containment {
  /** of each area: the fixes in it, ascending; a fix where areas overlap is in each */
  readonly inside: ReadonlyArray<Uint32Array>
  /** of each fix: 1 if it is in any */
  readonly isInside: Uint8Array
}

/** Finds the areas of each fix. */
export const containmentOf = (index: AreaIndex, { lat, lon }: Places): Containment => {
  const inside = index.prepared.map((): Array<number> => [])
  const isInside = new Uint8Array(lon.length)
  for (let i = 0; i < lon.length; i++) {
    for (const area of index.at(lon[i]!, lat[i]!)) {
      inside[area]!.push(i)
      isInside[i] = 1
    }
  }
  return { inside: inside.map((fixes) => Uint32Array.from(fixes)), isInside }
}
