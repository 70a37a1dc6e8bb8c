// The release before rule actors were fibers, killed in the middle of things, as `recordHalfway.ts` recorded it.
import type { Found } from "./halves.ts"
import { loadRecording, readRecording, type Recording } from "./recording.ts"

export interface Halfway extends Recording {
  readonly known: {
    readonly project: string
    /** queued, and begun by nobody */
    readonly run: string
    readonly admin_token: string
  }
  /** what that release itself found when it went on, in the order of keys */
  readonly found: {
    readonly events: ReadonlyArray<Found>
    readonly run: {
      readonly input_count: number
      readonly parameters: unknown
      readonly charts: unknown
    }
  }
}

export const halfway = readRecording("halfway.json.gz") as Halfway

/** Into an empty database, as its owner. */
export const loadHalfway = loadRecording(halfway)
