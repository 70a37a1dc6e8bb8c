// What an event was judged on and what was round it, in one answer.
import * as Schema from "effect/Schema"
import { Message, SENTENCE_MESSAGE_DESCRIPTION, SentencePart } from "../messageSchemas.ts"
import { Instant, Uuid } from "../schemas.ts"
import { comparisons } from "../rule/conditions/compare.ts"
import { severities } from "../rule/Document.ts"

const Point = Schema.Struct({ time: Instant, value: Schema.Finite })
/** After `from`, up to `to`. */
const Window = Schema.Struct({ metric: Schema.String, from: Instant, to: Instant, count: Schema.Int })
const Named = Schema.Struct({ id: Uuid, name: Schema.String })
const word = Schema.NullOr(Schema.String)
const number = Schema.NullOr(Schema.Finite)

/** Hours before and after an event that are shown, and points of a line. */
export const EVIDENCE_HOURS = 12
export const EVIDENCE_POINTS = 500

/** ConditionReading is a value that a condition read, with its limit. */
export const ConditionReading = Schema.Struct({
  label: Schema.String,
  label_message: Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION }),
  value: Schema.NullOr(Schema.Union([Schema.Finite, Schema.String])),
  op: Schema.NullOr(Schema.Literals(comparisons)),
  limit: number,
  unit: word,
  truth: Schema.NullOr(Schema.Boolean).annotate({ description: "Of the condition; null: unknown" }),
  path: Schema.String.annotate({ description: "The condition: a JSON Pointer into the document" }),
  missing: Schema.optionalKey(Schema.String.annotate({ description: "Why it is not known" })),
  missing_message: Schema.optionalKey(Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION }))
}).annotate({ identifier: "ConditionReading" })

export const EventEvidence = Schema.Struct({
  values: Schema.NullOr(Schema.Array(ConditionReading)).annotate({
    description: "What the rule's conditions read, judged once more from the stored records"
  }),
  sentence: Schema.NullOr(Schema.Array(SentencePart)).annotate({
    description: "The version of the rule that made it, in words"
  }),
  sentence_message: Schema.NullOr(Message).annotate({ description: SENTENCE_MESSAGE_DESCRIPTION }),
  series: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        metric: Schema.String,
        label: Schema.String,
        label_message: Message.annotate({ description: SENTENCE_MESSAGE_DESCRIPTION }),
        unit: word,
        limit: number,
        points: Schema.Array(Point),
        window: Schema.NullOr(Window).annotate({
          description: "The values that the figure was made of when the event was; null: it is a value itself"
        })
      })
    )
  ).annotate({
    description:
      "The figures as the conditions read them, twelve hours before and after; of one made of values over time " +
      "also those values, under the name of their metric"
  }),
  spans: Schema.NullOr(
    Schema.Array(Schema.Struct({ from: Instant, to: Instant, value: Schema.NullOr(Schema.Boolean) }))
  ).annotate({ description: "When the conditions were true, false or unknown in these hours" }),
  distance: Schema.NullOr(Schema.Struct({ feature: Named, points: Schema.Array(Point) })).annotate({
    description: "Metres to the border of the feature it is about, below zero inside"
  }),
  track: Schema.NullOr(
    Schema.Array(Schema.Struct({ time: Instant, lon: Schema.Finite, lat: Schema.Finite }))
  ).annotate({ description: "Where the subject was in these hours, thinned with its shape kept" }),
  others: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        entity: Named,
        entity_type: Schema.String.annotate({ description: "The key of its type" }),
        time: Instant,
        lon: Schema.Finite,
        lat: Schema.Finite,
        distance_m: Schema.Finite
      })
    )
  ).annotate({ description: "Where others were then, the nearest 20" }),
  moved_m: number.annotate({
    description: "How far from the place of the event it was at most in the twelve hours before"
  }),
  fix: Schema.NullOr(
    Schema.Struct({
      time: Instant,
      accuracy_m: number,
      satellites: Schema.NullOr(Schema.Int),
      step: Schema.NullOr(
        Schema.Struct({ distance_m: Schema.Finite, seconds: Schema.Finite, speed_kmh: Schema.Finite })
      ).annotate({ description: "To it from the fix before, in these hours" })
    })
  ).annotate({ description: "The fix that decided, by which it may be doubted; null: it was no fix" }),
  receipt: Schema.NullOr(
    Schema.Struct({
      taken_at: Instant,
      received_at: Schema.NullOr(Instant),
      source: Schema.NullOr(Named),
      record_id: Schema.Int
    })
  ).annotate({ description: "How the record came in that decided; needs `traces:read`" }),
  same_rule_30d: Schema.NullOr(
    Schema.Struct({
      count: Schema.Int,
      events: Schema.Array(
        Schema.Struct({
          id: Uuid,
          time: Instant,
          title: Schema.String,
          severity: Schema.Literals(severities),
          entity_id: Schema.NullOr(Uuid),
          name: word
        })
      )
    })
  ).annotate({ description: "What the same rule told in the thirty days before, newest 50" }),
  still_active: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether the rule still finds it so; null: what happens is over at once"
  }),
  reasons: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Why a part is null or does not tell all, by its name"
  }),
  reason_messages: Schema.Record(Schema.String, Message).annotate({
    description: SENTENCE_MESSAGE_DESCRIPTION
  })
}).annotate({ identifier: "EventEvidence" })
export type EventEvidence = typeof EventEvidence.Type
