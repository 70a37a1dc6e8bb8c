// An event, an automation and a claimed delivery to begin with.
import type { Automation } from "../../../src/domain/automation/Automation.ts"
import type { ClaimedDelivery } from "../../../src/domain/automation/ClaimedDelivery.ts"
import type { EventMatter } from "../../../src/domain/automation/Message.ts"
import type { Event } from "../../../src/domain/event/Event.ts"

export const id = (n: number) => `019a0c24-5e10-7a33-9c41-${String(n).padStart(12, "0")}`

export const event: Event = {
  id: id(100),
  project_id: id(101),
  time: "2026-05-01T04:40:00.000Z",
  created_at: "2026-05-01T04:40:31.208Z",
  event_type: "GEOFENCE_EXIT",
  severity: "warning",
  title: "Alma left Home",
  description: "",
  geometry: { type: "Point", coordinates: [10.5204, 51.2051] },
  entity_id: id(102),
  entity_name: "Alma",
  device_id: id(103),
  device_name: "Collar 7",
  feature_id: null,
  source: { kind: "rule", id: id(104), name: "Left a fence" },
  rule_id: id(104),
  rule_version: 3,
  sample_time: "2026-05-01T04:40:00.000Z",
  sample_age_seconds: 31.208,
  late: false,
  superseded: false,
  snoozed: false,
  reminder: false,
  ended_at: null,
  duration_seconds: null,
  context: {},
  trace_id: null,
  alert: null
}

export const automation = (more: Partial<Automation> = {}): Automation => ({
  id: id(110),
  project_id: id(101),
  name: "Tell",
  enabled: true,
  event_types: [],
  min_severity: "info",
  require_alert: false,
  rule_ids: [],
  entity_ids: [],
  max_event_age_seconds: 21_600,
  remind_acknowledged: false,
  actions: [{ id: id(111), type: "webhook", url: "https://hooks.example.org/" }],
  created_at: "",
  updated_at: "",
  ...more
})

/** A delivery of an event. */
export type ClaimedEvent = ClaimedDelivery & EventMatter

export const claimed = (more: Partial<ClaimedEvent> = {}): ClaimedEvent => ({
  deliveryId: id(120),
  event,
  alert: null,
  project: { id: id(101), slug: "north", name: "North range", timezone: "Europe/Berlin" },
  automation: { id: id(110), name: "Tell" },
  attempt: 1,
  epoch: 1,
  tries: [],
  receiverGroup: "webhook hooks.example.org",
  target: "https://hooks.example.org",
  isAsked: false,
  isEnabled: true,
  remindsAcknowledged: false,
  action: { id: id(111), type: "webhook", url: "https://hooks.example.org/" },
  actionId: id(111),
  actionType: "webhook",
  secrets: [],
  chatId: null,
  language: "en",
  ...more
})
