// What starts an evaluation, as a rule document says it.
import * as Schema from "effect/Schema"
import { MetricKey, kindTag, wholeNumber } from "./documentFields.ts"
import { recordTypes } from "../tracking/recordTypes.ts"

/**
 * DEFAULT_EVERY_SECONDS is the interval of a schedule whose document gives none. Schedules tick at multiples
 * of their interval since the epoch.
 */
export const DEFAULT_EVERY_SECONDS = 300

/** Trigger tells what starts an evaluation (specification 2.1). */
export const Trigger = Schema.Union([
  Schema.Struct({
    kind: kindTag("position"),
    record_types: Schema.optionalKey(
      Schema.Array(Schema.Literals(recordTypes))
        .check(Schema.isMinLength(1), Schema.isUnique())
        .annotate({
          title: "Kinds of position",
          description:
            "Fixes of the device, locations by the network, or both; the conditions look at these " +
            "positions alone",
          default: ["gnss"],
          examples: [["gnss", "network"]]
        })
    )
  }).annotate({
    identifier: "PositionTrigger",
    title: "New position",
    description: "A new position of the subject starts an evaluation"
  }),
  Schema.Struct({
    kind: kindTag("measurement"),
    metric_key: Schema.optionalKey(
      MetricKey.annotate({
        title: "Metric",
        description: "Only measurements of this metric; without it those of any",
        examples: ["battery_voltage"]
      })
    )
  }).annotate({
    identifier: "MeasurementTrigger",
    title: "New measurement",
    description: "A new measurement of the subject starts an evaluation"
  }),
  Schema.Struct({
    kind: kindTag("state"),
    state_keys: Schema.optionalKey(
      Schema.Array(MetricKey)
        .check(Schema.isMinLength(1), Schema.isMaxLength(100), Schema.isUnique())
        .annotate({
          title: "Keys",
          description: "Only changes of these keys; without them those of any",
          examples: [["door", "charging"]]
        })
    )
  }).annotate({
    identifier: "StateTrigger",
    title: "Change of state",
    description:
      "A change of the state of the subject's device starts an evaluation: a report of another value " +
      "than the one before it, or the first in seven days"
  }),
  Schema.Struct({
    kind: kindTag("schedule"),
    every_seconds: Schema.optionalKey(
      wholeNumber(10, 86_400).annotate({
        title: "Interval (s)",
        description: "Evaluations are at the multiples of this interval since 1970-01-01T00:00:00Z",
        default: DEFAULT_EVERY_SECONDS,
        examples: [300, 3600]
      })
    )
  }).annotate({
    identifier: "ScheduleTrigger",
    title: "Schedule",
    description: "The clock starts an evaluation, of every subject that ever reported"
  })
]).annotate({
  identifier: "Trigger",
  title: "Trigger",
  description: "What starts an evaluation",
  message: "Expected a trigger of kind position, measurement, state or schedule"
})

export type Trigger = typeof Trigger.Type
