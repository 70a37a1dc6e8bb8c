// What a run says that is too large: which bound it crosses, and what to choose instead. Specification 7.1.

/** Excess is a figure of a request that is above its bound. */
export type Excess =
  /** of the subject `name` alone */
  | { readonly of: "subject fixes"; readonly name: string; readonly value: number; readonly limit: number }
  /** of all subjects; loading stops at the bound, so the figure is not known */
  | { readonly of: "fixes"; readonly limit: number }
  | { readonly of: "geometries"; readonly value: number; readonly limit: number }
  /** bytes */
  | { readonly of: "document"; readonly value: number; readonly limit: number }

const MIB_BYTES = 1024 * 1024

/**
 * Returns the message of `INPUT_TOO_LARGE`. `hasAreas`: whether the run is about areas, of which fewer may be
 * chosen.
 */
export const inputTooLarge = (excess: Excess, hasAreas: boolean): string => {
  const fewer = hasAreas ? "fewer subjects, fewer areas" : "fewer subjects"
  switch (excess.of) {
    case "subject fixes":
      return (
        `${excess.name} has ${excess.value} fixes in the period, and a run takes ${excess.limit} of one ` +
        `subject. Choose fewer subjects, without ${excess.name}, or a shorter period.`
      )
    case "fixes":
      return (
        `The subjects have more than ${excess.limit} fixes in the period. Choose fewer subjects or a ` +
        `shorter period.`
      )
    case "geometries":
      return (
        `The result has ${excess.value} shapes, and a run keeps ${excess.limit}. Choose ${fewer} or larger ` +
        `cells.`
      )
    case "document":
      return (
        `The result document has ${(excess.value / MIB_BYTES).toFixed(1)} MiB, and a run keeps ` +
        `${excess.limit / MIB_BYTES}. Choose ${fewer} or a shorter period.`
      )
  }
}
