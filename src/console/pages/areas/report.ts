// Incidents that people report from the field; rules and automations match them by `event_type`. Also the draft of a
// report.
import { words } from "../../../words/language.ts"
import { type Members, textIn } from "../../writing.ts"
import type { SeverityName } from "../../design/marks/Severity.tsx"
import { shapeIn } from "./draft.ts"
import type { Shape } from "./shape.ts"

/** Incident is a kind of report. */
interface Incident {
  /** `event_type` of the API */
  readonly type: keyof typeof words.areas.incidents
  readonly severity: SeverityName
}

/** incidents are the kinds of reports. */
export const incidents: ReadonlyArray<Incident> = [
  { type: "SIGHTING", severity: "info" },
  { type: "INJURY", severity: "warning" },
  { type: "DEATH", severity: "critical" },
  { type: "PREDATOR", severity: "warning" },
  { type: "FENCE_BROKEN", severity: "warning" },
  { type: "GATE_OPEN", severity: "warning" },
  { type: "INTRUSION", severity: "critical" },
  { type: "OBSERVATION", severity: "info" }
]

/** incidentTitle returns the default title of a report; `name`: the subject. */
export const incidentTitle = ({ type }: Incident, name: string | undefined): string => {
  const incident = words.areas.incidents[type]
  return name === undefined ? incident : words.areas.report.about({ incident, name })
}

/** Returns an idempotency key for a report; `randomUUID` exists only on secure origins. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** Telling is the draft of a report. */
interface Telling {
  /** event type */
  readonly type: string
  readonly severity: SeverityName
  readonly title: string
  readonly note: string
  /** local time of the project; "": now */
  readonly time: string
  /** whether it makes an alert; null: decided by its severity */
  readonly alert: boolean | null
  /** the subject, by name */
  readonly subject: string
  readonly shape: Shape | null
  /** idempotency key, stored with the draft: it may have been sent without a response */
  readonly key: string
}

/** incidentOf returns the incident of an event type. */
export const incidentOf = (type: unknown): Incident =>
  incidents.find((one) => one.type === type) ?? incidents[0]!

const isSeverity = (value: unknown): value is SeverityName =>
  value === "info" || value === "warning" || value === "critical"

/** tellingIn returns the stored draft, or an empty one. */
export const tellingIn = (kept: Members): Telling => {
  const { alert, key, note, severity, shape, subject, time, title, type } = kept
  const incident = incidentOf(type)
  return {
    type: incident.type,
    severity: isSeverity(severity) ? severity : incident.severity,
    title: textIn(title),
    note: textIn(note),
    time: textIn(time),
    alert: typeof alert === "boolean" ? alert : null,
    subject: textIn(subject),
    shape: shapeIn(shape),
    key: typeof key === "string" && key !== "" ? key : newKey()
  }
}
