// What is on record of when the service could hear.
import { Context, Effect } from "effect"
import type { Outage } from "../../domain/hearing/Hearing.ts"

/** Ways in by which a record was received: they were heard up to then. */
export interface Vouch {
  readonly sourceIds: ReadonlyArray<string>
  /** the API itself */
  readonly pushed: boolean
  /** epoch ms */
  readonly upTo: number
}

/** What is known already: the newest outage by its number, and those that were not over. */
export interface KnownOutages {
  readonly newest: number
  readonly open: ReadonlyArray<number>
}

export interface HearingNews {
  /** outages that are new, and what has become of those that were open; gone ones are missing */
  readonly outages: ReadonlyArray<Outage>
  /** all outages that begin up to then are on record, epoch ms; Infinity: nobody says when anything is heard */
  readonly knownTo: number
}

/**
 * Reads what is new. Ways in that nobody listens to any more are put on record as out before, so that what is
 * judged by the answer stays so. Where nobody keeps such a record everything was heard.
 */
export const HearingLog = Context.Reference<{
  readonly look: (known: KnownOutages, vouch: Vouch | null) => Effect.Effect<HearingNews>
}>("engine/HearingLog", {
  defaultValue: () => ({ look: () => Effect.succeed({ outages: [], knownTo: Infinity }) })
})
