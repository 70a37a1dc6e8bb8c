// What people report from the field, by words they use; rules and automations know it by its type. And a
// report as somebody is writing it.
import { type Members, textIn } from "../writing.ts"
import type { SeverityName } from "../look/Severity.tsx"
import { shapeIn } from "./draft.ts"
import type { Shape } from "./shape.ts"

export interface Incident {
  /** `event_type` of the API */
  readonly type: string
  readonly word: string
  readonly severity: SeverityName
  /** the sentence where nobody writes one; `name`: whom it concerns */
  readonly title: (name: string | undefined) => string
}

const about = (word: string) => (name: string | undefined) => (name === undefined ? word : `${word}: ${name}`)

const incident = (type: string, word: string, severity: SeverityName): Incident => ({
  type,
  word,
  severity,
  title: about(word)
})

export const incidents: ReadonlyArray<Incident> = [
  incident("SIGHTING", "Sighting", "info"),
  incident("INJURY", "Injury", "warning"),
  incident("DEATH", "Death", "critical"),
  incident("PREDATOR", "Predator", "warning"),
  incident("FENCE_BROKEN", "Broken fence", "warning"),
  incident("GATE_OPEN", "Open gate", "warning"),
  incident("INTRUSION", "Intrusion", "critical"),
  incident("OBSERVATION", "Something else", "info")
]

/** Says of a report sent twice that it is one; `randomUUID` is there on secure origins alone. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** A report as somebody is writing it. */
export interface Telling {
  /** the type of what happened */
  readonly type: string
  readonly severity: SeverityName
  readonly title: string
  readonly note: string
  /** wall time of the project; "": now */
  readonly time: string
  /** null: as its severity says */
  readonly alert: boolean | null
  /** whom it concerns, by name */
  readonly subject: string
  readonly shape: Shape | null
  /** kept with it: it may have been sent before, and nobody heard the answer */
  readonly key: string
}

export const incidentOf = (type: unknown): Incident =>
  incidents.find((one) => one.type === type) ?? incidents[0]!

const isSeverity = (value: unknown): value is SeverityName =>
  value === "info" || value === "warning" || value === "critical"

/** The report that was kept; an empty one where none was. */
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
