// How fast an animal can be: as the run says, else by what it is. Specification 2.6.
import { PLAUSIBLE_SPEED_MPS } from "../../src/domain/analysis/livestock.ts"
import type { Subject } from "../../src/domain/analysis/Tracks.ts"

/** In m/s. */
export const plausibleSpeed = (
  { isLivestock }: Pick<Subject, "isLivestock">,
  { max_speed_mps }: { readonly max_speed_mps: number | null }
): number => max_speed_mps ?? PLAUSIBLE_SPEED_MPS[isLivestock ? "livestock" : "wildlife"]
