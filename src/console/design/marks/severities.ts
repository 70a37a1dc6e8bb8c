import type { SeverityName } from "./Severity.tsx"

/** severities are the severities, mildest first. */
export const severities = ["info", "warning", "critical"] as const satisfies ReadonlyArray<SeverityName>

const names: ReadonlyArray<unknown> = severities

/** severityOf reads a severity from a document; info by default. */
export const severityOf = (value: unknown): SeverityName =>
  names.includes(value) ? (value as SeverityName) : "info"

/** isGraver tells whether one severity is higher than another. */
export const isGraver = (one: SeverityName, other: SeverityName): boolean =>
  severities.indexOf(one) > severities.indexOf(other)
