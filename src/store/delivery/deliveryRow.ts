// Deliveries as rows: the columns that every reader of deliveries selects become the record as it is.
import { wireTime } from "../sql/keyset.ts"

/** To select from `deliveries d`. */
export const deliveryColumns = `
  d.id, d.project_id, d.event_id,
  (select titled.title from events titled where titled.id = d.event_id) as event_title,
  d.automation_id, d.automation_name, d.action_id, d.action_type,
  d.target, d.status, d.code, d.error, d.attempts,
  case when d.status = 'queued' then ${wireTime("d.next_attempt_at")} end as next_attempt_at,
  ${wireTime("d.created_at")} as created_at,
  ${wireTime("d.finished_at")} as finished_at,
  d.trace_id`

/** What is set in a delivery that ended and goes back into the queue: as if nobody had tried. */
export const asNew = `
  status = 'queued', code = null, error = null, attempts = 0, tries = '[]', next_attempt_at = now(),
  finished_at = null, trace_id = null, asked_at = now()`
