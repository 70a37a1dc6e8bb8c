// The labels and sentences of the rule page.

/** TRIGGERS are the kinds of triggers with their labels. */
export const TRIGGERS = [
  ["position", "Position"],
  ["measurement", "Measurement"],
  ["state", "State"],
  ["schedule", "Schedule"]
] as const
/** TriggerKind is a kind of trigger. */
export type TriggerKind = (typeof TRIGGERS)[number][0]

/** OPS are the comparisons with their labels. */
export const OPS = [
  ["<", "is below"],
  ["<=", "is at most"],
  [">", "is above"],
  [">=", "is at least"],
  ["==", "equals"],
  ["!=", "differs from"]
] as const

/** AGGREGATES are the aggregates of a window with their labels. */
export const AGGREGATES = [
  ["max", "highest"],
  ["min", "lowest"],
  ["avg", "average"],
  ["sum", "sum"],
  ["count", "number"]
] as const

/** RELATIONS are the spatial relations with their labels. */
export const RELATIONS = [
  ["enter", "enters"],
  ["exit", "leaves"],
  ["inside", "is inside"],
  ["outside", "is outside"]
] as const

/** KINDS are the kinds of conditions with their labels. */
export const KINDS = [
  ["threshold", "a figure now"],
  ["window", "a figure over time"],
  ["spatial", "a place or border"],
  ["no_data", "silence"]
] as const
/** Kind is a kind of condition. */
export type Kind = (typeof KINDS)[number][0]

/** SEVERITIES are the severities with their labels. */
export const SEVERITIES = [
  ["info", "Info"],
  ["warning", "Warning"],
  ["critical", "Critical"]
] as const

/** OF_FIXES are the metrics of fixes, which are not in the metric catalogue, with label and unit. */
export const OF_FIXES = [
  ["speed_kmh", "Speed", "km/h"],
  ["speed_mps", "Speed, m/s", "m/s"],
  ["altitude_m", "Altitude", "m"]
] as const

/** PLACEHOLDERS are the variables of an event title. */
export const PLACEHOLDERS = ["entity", "device", "feature", "metric", "value", "rule"] as const

/** PERIODS are the lengths of a test in days. */
export const PERIODS = [
  ["1", "1 day"],
  ["7", "7 days"],
  ["14", "14 days"],
  ["30", "30 days"]
] as const

const CUTS: Readonly<Record<string, string>> = {
  points: "Series are thinned further than usual.",
  spans: "The ends of some lanes are missing.",
  subjects: "Only the first 50 are drawn; all were tested.",
  traces: "Later events come without the values that were read."
}

/** cutWords says why a drawing is incomplete. */
export const cutWords = (cut: string): string => CUTS[cut] ?? cut

/** forgetWords says which state activation resets; null: none. */
export const forgetWords = (
  resets: { readonly active: number; readonly pending: number } | null
): string | null => {
  if (resets === null) return null
  const { active, pending } = resets
  const parts = [
    ...(active === 0 ? [] : [`${active} active ${active === 1 ? "is" : "are"} reset and may fire again`]),
    ...(pending === 0 ? [] : [`${pending} that ${pending === 1 ? "waits starts" : "wait start"} over`])
  ]
  return parts.length === 0 ? null : parts.join(", ")
}
