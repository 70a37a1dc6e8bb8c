import type { SeverityName } from "./Severity.tsx"

export const severities = ["info", "warning", "critical"] as const satisfies ReadonlyArray<SeverityName>

const names: ReadonlyArray<unknown> = severities

/** A severity as a document names it; what it does not name is information. */
export const severityOf = (value: unknown): SeverityName =>
  names.includes(value) ? (value as SeverityName) : "info"

/** Whether one weighs more than another. */
export const isGraver = (one: SeverityName, other: SeverityName): boolean =>
  severities.indexOf(one) > severities.indexOf(other)
