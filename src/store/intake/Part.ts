// What goes into ingest, what of it goes into one transaction, and what comes out.
import type { Refusal, Report } from "../../domain/intake/Report.ts"
import type { TraceCode } from "../../domain/intake/TraceCode.ts"

/** Proof that a caller may write as a data source; looked at again inside the transaction. */
export interface Pass {
  readonly sourceId: string
  readonly tokenHash: Uint8Array
}

/** What one request brought. The two arrays go together. */
export interface Delivery {
  readonly pass: Pass
  /** arrival, epoch ms */
  readonly receivedAt: number
  readonly verdicts: ReadonlyArray<Report | Refusal>
  /** the items as they came: what traces and kept reports show */
  readonly raw: ReadonlyArray<unknown>
  /** where each item stood in the message that brought it, if several messages are delivered together */
  readonly inMessage?: ReadonlyArray<number>
}

/** Some or all items of a delivery: what is committed together. */
export interface Part extends Delivery {
  /** the items' places in the request */
  readonly places: ReadonlyArray<number>
  /** rows it makes in all tables together */
  readonly size: number
  /** new metrics that the request has brought so far; one object for all its parts */
  readonly brought: { metrics: number }
}

/** What became of an item, and what the sender is told about it besides. */
export interface Outcome {
  readonly status: "accepted" | "duplicate" | "rejected" | "unassigned"
  readonly code?: TraceCode
  readonly pointer?: string
  readonly detail?: string
  readonly traceId?: string
}

/** Where the item at a place of a part stood in what its sender sent. */
export const placeOf = ({ inMessage, places }: Part, at: number): number =>
  inMessage?.[places[at]!] ?? places[at]!

export const ACCEPTED: Outcome = { status: "accepted" }
export const DUPLICATE: Outcome = { status: "duplicate" }
