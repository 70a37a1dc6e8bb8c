// The result of a rule test: the events a rule would have made over a past period, the spans of its conditions, and
// series to draw.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../../domain/schemas.ts"
import { Warning } from "../../domain/rule/SavedRule.ts"

/** Evaluated is a tree of conditions like the document's, each leaf with its truth and the values it read. */
export const Evaluated = Schema.Record(Schema.String, Schema.Json).annotate({
  description:
    "The conditions as they were found: a tree like the document's, with truth (true, false or null " +
    "for unknown), values, record ids, and what was missing"
})

/** TestSubject is the subject of an event or of an explanation. */
export const TestSubject = Schema.Struct({
  entity_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid).annotate({
    description: "The subject is this device: it carries no entity"
  }),
  name: Schema.String
}).annotate({ identifier: "TestSubject" })

/** Named is a record by its id and name. */
export const Named = Schema.Struct({ id: Uuid, name: Schema.String })

/** TestEvent is an event that the rule would have made. */
const TestEvent = Schema.Struct({
  time: Instant,
  subject: TestSubject,
  title: Schema.String,
  reason: Schema.Literals(["fired", "reminder"]),
  feature: Schema.optionalKey(Named),
  would_create_alert: Schema.Boolean.annotate({
    description: "It would come with an alert: a reminder with the one of its episode"
  }),
  context: Schema.Record(Schema.String, Schema.Json),
  trace: Schema.optionalKey(Evaluated)
}).annotate({ identifier: "TestEvent", description: "An event that would have been made" })

const Span = Schema.Struct({
  from: Instant,
  to: Instant,
  value: Schema.NullOr(Schema.Boolean).annotate({ description: "null: unknown" })
})
const Spans = Schema.Array(Span)
const Point = Schema.Struct({ time: Instant, value: Schema.Finite })

const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Counts are the numbers of all events of each kind, also of those that are not listed. */
const Counts = Schema.Struct({
  fired: count,
  reminders: count,
  alerts: count.annotate({
    description: "Events that would open an alert: one an episode, reminders open none"
  })
}).annotate({ identifier: "TestCounts", description: "All events before covered_to" })

const Totals = Schema.Struct({ added: count, removed: count, unchanged: count })

/** Drawing is how the conditions evaluated for one subject over time. */
const Drawing = Schema.Struct({
  subject: TestSubject,
  spans: Spans.annotate({
    description:
      "When the conditions were true, false or unknown, from one evaluation to the next that found otherwise"
  }),
  conditions: Schema.Array(
    Schema.Struct({
      path: Schema.String.annotate({ description: "JSON Pointer into the document" }),
      true_share: Schema.NullOr(Schema.Finite).annotate({
        description: "How much of the time it was true, 0 to 1, since it was first asked; null: it never was"
      }),
      spans: Spans
    })
  ).annotate({ description: "The same of each condition by itself, in document order" }),
  baseline_spans: Schema.optionalKey(
    Spans.annotate({ description: "The same of the baseline's conditions; only with a baseline" })
  ),
  totals: Schema.optionalKey(
    Totals.annotate({ description: "Its events, as in baseline.totals; only with a baseline" })
  ),
  series: Schema.Array(Schema.Struct({ metric: Schema.String, points: Schema.Array(Point) })).annotate({
    description: "The figures as the conditions read them; thinned out, highs and lows kept"
  })
}).annotate({ identifier: "RuleTestDrawing" })

/** cuts are the reasons for an incomplete drawing. */
const cuts = ["points", "spans", "subjects", "traces"] as const

/**
 * TestResult is the answer of a rule test: the events found, the rows read for them, and the moment up to
 * which it came.
 */
export const TestResult = Schema.Struct({
  events: Schema.Array(TestEvent).annotate({ description: "The first 500, oldest first" }),
  total: count.annotate({ description: "All events that would have been made before covered_to" }),
  counts: Counts,
  rows_read: count.annotate({ description: "Of 50,000" }),
  steps: count.annotate({ description: "Ticks of the schedule that were judged" }),
  truncated: Schema.Boolean.annotate({
    description: "A limit was reached: 50,000 rows, 500 events or 5,000 schedule steps"
  }),
  truncated_by: Schema.NullOr(Schema.Literals(["rows", "events", "steps"])),
  covered_to: Instant.annotate({
    description: "Everything before this moment was judged, for every subject; at most now"
  }),
  warnings: Schema.Array(Warning),
  baseline: Schema.optionalKey(
    Schema.Struct({
      added: Schema.Array(TestEvent),
      removed: Schema.Array(TestEvent),
      unchanged: Schema.Array(TestEvent),
      totals: Totals,
      counts: Counts.annotate({ description: "Of the baseline" })
    }).annotate({
      description:
        "The first 500 events of each kind: those of the draft alone, of the baseline alone, and of both"
    })
  ),
  evaluation: Schema.optionalKey(
    Schema.Array(Drawing).annotate({
      description:
        "In the order in which they were met: at most 50 subjects, 500 spans of a list, 500 points of a " +
        "series and 10 series each, and 4 MiB with all else; evaluation_cut_by says what is missing"
    })
  ),
  evaluation_cut_by: Schema.optionalKey(
    Schema.Array(Schema.Literals(cuts)).annotate({
      description:
        "Where what is drawn is not whole: points, thinned further to fit; spans, the ends of some lists " +
        "are missing; subjects, there are more than 50: name others in entity_ids; traces, later events " +
        "have none. Empty: it is whole"
    })
  )
}).annotate({ identifier: "RuleTestResult" })
