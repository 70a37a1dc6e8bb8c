// What delivery needs from outside. `store` answers with SQL; the channels are the world.
import { Context, type Effect } from "effect"
import type { ActionType } from "../domain/automation/Action.ts"
import type { Automation } from "../domain/automation/Automation.ts"
import type { Claimed, Try } from "../domain/automation/Claimed.ts"
import type { Outcome } from "../domain/automation/Outcome.ts"
import type { Planned } from "../domain/automation/plan.ts"
import type { Event } from "../domain/event/Event.ts"

/** When an attempt began, and how long it took. */
export interface Attempt {
  readonly at: number
  readonly durationMs: number
}

export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Takes events that wait and writes the deliveries that `decide` plans for each, in one transaction;
     * `isImported`: an event without an alert came of an import of the past. How many events were taken.
     */
    readonly dispatch: (
      decide: (
        event: Event,
        automations: ReadonlyArray<Automation>,
        isImported: boolean
      ) => ReadonlyArray<Planned>
    ) => Effect.Effect<number>
    /**
     * Takes deliveries that are due under a lease, at most `most`, no lane having more than `perLane` at
     * once; `busy` says how many each lane has already. Lanes with the fewest come first. The attempt is
     * counted now, so that one that kills its worker is too.
     */
    readonly claim: (
      busy: ReadonlyMap<string, number>,
      perLane: number,
      most: number
    ) => Effect.Effect<ReadonlyArray<Claimed>>
    /** Ends a delivery and leaves its trace. Nothing happens if somebody else has claimed it since. */
    readonly finish: (claimed: Claimed, outcome: Outcome, attempt: Attempt) => Effect.Effect<void>
    /** Puts a delivery back for another attempt. */
    readonly retry: (claimed: Claimed, met: Try, delayMs: number) => Effect.Effect<void>
    /** Gives back a delivery whose attempt was broken off: it is due at once, and the attempt does not count. */
    readonly release: (claimed: Claimed) => Effect.Effect<void>
    /** Returns when there may be something to do: notified, at the latest after the given time. */
    readonly wait: (milliseconds: number) => Effect.Effect<void>
  }
>()("delivery/DeliveryQueue") {}

/**
 * Carries one message to its receiver. It never fails and always comes back within a minute: what went wrong
 * is the outcome.
 */
export type Channel = (claimed: Claimed) => Effect.Effect<Outcome>

export class Channels extends Context.Service<Channels, Readonly<Record<ActionType, Channel>>>()(
  "delivery/Channels"
) {}

/** What a chat told the bot. */
export interface Told {
  readonly updateId: number
  readonly chatId: string
  readonly text: string
}

export class ChatLinks extends Context.Service<
  ChatLinks,
  {
    /** Where to read on for this bot, if it is this worker's turn; null: another one asks. */
    readonly turn: (botId: string) => Effect.Effect<number | null>
    /** The turn is somebody else's at once, not when it runs out. */
    readonly leave: (botId: string) => Effect.Effect<void>
    readonly introduce: (botId: string, username: string) => Effect.Effect<void>
    /**
     * Links the chat to the user whose code this is, once; null: the code is unknown, used or too old.
     * Reading goes on after this update.
     */
    readonly link: (
      botId: string,
      told: Told,
      code: string | null
    ) => Effect.Effect<{ readonly name: string } | null>
    readonly skip: (botId: string, updateId: number) => Effect.Effect<void>
  }
>()("delivery/ChatLinks") {}
