// Automations as rows: the columns that readers select become the record as it is.
import { wireTime } from "../sql/keyset.ts"

/** To select from `automations a`. */
export const automationColumns = `
  a.id, a.project_id, a.name, a.enabled, a.event_types, a.min_severity, a.require_alert, a.rule_ids,
  a.entity_ids, a.max_event_age_seconds, a.remind_acknowledged, a.actions,
  ${wireTime("a.created_at")} as created_at,
  ${wireTime("a.updated_at")} as updated_at`
