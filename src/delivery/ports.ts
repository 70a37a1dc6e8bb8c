// The ports of delivery. `store` implements the queue with SQL; the channels connect to the outside.
import { Context, type Effect } from "effect"
import type { LanguageCode } from "../domain/access/Preferences.ts"
import type { ActionType } from "../domain/automation/Action.ts"
import type { Automation } from "../domain/automation/Automation.ts"
import type { ClaimedDelivery, PreviousAttempt } from "../domain/automation/ClaimedDelivery.ts"
import type { Outcome } from "../domain/automation/Outcome.ts"
import type { PlannedDelivery } from "../domain/automation/planDeliveries.ts"
import type { Event } from "../domain/event/Event.ts"

/** Attempt is when an attempt began, and how long it took. */
export interface Attempt {
  readonly at: number
  readonly durationMs: number
}

/** DeliveryQueue is the queue of deliveries. */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Takes waiting events and writes the deliveries that `decide` plans for each, in one transaction;
     * `isImported`: the record of an event without an alert was imported as past. Returns how many events
     * were taken.
     */
    readonly dispatch: (
      decide: (
        event: Event,
        automations: ReadonlyArray<Automation>,
        isImported: boolean
      ) => ReadonlyArray<PlannedDelivery>
    ) => Effect.Effect<number>
    /**
     * Takes due deliveries under a lease, at most `most`, and at most `perGroup` of a receiver group at once;
     * `busy` says how many each group has already. Groups with the fewest come first. The attempt is counted
     * now, so that one that kills its worker counts too.
     */
    readonly claim: (
      busy: ReadonlyMap<string, number>,
      perGroup: number,
      most: number
    ) => Effect.Effect<ReadonlyArray<ClaimedDelivery>>
    /** Ends a delivery and writes its trace. Does nothing if another worker has claimed it since. */
    readonly finish: (claimed: ClaimedDelivery, outcome: Outcome, attempt: Attempt) => Effect.Effect<void>
    /** Queues a delivery for another attempt. */
    readonly retry: (claimed: ClaimedDelivery, met: PreviousAttempt, delayMs: number) => Effect.Effect<void>
    /** Gives back a delivery whose attempt was interrupted: it is due at once, and the attempt does not count. */
    readonly release: (claimed: ClaimedDelivery) => Effect.Effect<void>
    /** Returns when there may be something to do: after a notification, or after the given time. */
    readonly wait: (milliseconds: number) => Effect.Effect<void>
  }
>()("delivery/DeliveryQueue") {}

/**
 * Channel sends one message to its receiver. It never fails and always returns within a minute: a failure is
 * its outcome.
 */
export type Channel = (claimed: ClaimedDelivery) => Effect.Effect<Outcome>

/** Channels are the channels by type of action. */
export class Channels extends Context.Service<Channels, Readonly<Record<ActionType, Channel>>>()(
  "delivery/Channels"
) {}

/** BotMessage is a message of a chat to the bot. */
export interface BotMessage {
  readonly updateId: number
  readonly chatId: string
  readonly text: string
}

/** ChatLinks stores links of chats. */
export class ChatLinks extends Context.Service<
  ChatLinks,
  {
    /** Returns from which update to poll this bot, if it is this worker's turn; null: another one polls. */
    readonly turn: (botId: string) => Effect.Effect<number | null>
    /** Ends this worker's turn, so that another one may poll at once. */
    readonly leave: (botId: string) => Effect.Effect<void>
    readonly introduce: (botId: string, username: string) => Effect.Effect<void>
    /**
     * Links the chat to the user of a code, once; null: the code is unknown, used or expired. Polling
     * continues after this update.
     */
    readonly link: (
      botId: string,
      told: BotMessage,
      code: string | null
    ) => Effect.Effect<{ readonly name: string; readonly language: LanguageCode } | null>
    readonly skip: (botId: string, updateId: number) => Effect.Effect<void>
  }
>()("delivery/ChatLinks") {}
