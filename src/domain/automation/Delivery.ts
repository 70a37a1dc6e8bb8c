// A delivery: one message about one event to one receiver, and its outcome.
import * as Schema from "effect/Schema"
import { Instant, Uuid } from "../schemas.ts"
import { actionTypes } from "./Action.ts"

/** deliveryStatuses are the statuses of a delivery. */
export const deliveryStatuses = ["queued", "sent", "failed", "skipped"] as const
/** DeliveryStatus is the status of a delivery. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** endedStatuses are the final statuses of a delivery. */
export const endedStatuses = ["sent", "failed", "skipped"] as const satisfies ReadonlyArray<DeliveryStatus>
/** EndedStatus is a status without further attempts. */
export type EndedStatus = (typeof endedStatuses)[number]

/** MAX_REDELIVERIES is how many deliveries one request queues again at most. */
export const MAX_REDELIVERIES = 500

/** MAX_TESTS_PER_MINUTE is how many tests of automations a project may request in a minute. */
export const MAX_TESTS_PER_MINUTE = 6

/** `id` is also the `webhook-id` of the requests and part of the `Message-ID` of the mail, in every attempt. */
export const Delivery = Schema.Struct({
  id: Uuid,
  project_id: Uuid,
  event_id: Schema.NullOr(Uuid).annotate({ description: "null: a test of the automation" }),
  event_title: Schema.NullOr(Schema.String).annotate({ description: "null: a test of the automation" }),
  automation_id: Schema.NullOr(Uuid).annotate({ description: "null: it was removed" }),
  automation_name: Schema.String,
  action_id: Uuid,
  action_type: Schema.Literals(actionTypes),
  target: Schema.String.annotate({
    description: "The origin of a webhook, an e-mail address, the id of a user"
  }),
  status: Schema.Literals(deliveryStatuses),
  code: Schema.NullOr(Schema.String).annotate({
    description: "Why it was skipped or failed, or why the last attempt did"
  }),
  error: Schema.NullOr(Schema.String),
  attempts: Schema.Int,
  next_attempt_at: Schema.NullOr(Instant).annotate({ description: "Of one that is queued" }),
  created_at: Instant,
  finished_at: Schema.NullOr(Instant),
  trace_id: Schema.NullOr(Uuid).annotate({ description: "Of one that ended: every attempt, and what to do" })
}).annotate({
  identifier: "Delivery",
  examples: [
    {
      id: "019a0c24-6a31-7c42-8d10-5e6f7a8b9c0d",
      project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
      event_id: "019a0c24-5e10-7a33-9c41-2f8e0b6d1a72",
      event_title: "Alma left the north pasture",
      automation_id: "019a0c23-0b1c-7d2e-8f3a-4b5c6d7e8f90",
      automation_name: "Tell the ranger station",
      action_id: "019a0c23-0b1d-7a4b-9c5d-6e7f80912a3b",
      action_type: "webhook",
      target: "https://station.example.org",
      status: "failed",
      code: "RECEIVER_GONE",
      error: "the receiver answered 410",
      attempts: 1,
      next_attempt_at: null,
      created_at: "2026-05-01T04:40:31.240Z",
      finished_at: "2026-05-01T04:40:31.391Z",
      trace_id: "019a0c24-6ac8-7f53-9e21-6f708192a3b4"
    }
  ]
})
export type Delivery = typeof Delivery.Type
