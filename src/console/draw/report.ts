// What people report from the field, by words they use; rules and automations know it by its type.
import type { SeverityName } from "../look/Severity.tsx"

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
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
