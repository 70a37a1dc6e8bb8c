// Reads an event of a rule with its evidence, to be evaluated again.
import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Claim } from "../../backtest/ports.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { seenRecords } from "../access/visibilityConditions.ts"
import { readEvidence, type StoredEvidence } from "./readEvidence.ts"
import { Missing } from "../sql/refusals.ts"

interface EventRow {
  readonly project_id: string
  readonly time: Date
  readonly created_at: Date
  readonly title: string
  readonly severity: string
  readonly superseded: boolean
  readonly rule_id: string | null
  readonly source_name: string
  readonly rule_version: number
  readonly entity_id: string | null
  readonly entity_name: string | null
  readonly device_id: string
  readonly device_name: string
  readonly context: Claim["context"]
  readonly evidence: StoredEvidence
}

/** Makes the reader; null: no rule made the event. */
export const claimOf = (pg: PgClient.PgClient) =>
  Effect.fn("Events.claim")(function* (projectId: string, visibility: Visibility, eventId: string) {
    const [e] = yield* Effect.orDie(pg<EventRow>`
      select project_id, time, created_at, title, severity, superseded, rule_id, source_name, rule_version,
        entity_id, entity_name, device_id, device_name, context, evidence
      from events e
      where ${pg.and([
        pg`id = ${eventId}::uuid`,
        pg`project_id = ${projectId}::uuid`,
        ...seenRecords(pg, visibility, "e")
      ])}`)
    if (e === undefined) return yield* new Missing()
    return e.rule_id === null
      ? null
      : ({
          time: e.time.getTime(),
          createdAt: e.created_at.getTime(),
          title: e.title,
          severity: e.severity,
          superseded: e.superseded,
          ruleId: e.rule_id,
          ruleName: e.source_name,
          version: e.rule_version,
          subject: {
            id: e.entity_id ?? e.device_id,
            projectId: e.project_id,
            entityId: e.entity_id,
            deviceId: e.device_id
          },
          entityName: e.entity_name,
          deviceName: e.device_name,
          context: e.context,
          evidence: readEvidence(e.evidence)
        } satisfies Claim)
  })
