// What a rule did lately, as lists show it: its sentence, its firings a day, its snoozes.
import * as Schema from "effect/Schema"
import { Message, SENTENCE_MESSAGE_DESCRIPTION, SentencePart } from "../messageSchemas.ts"
import { Instant, Uuid } from "../schemas.ts"

/** ACTIVITY_DAYS is the number of days listed, today included. */
export const ACTIVITY_DAYS = 7
/** MAX_COUNTED_EVENTS bounds the events of one rule that are counted. */
export const MAX_COUNTED_EVENTS = 10_000
/** MAX_SNOOZES bounds the snoozes that are listed. */
export const MAX_SNOOZES = 5

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Subject = Schema.Struct({
  entity_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid).annotate({
    description: "The subject is this device: it carries no entity"
  }),
  name: Schema.NullOr(Schema.String)
})

/** The members that a list adds to a rule: of the subjects that the caller sees, without superseded events. */
export const activityMembers = {
  sentence: Schema.Array(SentencePart).annotate({ description: "The document in force as one sentence" }),
  sentence_message: Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION }),
  covers: count.annotate({ description: "Subjects that the rule is about, as they are now" }),
  days: Schema.Array(
    Schema.Struct({
      date: Schema.String.annotate({ description: "A day of the project's time zone" }),
      events: count,
      alerts: count
    })
  ).annotate({
    description: `The last ${ACTIVITY_DAYS} days, today last; of a rule's newest ${MAX_COUNTED_EVENTS} events`
  }),
  events_total: count.annotate({
    description: `All its events; ${MAX_COUNTED_EVENTS} means so many or more`
  }),
  versions_7d: Schema.Array(Schema.Struct({ version: Schema.Int, created_at: Instant })).annotate({
    description: "Versions saved in these days, oldest first"
  }),
  last_fired_subject: Schema.NullOr(Subject).annotate({ description: "Whom its newest event is about" }),
  last_error_trace_id: Schema.NullOr(Uuid).annotate({
    description: "The trace of the newest failure; null: there is none, or it is no longer kept"
  }),
  snoozes: Schema.Struct({
    count,
    first: Schema.Array(Schema.Struct({ ...Subject.fields, until: Instant })).annotate({
      description: `Up to ${MAX_SNOOZES}, those that end first`
    })
  })
}

/** Activity is what a rule did lately. */
const Activity = Schema.Struct(activityMembers)
/** Activity is what a rule did lately. */
export type Activity = typeof Activity.Type
