// The events of a rule at a moment.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { StoredEvent } from "../../backtest/ports.ts"
import type { Subject } from "../../domain/rule/Observation.ts"

/** Reads the valid events of a version about a subject. */
export const eventsAt = (pg: PgClient.PgClient) =>
  Effect.fn("RuleHistory.eventsAt")(function* (ruleId: string, number: number, { id }: Subject, at: number) {
    return yield* pg<StoredEvent>`
      select e.id,
        e.context ->> 'kind' as kind,
        e.feature_id as "featureId",
        e.snoozed,
        extract(epoch from z.until)::float8 * 1000 as until
      from events e
        left join rule_snoozes z
          on z.rule_id = e.rule_id and z.subject_id = ${id}::uuid and z.until > e.created_at
      where e.rule_id = ${ruleId}::uuid and e.rule_version = ${number}::int4 and e.time = ${new Date(at)}
        and coalesce(e.entity_id, e.device_id) = ${id}::uuid and not e.superseded`
  }, Effect.orDie)
