import type { SeverityName } from "./Severity.tsx"

const names: ReadonlyArray<unknown> = ["info", "warning", "critical"] satisfies ReadonlyArray<SeverityName>

/** A severity as a document names it; what it does not name is information. */
export const severityOf = (value: unknown): SeverityName =>
  names.includes(value) ? (value as SeverityName) : "info"
