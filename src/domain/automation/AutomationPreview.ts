// What an automation that is being written would have told of: the events of the last days, each with its age and
// what stood against it, and the message that its receivers would get.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Event } from "../event/Event.ts"
import { Instant, Name, Uuid } from "../schemas.ts"
import { automationFilter } from "./Automation.ts"
import { TestBody } from "./TestMessage.ts"
import { ageOf } from "./isFresh.ts"
import type { EventFilter, MatchableEvent } from "./matches.ts"
import { WebhookBody } from "./Message.ts"
import { type SkipBounds, type SkippableEvent, skipOf } from "./planDeliveries.ts"
import { WebhookHeaders } from "./webhookHeaders.ts"

/** PREVIEW_DAYS is how far back a preview reads, by the time of events. */
export const PREVIEW_DAYS = 30
/** Events of the project that a preview reads at most, the newest. */
export const MAX_PREVIEW_READS = 5000
/** Events in an answer at most, the newest that match. */
export const MAX_PREVIEW_EVENTS = 500

/** An automation that need not be saved, without its receivers; members left out are as in a new one. */
export const AutomationDraft = Schema.Struct(
  Struct.map({ name: Name, ...automationFilter }, Schema.optionalKey)
).annotate({ identifier: "AutomationDraft" })
export type AutomationDraft = typeof AutomationDraft.Type

/** AutomationBounds are the filter and the limits by which an automation chooses events. */
export type AutomationBounds = EventFilter & SkipBounds

/** PreviewableEvent holds the members of an event that the filter and the limits read. */
export type PreviewableEvent = Pick<Event, "id"> & MatchableEvent & SkippableEvent

/** PreviewedEvent is an event that matches, and why it would be skipped. */
const PreviewedEvent = Schema.Struct({
  event_id: Uuid,
  age_seconds: Schema.Finite.annotate({
    description: "created_at - time; below zero where the clock of a device is ahead"
  }),
  skip: Schema.NullOr(Schema.String).annotate({
    description: "The code of why it would not be sent, such as STALE; null: it would be"
  }),
  skip_at_any_age: Schema.NullOr(Schema.String).annotate({
    description: "The same without a bound of its age"
  })
}).annotate({ identifier: "AutomationPreviewEvent" })
type PreviewedEvent = typeof PreviewedEvent.Type

/** The message about one event as each kind of receiver gets it. */
export const PreviewedMessage = Schema.Struct({
  event_id: Schema.NullOr(Uuid).annotate({
    description: "null: nothing matches; it is the message of a test"
  }),
  subject: Schema.String,
  text: Schema.String.annotate({
    description: "What e-mail and Telegram carry, in the language of the project"
  }),
  headers: WebhookHeaders.annotate({
    description: "Of a webhook; the signature is masked, and the id and the time are an example"
  }),
  body: Schema.Union([WebhookBody, TestBody]).annotate({ description: "Of a webhook" })
}).annotate({ identifier: "AutomationPreviewMessage" })
export type PreviewedMessage = typeof PreviewedMessage.Type

/** AutomationPreview is the events of the last days that match, and the message about one of them. */
export const AutomationPreview = Schema.Struct({
  days: Schema.Int,
  told: Schema.Int.annotate({ description: "Events that would have been sent, of `events`" }),
  skipped: Schema.Array(Schema.Struct({ code: Schema.String, count: Schema.Int })).annotate({
    description: "The others, by why"
  }),
  events: Schema.Array(PreviewedEvent).annotate({ description: "Those that match, the newest first" }),
  truncated: Schema.Boolean.annotate({
    description: `There are more: at most ${MAX_PREVIEW_READS} events are read, and ${MAX_PREVIEW_EVENTS} shown`
  }),
  oldest: Schema.NullOr(Instant).annotate({
    description: "Where truncated, how far back the events go; null: through all of the days"
  }),
  message: PreviewedMessage
}).annotate({ identifier: "AutomationPreview" })
export type AutomationPreview = typeof AutomationPreview.Type

/** previewEvent says what becomes of an event that the automation matches. */
export const previewEvent = (
  event: PreviewableEvent,
  bounds: SkipBounds,
  isImported: boolean
): PreviewedEvent => ({
  event_id: event.id,
  age_seconds: ageOf(event),
  skip: skipOf(event, bounds, isImported)?.code ?? null,
  skip_at_any_age: skipOf(event, { ...bounds, max_event_age_seconds: Infinity }, isImported)?.code ?? null
})

/** countSkips counts events by why they are skipped, the most frequent first. */
export const countSkips = (events: ReadonlyArray<PreviewedEvent>): AutomationPreview["skipped"] =>
  [...Map.groupBy(events, ({ skip }) => skip)]
    .flatMap(([code, of]) => (code === null ? [] : [{ code, count: of.length }]))
    .toSorted((a, b) => b.count - a.count)
