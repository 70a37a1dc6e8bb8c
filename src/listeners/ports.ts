// What listening needs from outside. `store` answers with SQL, `api` with the way every report takes; the broker is the world.
import { Context, Data, type Effect } from "effect"
import type { AdapterKey } from "../domain/tracking/DataSource.ts"
import type { BrokerConfig, SourceConfig } from "../domain/tracking/SourceConfig.ts"

/** A source that listens to a broker, with all it takes to connect. */
export interface Listening {
  readonly id: string
  readonly adapterKey: AdapterKey
  readonly config: SourceConfig
  readonly broker: BrokerConfig
  readonly password: string | null
  readonly tokenHash: Uint8Array
  /** another one than before: something was changed */
  readonly edition: string
}

/** How a connection does, since it was last said. */
export interface Condition {
  readonly status: "connecting" | "connected" | "failed"
  readonly error: string | null
  readonly messages: number
  /** epoch ms; null: none came */
  readonly lastMessageAt: number | null
}

export class Subscriptions extends Context.Service<Subscriptions, {
  /** Takes sources nobody listens for under a lease, renews what this worker has; all that are its own now. */
  readonly hold: Effect.Effect<ReadonlyArray<Listening>>
  /** Writes down how a connection does; nothing happens where the source has become somebody else's. */
  readonly tell: (sourceId: string, condition: Condition) => Effect.Effect<void>
  /** Gives all of them back at once. */
  readonly release: Effect.Effect<void>
}>()("listeners/Subscriptions") {}

export interface Heard {
  readonly topic: string
  readonly payload: Uint8Array
  readonly retained: boolean
}

/** What was heard is not stored, and has to be heard again. */
export class NotTaken extends Data.TaggedError("NotTaken")<{ readonly detail: string }> {}

export class Inbox extends Context.Service<Inbox, {
  /** Comes back when what the message says is durable, or when it is refused for good and a trace says why. */
  readonly take: (source: Listening, heard: Heard) => Effect.Effect<void, NotTaken>
}>()("listeners/Inbox") {}

/** A connection is over, or never came about. */
export class Lost extends Data.TaggedError("Lost")<{ readonly code: string; readonly detail: string; readonly remedy: string }> {}

/**
 * Connects, says so, and hands over what comes, one message at a time. A message is acknowledged when `take` has come back and never
 * otherwise: where it fails the connection ends, and the broker sends it again in the next one.
 */
export type Connect = (source: Listening, connected: Effect.Effect<void>, take: (heard: Heard) => Effect.Effect<void, NotTaken>) => Effect.Effect<never, Lost>
