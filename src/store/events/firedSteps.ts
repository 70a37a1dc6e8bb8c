// The steps of a firing's trace. Its event has most of what they say, so that the trace keeps the rest alone, and the
// steps are made when they are read.
import type * as Schema from "effect/Schema"
import type { ProcessingTrace } from "../../domain/event/ProcessingTrace.ts"
import { wireTime } from "../sql/keyset.ts"

/** StoredFiring is the stored form of the steps of a firing: what its event does not have. */
export interface StoredFiring {
  /** the conditions as they were evaluated */
  readonly evaluated: object
  /** RFC 3339, of an event without the alert that its rule asks for: until when the rule is snoozed */
  readonly snoozed_until?: string
  /** of a reminder: its alert is that of its episode */
  readonly carries_alert?: true
}

/** FiredEvent is the part of an event that the steps of its firing show. */
interface FiredEvent {
  readonly title: string
  readonly severity: string
  readonly time: string
  readonly kind: string
  readonly trigger: Schema.Json
  readonly rule: string
  readonly version: number
  readonly entity: string | null
  readonly device: string | null
}

/** SQL. The event of a trace `t` where the steps are made of it, else null. */
export const FIRED_EVENT_SQL = `case when jsonb_typeof(t.steps) = 'object' then (
    select jsonb_build_object(
      'title', f.title, 'severity', f.severity, 'time', ${wireTime("f.time")},
      'kind', f.context -> 'kind', 'trigger', f.context -> 'trigger',
      'rule', f.source_name, 'version', f.rule_version, 'entity', f.entity_name, 'device', f.device_name
    )
    from events f
    where f.id = t.event_id
  ) end`

type Steps = ProcessingTrace["steps"]

/** StoredSteps are the steps of a trace, and where it is of a firing, the event that the rest of them is of. */
export interface StoredSteps {
  readonly steps: Steps | StoredFiring
  readonly fired: FiredEvent | null
}

/** Times of all steps are that of the firing. */
type Step = Omit<Steps[number], "at">

const alertStep = (alertId: string | null, { carries_alert, snoozed_until }: StoredFiring): Step => {
  if (alertId !== null) {
    const reason = carries_alert === true ? { reason: "the alert of the episode" } : {}
    return { name: "alert", status: "ok", detail: { id: alertId, ...reason } }
  }
  const reason = snoozed_until === undefined ? "the rule asks for none" : `snoozed until ${snoozed_until}`
  return { name: "alert", status: "skipped", detail: { reason } }
}

/** Returns the steps of a trace as they are read. */
export const stepsOf = (
  { alert_id, event_id, started_at: at }: Pick<ProcessingTrace, "alert_id" | "event_id" | "started_at">,
  { fired, steps: stored }: StoredSteps
): Steps => {
  if (!("evaluated" in stored)) return stored
  const evaluated = stored.evaluated as Schema.Json // it was read from JSON
  if (fired === null) return [{ name: "evaluate", status: "ok", at, detail: { evaluated } }]
  const { device, entity, kind, rule, severity, time: moment, title, trigger, version } = fired
  const subject = entity === null ? { device } : { device, entity }
  const steps: ReadonlyArray<Step> = [
    { name: "match", status: "ok", detail: { rule, subject, version } },
    { name: "evaluate", status: "ok", detail: { kind, moment, trigger, evaluated } },
    { name: "event", status: "ok", detail: { id: event_id, title, severity } },
    alertStep(alert_id, stored)
  ]
  return steps.map((step) => ({ ...step, at }))
}
