// What a rule did lately, and what stands beside it in a list: its sentence, its firings a day, its snoozes.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"

/** Days that are told, today among them. */
export const ACTIVITY_DAYS = 7
/** Events of one rule that are counted at most. */
export const MAX_COUNTED = 10_000
/** Snoozes that are named. */
export const MAX_SNOOZES = 5

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Subject = Schema.Struct({
  entity_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid).annotate({
    description: "The subject is this device: it carries no entity"
  }),
  name: Schema.NullOr(Schema.String)
})

/** Words of a sentence. */
export const SentencePart = Schema.Struct({
  text: Schema.String,
  strong: Schema.Boolean,
  path: Schema.NullOr(Schema.String).annotate({ description: "JSON Pointer into the document" })
})

/** Of the subjects that the caller sees; superseded events are not counted. */
export const activityMembers = {
  sentence: Schema.Array(SentencePart).annotate({ description: "The document in force as one sentence" }),
  covers: count.annotate({ description: "Subjects that the rule is about, as they are now" }),
  days: Schema.Array(
    Schema.Struct({
      date: Schema.String.annotate({ description: "A day of the project's time zone" }),
      events: count,
      alerts: count
    })
  ).annotate({
    description: `The last ${ACTIVITY_DAYS} days, today last; of a rule's newest ${MAX_COUNTED} events`
  }),
  events_total: count.annotate({ description: `All its events; ${MAX_COUNTED} means so many or more` }),
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

const Activity = Schema.Struct(activityMembers)
export type Activity = typeof Activity.Type
