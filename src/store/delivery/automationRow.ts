// Automations as rows: the columns that all readers select, and those that are written.
import type { PgClient } from "@effect/sql-pg"
import type { Action } from "../../domain/automation/Action.ts"
import type { AutomationChange } from "../../domain/automation/Automation.ts"
import { texts, uuids } from "../sql/arrays.ts"
import { wireTime } from "../sql/keyset.ts"

/** Columns of `automations a`. */
export const automationColumns = `
  a.id, a.project_id, a.name, a.enabled, a.event_types, a.min_severity, a.require_alert, a.rule_ids,
  a.entity_ids, a.max_event_age_seconds, a.remind_acknowledged, a.actions,
  ${wireTime("a.created_at")} as created_at,
  ${wireTime("a.updated_at")} as updated_at`

/** Returns the members of an automation as columns of the same names. */
export const columnsOf = (
  pg: PgClient.PgClient,
  { entity_ids, event_types, rule_ids, ...plain }: Omit<AutomationChange, "actions">,
  actions?: ReadonlyArray<Action>
) => ({
  ...plain,
  ...(event_types === undefined ? {} : { event_types: texts(event_types) }),
  ...(rule_ids === undefined ? {} : { rule_ids: uuids(rule_ids) }),
  ...(entity_ids === undefined ? {} : { entity_ids: uuids(entity_ids) }),
  ...(actions === undefined ? {} : { actions: pg.json(actions) })
})
