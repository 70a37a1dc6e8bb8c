// The explanation of a rule at one moment: how its conditions evaluated, and what stopped it.
import * as Schema from "effect/Schema"
import { Instant, InstantInput, Uuid } from "../../domain/schemas.ts"
import { IntegerInput, optionalParameter } from "../http/paging.ts"
import { FirstStop } from "./firstStop.ts"
import { Evaluated, Named, TestSubject } from "./ruleTestResult.ts"

const State = Schema.Struct({
  active: Schema.Boolean,
  since: Schema.NullOr(Instant),
  last_fired_at: Schema.NullOr(Instant),
  pending_until: Schema.NullOr(Instant),
  reason: Schema.String
}).annotate({ identifier: "RememberedState" })

/** Explanation is how a rule evaluated for one subject at one moment. */
export const Explanation = Schema.Struct({
  rule_id: Uuid,
  version: Schema.Int,
  subject: TestSubject,
  at: Instant,
  in_force: Schema.Boolean.annotate({ description: "This version ruled the subject then" }),
  asked_by: Schema.NullOr(
    Schema.Literals(["position", "measurement", "state", "schedule", "deadline"])
  ).annotate({
    description:
      "What started an evaluation at that moment; null: nothing did, and the conditions are shown as " +
      "they would have been found"
  }),
  fired: Schema.Boolean,
  events: Schema.Array(
    Schema.Struct({
      event_id: Schema.NullOr(Uuid).annotate({ description: "null: there is none on record" }),
      kind: Schema.Literals(["rise", "reminder", "enter", "exit"]),
      title: Schema.String,
      feature: Schema.NullOr(Named),
      snoozed: Schema.Boolean
    })
  ),
  evaluated: Schema.NullOr(Evaluated),
  position: Schema.NullOr(
    Schema.Struct({
      record_id: Schema.Int,
      time: Instant,
      age_seconds: Schema.Finite,
      lon: Schema.Finite,
      lat: Schema.Finite
    })
  ).annotate({ description: "The fix that told where the subject was" }),
  inside: Schema.Array(Named),
  state: Schema.Struct({ before: State, after: State }),
  first_stop: Schema.NullOr(FirstStop).annotate({
    description:
      "What kept it from firing, or from making an alert: the place in the document as a JSON " +
      "Pointer, and a sentence for people"
  })
}).annotate({ identifier: "Explanation" })

/** momentQuery names a subject and a moment. */
export const momentQuery = {
  entity_id: optionalParameter(Uuid, "The entity asked about; either this or device_id"),
  device_id: optionalParameter(Uuid, "The device without an entity asked about"),
  at: Schema.annotateEncoded<typeof InstantInput>({ description: "The moment" })(InstantInput),
  version: optionalParameter(
    IntegerInput(1, 2_147_483_647),
    "A version; where left out the one in force then, else the current one"
  )
}
