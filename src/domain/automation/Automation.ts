// An automation: which events are sent to which receivers.
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Instant, Name, Uuid } from "../schemas.ts"
import { severities } from "../rule/Document.ts"
import { Action, ActionInput, OpenedAction } from "./Action.ts"

/** DEFAULT_MAX_EVENT_AGE_SECONDS is the age above which an event is not sent: uploads of old logs stay silent. */
export const DEFAULT_MAX_EVENT_AGE_SECONDS = 21_600

const EventType = Schema.String.check(
  Schema.isPattern(/^[A-Z][A-Z0-9_]{1,63}$/u, {
    expected: "2 to 64 capitals, digits and underscores, beginning with a capital"
  })
)
const Ids = Schema.Array(Uuid).check(Schema.isMaxLength(1000))
const few = Schema.isBetween({ minimum: 0, maximum: 31_536_000 })

const filter = {
  event_types: Schema.Array(EventType)
    .check(Schema.isMaxLength(100))
    .annotate({ description: "Of these types; none named: of any" }),
  min_severity: Schema.Literals(severities),
  require_alert: Schema.Boolean.annotate({ description: "Only events that have an alert" }),
  rule_ids: Ids.annotate({
    description: "Made by these rules; none named: by any, and by people and devices"
  }),
  entity_ids: Ids.annotate({ description: "About these entities; none named: about any" }),
  max_event_age_seconds: Schema.Int.check(few).annotate({
    description:
      "How old an event may be when the service learns of it: created_at - time. Older ones are skipped"
  }),
  remind_acknowledged: Schema.Boolean.annotate({
    description:
      "Whether reminders are sent while the alert of their episode is acknowledged; false unless said"
  })
}

/** automationFilter selects the events of an automation; see `matches`. */
export const automationFilter = filter

const written = { name: Name, enabled: Schema.Boolean, ...filter }
const some = [Schema.isMinLength(1), Schema.isMaxLength(20)] as const
const record = { id: Uuid, project_id: Uuid, ...written }
const times = { created_at: Instant, updated_at: Instant }

/** Automation is a saved automation. */
export const Automation = Schema.Struct({ ...record, actions: Schema.Array(Action), ...times }).annotate({
  identifier: "Automation",
  examples: [
    {
      id: "019a0c23-0b1c-7d2e-8f3a-4b5c6d7e8f90",
      project_id: "019a0c1d-91aa-7d04-a2c8-0d9e4b6f1c33",
      name: "Tell the ranger station",
      enabled: true,
      event_types: ["GEOFENCE_EXIT"],
      min_severity: "warning",
      require_alert: true,
      rule_ids: [],
      entity_ids: [],
      max_event_age_seconds: DEFAULT_MAX_EVENT_AGE_SECONDS,
      remind_acknowledged: false,
      actions: [
        {
          id: "019a0c23-0b1d-7a4b-9c5d-6e7f80912a3b",
          type: "webhook",
          url: "https://station.example.org/pugmark"
        },
        { id: "019a0c23-0b1d-7b5c-8d6e-7f8091a2b3c4", type: "email", to: ["rangers@example.org"] }
      ],
      created_at: "2026-04-30T15:20:44.120Z",
      updated_at: "2026-04-30T15:20:44.120Z"
    }
  ]
})
export type Automation = typeof Automation.Type

/** The answer to a change: the one that shows secrets of new webhooks. */
export const OpenedAutomation = Schema.Struct({
  ...record,
  actions: Schema.Array(OpenedAction),
  ...times
}).annotate({ identifier: "OpenedAutomation" })
export type OpenedAutomation = typeof OpenedAutomation.Type

/** NewAutomation is a request to create an automation. */
export const NewAutomation = Schema.Struct({
  ...Struct.map(written, Schema.optionalKey),
  name: Name,
  actions: Schema.Array(ActionInput).check(...some)
})
export type NewAutomation = typeof NewAutomation.Type

/**
 * `actions` are all of them: one that is not named any more goes, one with its `id` stays and keeps its
 * secret.
 */
export const AutomationChange = Schema.Struct({
  ...written,
  actions: Schema.Array(ActionInput).check(...some)
}).mapFields(Struct.map(Schema.optionalKey))
export type AutomationChange = typeof AutomationChange.Type
