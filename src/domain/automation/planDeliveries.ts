// From an event and its project's automations to deliveries, those to be skipped among them.
import type { Event } from "../event/Event.ts"
import { type ActionType, receiversOf } from "./Action.ts"
import { alertSkip } from "./alertSkip.ts"
import type { Automation } from "./Automation.ts"
import { ageOf, isFresh } from "./isFresh.ts"
import { matches } from "./matches.ts"
import { skipped, type Skipped } from "./Outcome.ts"

/** PlannedDelivery is a delivery to create, or to record as skipped. */
export interface PlannedDelivery {
  readonly event: Event
  readonly automationId: string
  readonly automationName: string
  readonly actionId: string
  readonly actionType: ActionType
  readonly target: string
  readonly receiverGroup: string
  /** null: it goes out */
  readonly skip: Skipped | null
}

/** SkipBounds are the settings of an automation that decide whether a matching event is sent. */
export type SkipBounds = Pick<Automation, "max_event_age_seconds" | "remind_acknowledged">

/** SkippableEvent has the members of an event that decide whether it is sent. */
export type SkippableEvent = Pick<
  Event,
  "time" | "created_at" | "superseded" | "snoozed" | "reminder" | "alert"
>

/** skipOf returns why an automation that an event matches does not send it; null: it goes out. */
export const skipOf = (
  event: SkippableEvent,
  automation: SkipBounds,
  isImported: boolean
): Skipped | null => {
  const { max_event_age_seconds: most } = automation
  if (event.superseded) return skipped("SUPERSEDED", "later records showed that this did not happen")
  if (event.snoozed) return skipped("SNOOZED", "the rule is snoozed for this subject")
  if (!isFresh(event, most))
    return skipped(
      "STALE",
      `the event was ${Math.round(ageOf(event))} s old when it was learned of; this automation ` +
        `takes up to ${most} s`
    )
  if (event.alert === null && isImported) return skipped("HISTORY", "it comes from an import of the past")
  return alertSkip(event, automation)
}

/**
 * One delivery for each receiver of each automation that matches, in their order. `isImported`: the record
 * that decided came by an import of the past; of an event with an alert that says so itself.
 */
export const planDeliveries = (
  event: Event,
  automations: ReadonlyArray<Automation>,
  isImported = false
): ReadonlyArray<PlannedDelivery> =>
  automations
    .filter((a) => matches(a, event))
    .flatMap((a) => {
      const skip = skipOf(event, a, isImported)
      return a.actions.flatMap((action) =>
        receiversOf(action).map((receiver) => ({
          event,
          automationId: a.id,
          automationName: a.name,
          actionId: action.id,
          actionType: action.type,
          ...receiver,
          skip
        }))
      )
    })
