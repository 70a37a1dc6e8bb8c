// Deliveries as rows: the columns that all readers select, and the reset of one.
import { wireTime } from "../sql/keyset.ts"

/** Columns of `deliveries d`. */
export const deliveryColumns = `
  d.id, d.project_id, d.event_id,
  (select titled.title from events titled where titled.id = d.event_id) as event_title,
  d.automation_id, d.automation_name, d.action_id, d.action_type,
  d.target, d.status, d.code, d.error, d.attempts,
  case when d.status = 'queued' then ${wireTime("d.next_attempt_at")} end as next_attempt_at,
  ${wireTime("d.created_at")} as created_at,
  ${wireTime("d.finished_at")} as finished_at,
  d.trace_id`

/** The reset of a delivery that is queued again, for `set`: as if there had been no attempt. */
export const resetColumns = `
  status = 'queued', code = null, error = null, attempts = 0, tries = '[]', next_attempt_at = now(),
  finished_at = null, trace_id = null, asked_at = now()`
