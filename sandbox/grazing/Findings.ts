// Everything a grazing run found, before it is written down.
import type { GrazingJob } from "../../src/domain/analysis/modules/grazing.ts"
import type { PeriodKey } from "../../src/domain/analysis/Tracks.ts"
import { warnings } from "../../src/words/en/messages/warnings.ts"
import type { LocalFrame } from "../space/localFrame.ts"
import type { Pastures } from "./areas.ts"
import { type Figures, trackedCount } from "./figures.ts"
import type { HerdUse } from "./use.ts"

/** Side is one period, or one of two herds, with the figures of its areas. */
export interface Side {
  readonly key: PeriodKey
  readonly herd: HerdUse
  readonly figures: ReadonlyArray<Figures>
}

/** Findings are all results of a grazing run, from which tables, charts, shapes and warnings are made. */
export interface Findings {
  readonly job: GrazingJob
  readonly pastures: Pastures
  readonly frame: LocalFrame
  /** main first */
  readonly sides: ReadonlyArray<Side>
  /** what the weighting is called in headers */
  readonly weighting: string
}

/** Returns what a side is beside the other one. */
export const sideCode = ({ herdB }: GrazingJob, key: PeriodKey) =>
  herdB.length === 0 ? key : key === "main" ? "herd" : "otherHerd"

/** Returns the name of a side where it stands beside the other one. */
export const sideName = (job: GrazingJob, key: PeriodKey): string => warnings.sides[sideCode(job, key)]

/** Returns "n of N animals tracked" for each side; no figure of a herd is shown without it. */
export const trackedText = ({ job, sides }: Findings): string => {
  const texts = sides.map(({ herd }) => `${trackedCount(herd)} of ${herd.herdSize} animals tracked`)
  return sides.length === 1 || texts[0] === texts[1]
    ? texts[0]!
    : sides.map(({ key }, i) => `${sideName(job, key).toLowerCase()}: ${texts[i]}`).join("; ")
}
