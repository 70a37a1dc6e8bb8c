// A snooze: for a while, a rule makes no alerts about one subject. Its events are still made, and say that
// they were snoozed.
import * as Schema from "effect/Schema"
import { Description, Instant, InstantInput, Uuid } from "../schemas.ts"
import { actorKinds } from "./Alert.ts"

/** The subject is an entity, or a device that carries none: one of `entity_id` and `device_id` is null. */
export const Snooze = Schema.Struct({
  rule_id: Uuid,
  entity_id: Schema.NullOr(Uuid),
  device_id: Schema.NullOr(Uuid),
  until: Instant.annotate({ description: "Events made from this moment on make alerts again" }),
  note: Schema.NullOr(Schema.String),
  actor: Schema.Struct({
    kind: Schema.Literals(actorKinds),
    id: Schema.NullOr(Uuid),
    name: Schema.NullOr(Schema.String)
  }),
  created_at: Instant
}).annotate({
  identifier: "Snooze",
  examples: [
    {
      rule_id: "019a0c22-1d4f-7e88-b3a6-9c0d5e7f1a2b",
      entity_id: "019a0c1e-6d2f-7c31-9b43-5b1f0e6a2d10",
      device_id: null,
      until: "2026-11-02T06:00:00.000Z",
      note: "at the vet's until Monday",
      actor: { kind: "user", id: "019a0c10-7b3e-7c55-8d90-1e2f3a4b5c6d", name: "Ines" },
      created_at: "2026-10-30T15:20:44.120Z"
    }
  ]
})
export type Snooze = typeof Snooze.Type

export const NewSnooze = Schema.Struct({
  until: InstantInput,
  note: Schema.optionalKey(Schema.NullOr(Description))
})
export type NewSnooze = typeof NewSnooze.Type

/** The longest snooze: what is to be silent for longer is a rule to disable, or a scope to narrow. */
export const MAX_SNOOZE_MS = 366 * 86_400_000

/** Why a snooze cannot last until then; null: it can. Epoch ms. */
export const whyNotUntil = (until: number, now: number): string | null =>
  until <= now
    ? "A snooze ends in the future."
    : until - now > MAX_SNOOZE_MS
      ? "A snooze lasts a year at most."
      : null
