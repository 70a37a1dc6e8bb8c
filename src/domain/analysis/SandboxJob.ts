// What crosses to an analysis thread and back: data alone. The buffers of the tracks are given away, not
// copied.
import type { AnalysisGeometry } from "./Geometry.ts"
import type { GrazingParameters } from "./modules/grazing.ts"
import type { MovementParameters } from "./modules/movement.ts"
import type { ResultDocument } from "./Result.ts"
import type { Period, Subject, Track } from "./Tracks.ts"

interface Common {
  /** IANA name: the days of the calendar, and nothing else, depend on it */
  readonly timezone: string
  readonly subjects: ReadonlyArray<Subject>
  /** `main` first */
  readonly periods: ReadonlyArray<Period>
  /** per subject and period at most one; one without fixes may be missing */
  readonly tracks: ReadonlyArray<Track>
  /**
   * each subject is judged over the time from its first fix in a period to its last, not over the whole
   * period; said by nobody: no
   */
  readonly ownPeriods?: boolean
  /** fixes at a far position that a device repeats are left out, not only warned of; said by nobody: no */
  readonly dropSentinels?: boolean
}

export interface MovementJob extends Common {
  readonly module: "movement"
  readonly parameters: MovementParameters
}

/** A chosen area: a polygon or multipolygon in degrees, as stored. */
export interface GrazingArea {
  readonly id: string
  readonly name: string
  readonly geometry:
    | { readonly type: "Polygon"; readonly coordinates: Rings }
    | { readonly type: "MultiPolygon"; readonly coordinates: ReadonlyArray<Rings> }
  /** numbers among the attributes, such as `carrying_capacity` */
  readonly attributes: Readonly<Record<string, number>>
}
export type Rings = ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>

export interface GrazingJob extends Common {
  readonly module: "grazing"
  readonly parameters: GrazingParameters
  readonly areas: ReadonlyArray<GrazingArea>
  /** how many animals the chosen herd has, with or without fixes: the N of "n of N animals tracked" */
  readonly herdSize: number
  /** subjects (indices) of the second herd; they have tracks of `comparison` only */
  readonly herdB: ReadonlyArray<number>
}

export type SandboxJob = MovementJob | GrazingJob

/** What a finished computation is. Equal jobs give equal bytes. */
export interface Computed {
  readonly document: ResultDocument
  readonly geometries: ReadonlyArray<AnalysisGeometry>
  /** fixes that quality rules dropped */
  readonly excluded: number
}

/** What a thread says. The last report is `done` or `refused`; a thread that ends without one has died. */
export type Report =
  | { readonly _tag: "progress"; readonly percent: number; readonly step: string }
  | { readonly _tag: "done"; readonly computed: Computed }
  | {
      readonly _tag: "refused"
      readonly code: "INPUT_TOO_LARGE" | "ANALYSIS_FAILED"
      readonly message: string
    }
