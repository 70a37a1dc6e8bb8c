// A release before there were lanes, members and plans of runs, as `record.ts` recorded it.
import { loadRecording, readRecording, type Recording } from "./recording.ts"

export interface Before extends Recording {
  /** what a customer of that release holds in hand */
  readonly known: {
    readonly project: string
    readonly source: string
    readonly source_token: string
    readonly run: string
    readonly reader_token: string
    readonly admin_token: string
    readonly password: string
    /** of the first fixes, epoch ms */
    readonly began: number
  }
}

export const before = readRecording("before.json") as Before

/** Into an empty database, as its owner. */
export const loadBefore = loadRecording(before)
