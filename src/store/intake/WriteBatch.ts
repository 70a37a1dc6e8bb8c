// What of a submission goes into one transaction.
import type { Outcome, Submission } from "../../intake/ports.ts"

/** Some or all items of a submission: what is committed together. */
export interface WriteBatch extends Submission {
  /** the items' places in the submission */
  readonly places: ReadonlyArray<number>
  /** arrival of each item, epoch ms, where they did not come together; null: they did */
  readonly arrivals: ReadonlyArray<number> | null
  /** rows it makes in all tables together */
  readonly size: number
  /** new metrics that the submission has brought so far; one object for all its batches */
  readonly brought: { metrics: number }
}

/** The place of an item, of which the batch knows as `at`, in the message it came in. */
export const placeInMessage = ({ begins = [0], places }: WriteBatch, at: number): number =>
  places[at]! - begins.findLast((begin) => begin <= places[at]!)!

export const ACCEPTED: Outcome = { status: "accepted" }
export const DUPLICATE: Outcome = { status: "duplicate" }
