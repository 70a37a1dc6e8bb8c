// The record of when the service could hear its devices.
import { Context, Effect } from "effect"
import type { Outage } from "../../domain/hearing/Hearing.ts"

/** WayTimes maps ways in to a moment, epoch ms; null: the API. */
type WayTimes = ReadonlyMap<string | null, number>

/** Vouch is what has to be recorded of ways in before records are evaluated. */
export interface Vouch {
  /** ways by which records were received, which proves that they were heard up to that moment */
  readonly heard: WayTimes
  /** ways by any of which a record may have been received: whether they were heard up to then is decided now */
  readonly doubted: WayTimes
}

/** KnownOutages are the outages already read: the newest by its number, and those that were not over. */
export interface KnownOutages {
  readonly newest: number
  readonly open: ReadonlyArray<number>
}

/** HearingNews is what changed since. */
export interface HearingNews {
  /** new outages, and those that were open as they are now; removed ones are missing */
  readonly outages: ReadonlyArray<Outage>
  /**
   * up to when each way in is known to have been heard, epoch ms, of those that are not out now: a data
   * source or, null, the API; empty: outages are not recorded
   */
  readonly heardTo: ReadonlyMap<string | null, number>
  /** clock time of the read, epoch ms: an open outage lasted until then */
  readonly asOf: number
}

/**
 * HearingLog reads what is new. Ways in without a listener are recorded as out first, so that what is
 * evaluated by the answer stays true. Where no such record is kept, everything counts as heard.
 */
export const HearingLog = Context.Reference<{
  readonly look: (known: KnownOutages, vouch: Vouch | null) => Effect.Effect<HearingNews>
}>("engine/HearingLog", {
  defaultValue: () => ({ look: () => Effect.succeed({ outages: [], heardTo: new Map(), asOf: Infinity }) })
})
