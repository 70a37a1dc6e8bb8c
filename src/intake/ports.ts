// What passes through intake, from any door to the tables, and what the room needs from outside: `store`
// answers with SQL.
import { Context, Data, type Effect } from "effect"
import type { Message as DecoderMessage } from "../domain/intake/decode/Decoder.ts"
import type { Item, Refusal, Report } from "../domain/intake/Report.ts"
import type { TraceCode } from "../domain/intake/TraceCode.ts"
import type { AdapterKey } from "../domain/tracking/DataSource.ts"
import type { SourceConfig } from "../domain/tracking/SourceConfig.ts"

/** Proof that a caller may write as a data source; looked at again inside the transaction. */
export interface SourceCredential {
  readonly sourceId: string
  readonly tokenHash: Uint8Array
  /** the import whose rows these are; absent: of none */
  readonly importId?: string
}

/** A data source that its token opened. */
export interface AuthenticatedSource {
  readonly credential: SourceCredential
  readonly adapterKey: AdapterKey
  readonly config: SourceConfig
}

/** A message as its sender wrote it. */
export interface Message extends Omit<DecoderMessage, "config" | "receivedAt"> {
  /** when it came, epoch ms; null: now */
  readonly receivedAt: number | null
}

/** A message of which nothing can be read: why, and of it what its trace shows. */
export interface UnreadableMessage {
  readonly reason: "too_deep" | "too_large" | "malformed"
  readonly code: string
  readonly refusal: Refusal
  readonly text: string
}

/** Messages of a data source, in the order in which they came. */
interface MessageDelivery {
  readonly source: AuthenticatedSource
  readonly messages: ReadonlyArray<Message | UnreadableMessage>
}

/** Items of a data source that were read when they came, and kept since. The two arrays go together. */
export interface KeptDelivery {
  readonly credential: SourceCredential
  readonly items: ReadonlyArray<Item>
  /** arrival of each, epoch ms */
  readonly receivedAt: ReadonlyArray<number>
}

/** What a door brings of one data source. */
export type Delivery = MessageDelivery | KeptDelivery

/** A delivery read and judged, to be stored. The two arrays go together. */
export interface Submission {
  readonly credential: SourceCredential
  /** arrival, epoch ms */
  readonly receivedAt: number
  readonly verdicts: ReadonlyArray<Report | Refusal>
  /** the items as they came: what traces and kept reports show */
  readonly raw: ReadonlyArray<unknown>
  /** where each of several messages begins in them, ascending; absent: they are of one */
  readonly begins?: ReadonlyArray<number>
}

/**
 * Outcome is the answer about one item: its status, and if it was refused the code, the member and the
 * reason.
 */
export interface Outcome {
  readonly status: "accepted" | "duplicate" | "rejected" | "unassigned"
  readonly code?: TraceCode
  readonly pointer?: string
  readonly detail?: string
  readonly traceId?: string
}

/** A project whose rules are too far behind. */
export interface Backlog {
  readonly projectId: string
  /** log rows of it that are unread */
  readonly rows: number
}

/** Try again later. What was sent may or may not be stored; sending it again is safe. */
export class IntakeUnavailable extends Data.TaggedError("IntakeUnavailable")<{
  readonly reason: "database" | "backlog" | "project_backlog" | "crowded"
  /** of `database`: why it cannot be used, in a sentence for any caller */
  readonly detail?: string
  /** of `project_backlog`: whose */
  readonly backlog?: Backlog
}> {}

/**
 * A caller that may not write as this data source: wrong token, no such source, an import that is taken back,
 * or a source that is switched off.
 */
export class Denied extends Data.TaggedError("Denied")<{ readonly reason: "unknown" | "disabled" }> {}

/** Where `receive` leaves what it has judged; `Stored` is what that makes of it. */
export interface Receiver<Stored, E> {
  /** how far a device's clock may be ahead of ours */
  readonly maxFutureMs: number
  /** Stores the submissions; comes back after the commit. */
  readonly store: (submissions: ReadonlyArray<Submission>) => Effect.Effect<Stored, E>
  /** Leaves a trace of a message that could not be read at all. */
  readonly traceMessage: (
    credential: SourceCredential,
    receivedAt: number,
    message: UnreadableMessage
  ) => Effect.Effect<unknown, E>
}

/** Intake as the doors for devices see it. Submissions come back with an outcome for each item, in order. */
export class Intake extends Context.Service<
  Intake,
  Receiver<ReadonlyArray<ReadonlyArray<Outcome>>, Denied | IntakeUnavailable> & {
    /** Opens a data source with its token, before anything else of the request is looked at. */
    readonly authenticate: (
      sourceId: string,
      token: string
    ) => Effect.Effect<AuthenticatedSource, Denied | IntakeUnavailable>
    /** The same from memory alone; null: `authenticate` has the answer. */
    readonly authenticateFromMemory: (sourceId: string, token: string) => AuthenticatedSource | null
    /** Whether what was opened once may not be written to any more, from memory alone; null: it may. */
    readonly deniedFromMemory: (credential: SourceCredential) => Denied | null
    /** Fails while the rules are too far behind: for who comes in without `authenticate`. */
    readonly checkBacklog: (sourceId: string) => Effect.Effect<void, IntakeUnavailable>
  }
>()("intake/Intake") {}
