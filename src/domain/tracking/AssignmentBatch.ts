// Several changes of a device's assignments to entities at once: neighbours share an edge, and changed one after the
// other they would overlap or leave a gap.
import * as Schema from "effect/Schema"
import { Instant, Name, Uuid } from "../schemas.ts"
import { AssignmentChange, EntityAssignment, NewEntityAssignment } from "./Assignment.ts"

/** MAX_BATCH_CHANGES is how many changes a batch has at most. */
export const MAX_BATCH_CHANGES = 50

/** BatchedChange creates, updates or deletes one assignment. */
export const BatchedChange = Schema.Union([
  Schema.Struct({ action: Schema.Literal("create"), ...NewEntityAssignment.fields }),
  Schema.Struct({ action: Schema.Literal("update"), assignment_id: Uuid, ...AssignmentChange.fields }),
  Schema.Struct({ action: Schema.Literal("remove"), assignment_id: Uuid })
])
export type BatchedChange = typeof BatchedChange.Type

/** AssignmentBatch is a list of changes that are applied together or not at all. */
export const AssignmentBatch = Schema.Struct({
  changes: Schema.Array(BatchedChange).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_BATCH_CHANGES))
})
export type AssignmentBatch = typeof AssignmentBatch.Type

const Wearer = Schema.NullOr(Schema.Struct({ id: Uuid, name: Name })).annotate({
  description: "null: no entity, the records are the device's own"
})
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Move = Schema.Struct({
  from: Wearer,
  to: Wearer,
  time_from: Instant.annotate({ description: "The first of the records" }),
  time_to: Instant.annotate({ description: "The last of them" }),
  records: count
}).annotate({ identifier: "AssignmentMove" })

/** BatchPreview is the assignments as they would be, and the records that would change hands. */
export const BatchPreview = Schema.Struct({
  moves: Schema.Array(Move).annotate({ description: "Whose records become whose; by time" }),
  events_judged: count.annotate({ description: "Events of rules in the stretches that move, of both sides" }),
  rules: count.annotate({ description: "How many rules these events are of" }),
  seconds: count.annotate({ description: "About as long as it takes, in the background" })
}).annotate({ identifier: "AssignmentBatchPreview" })
export type BatchPreview = typeof BatchPreview.Type

/** BatchResult is the assignments as they are now, and the jobs that attribute the records again. */
export const BatchResult = Schema.Struct({
  assignments: Schema.Array(EntityAssignment).annotate({
    description: "Those that were made or changed, in the order of the request"
  }),
  job_id: Schema.NullOr(Uuid).annotate({
    description: "The job that moves the records; null: the span has none"
  })
}).annotate({ identifier: "AssignmentBatchResult" })
export type BatchResult = typeof BatchResult.Type
