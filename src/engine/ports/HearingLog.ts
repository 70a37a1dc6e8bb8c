// What is on record of when the service could hear.
import { Context, Effect } from "effect"
import type { Outage } from "../../domain/hearing/Hearing.ts"

/** Ways in, each with a moment, epoch ms; null: the API. */
export type WayTimes = ReadonlyMap<string | null, number>

/** What has to be known of ways in before records are judged. */
export interface Vouch {
  /** ways by which records were received, and up to when that proves them heard */
  readonly heard: WayTimes
  /** ways by any of which a record may have been received: whether they were heard up to then is settled */
  readonly doubted: WayTimes
}

/** What is known already: the newest outage by its number, and those that were not over. */
export interface KnownOutages {
  readonly newest: number
  readonly open: ReadonlyArray<number>
}

export interface HearingNews {
  /** outages that are new, and what has become of those that were open; gone ones are missing */
  readonly outages: ReadonlyArray<Outage>
  /**
   * up to when each way in is known to have been heard, epoch ms, of those that are not out now: a data
   * source or, null, the API; none: nobody says when anything is heard
   */
  readonly heardTo: ReadonlyMap<string | null, number>
  /** when it was read by the clock of the record, epoch ms: an outage that goes on did so until then */
  readonly asOf: number
}

/**
 * Reads what is new. Ways in that nobody listens to any more are put on record as out before, so that what is
 * judged by the answer stays so. Where nobody keeps such a record everything was heard.
 */
export const HearingLog = Context.Reference<{
  readonly look: (known: KnownOutages, vouch: Vouch | null) => Effect.Effect<HearingNews>
}>("engine/HearingLog", {
  defaultValue: () => ({ look: () => Effect.succeed({ outages: [], heardTo: new Map(), asOf: Infinity }) })
})
