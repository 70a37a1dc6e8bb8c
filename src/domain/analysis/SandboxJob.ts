// What crosses to an analysis thread and back: data alone. The buffers of the tracks are given away, not
// copied.
import type { AnalysisGeometry } from "./Geometry.ts"
import type { ResultDocument } from "./Result.ts"
import type { ChosenArea, Period, Subject, Track } from "./Tracks.ts"

/** SandboxJob has the members that the jobs of all modules share; each module adds its own. */
export interface SandboxJob {
  /** the key of the module */
  readonly module: string
  /** `method_version` of the result */
  readonly methodVersion: string
  /** the options, complete */
  readonly parameters: object
  /** IANA name: the days of the calendar, and nothing else, depend on it */
  readonly timezone: string
  readonly subjects: ReadonlyArray<Subject>
  /** `main` first */
  readonly periods: ReadonlyArray<Period>
  /** per subject and period at most one; one without fixes may be missing */
  readonly tracks: ReadonlyArray<Track>
  /**
   * each subject is judged over the time from its first fix in a period to its last, not over the whole
   * period; absent: false
   */
  readonly ownPeriods?: boolean
  /** fixes at a far position that a device repeats are left out, not only warned of; absent: false */
  readonly dropSentinels?: boolean
}

/** LoadedTracks are the tracks that were read for a plan, with subjects in its order. */
export interface LoadedTracks extends Pick<
  SandboxJob,
  "timezone" | "subjects" | "tracks" | "ownPeriods" | "dropSentinels"
> {
  readonly areas: ReadonlyArray<ChosenArea>
}

/** ComputedResult is the outcome of a finished computation. Equal jobs give equal bytes. */
export interface ComputedResult {
  readonly document: ResultDocument
  readonly geometries: ReadonlyArray<AnalysisGeometry>
  /** fixes that quality rules dropped */
  readonly excluded: number
}

/**
 * Report is a message of a thread. The last one is `done` or `refused`; a thread that ends without it has
 * crashed.
 */
export type Report =
  | { readonly _tag: "progress"; readonly percent: number; readonly step: string }
  | { readonly _tag: "done"; readonly computed: ComputedResult }
  | {
      readonly _tag: "refused"
      readonly code: "INPUT_TOO_LARGE" | "ANALYSIS_FAILED"
      readonly message: string
    }
