// What listening needs from outside. `store` answers with SQL, the inbox with the door that every report comes
// in by; the broker is the world.
import { Context, Data, type Effect } from "effect"
import type { AdapterKey, Protocol } from "../domain/tracking/DataSource.ts"
import type { BrokerConfig, SourceConfig, WebsocketConfig } from "../domain/tracking/SourceConfig.ts"

/** Whether websocket and network servers may be of this machine and its network (`WEBSOCKET_ALLOW_PRIVATE`). */
export const AllowPrivateServers = Context.Reference<boolean>("listeners/AllowPrivateServers", {
  defaultValue: () => false
})

/** A source that listens, with what everyone needs to know of it. */
export interface HeldSource {
  readonly id: string
  readonly adapterKey: AdapterKey
  readonly config: SourceConfig
  readonly password: string | null
  readonly tokenHash: Uint8Array
  /** another one than before: something was changed */
  readonly edition: string
}

/** One that listens to a broker. */
export interface Listening extends HeldSource {
  readonly broker: BrokerConfig
}

/** Streaming is a source with a connection to a websocket server. */
export interface Streaming extends HeldSource {
  readonly websocket: WebsocketConfig
  /** how far what came is stored, as the server calls it; null: it calls it nothing, or nothing came */
  readonly mark: string | null
}

/** AnyListening is a source with a connection to a broker or to a websocket server. */
export type AnyListening = Listening | Streaming

/** How a connection does, since it was last said. */
export interface Condition {
  readonly status: "connecting" | "connected" | "failed"
  readonly error: string | null
  /** null: not connected */
  readonly protocol: Protocol | null
  readonly messages: number
  /** epoch ms; null: none came */
  readonly lastMessageAt: number | null
  /** how far what came is stored, as the server calls it; null: it did not say */
  readonly mark: string | null
}

/** Subscriptions are the sources that this worker listens to, by lease. */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    /** Leases sources without a listener and renews the leases of this worker; returns all of its sources. */
    readonly hold: Effect.Effect<ReadonlyArray<AnyListening>>
    /** Stores the state of a connection; does nothing where another worker has taken over the source. */
    readonly tell: (sourceId: string, condition: Condition) => Effect.Effect<void>
    /** Writes down that these sources are heard, and have been since that was said last. */
    readonly hear: (sourceIds: ReadonlyArray<string>) => Effect.Effect<void>
    /** The same before something of a source is stored, where it was not said just now. */
    readonly ensureHeard: (sourceId: string) => Effect.Effect<void>
    /** A source is not heard from now on. */
    readonly lose: (sourceId: string) => Effect.Effect<void>
    /** Gives all of them back at once. */
    readonly release: Effect.Effect<void>
  }
>()("listeners/Subscriptions") {}

/** Heard is a message as it was received. */
export interface Heard {
  readonly topic: string
  readonly payload: Uint8Array
  readonly retained: boolean
  /** when it came, epoch ms; of two with one topic the second is always later */
  readonly at: number
  /** what its server calls it by, as JSON; absent: nothing */
  readonly mark?: string
}

/** What was heard is not stored, and has to be heard again. */
export class NotTaken extends Data.TaggedError("NotTaken")<{ readonly detail: string }> {}

/** Inbox stores the messages that were received. */
export class Inbox extends Context.Service<
  Inbox,
  {
    /**
     * Comes back when what the messages say, in this order, is durable, or is refused for good and a trace
     * says why.
     */
    readonly take: (source: HeldSource, group: ReadonlyArray<Heard>) => Effect.Effect<void, NotTaken>
  }
>()("listeners/Inbox") {}

/** Stores a group in its order; nothing of it is acknowledged before. */
export type Take = (group: ReadonlyArray<Heard>) => Effect.Effect<void, NotTaken>

/** A connection is over, or never came about. */
export class Lost extends Data.TaggedError("Lost")<{
  readonly code: string
  readonly detail: string
  readonly remedy: string
}> {}

/**
 * Connects, says so, and hands over what comes, in order: what waits while a group is taken is the next
 * group. Messages are acknowledged when `take` has come back and never otherwise: where it fails the
 * connection ends, and the broker sends them again in the next one.
 */
export type Connect<S extends HeldSource = Listening> = (
  source: S,
  connected: (protocol: Protocol | null) => Effect.Effect<void>,
  take: Take
) => Effect.Effect<never, Lost>
