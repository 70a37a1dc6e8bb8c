// What the bench says: every sentence of the page in one place.

export const TRIGGERS = [
  ["position", "Position"],
  ["measurement", "Measurement"],
  ["state", "State"],
  ["schedule", "Schedule"]
] as const
export type TriggerKind = (typeof TRIGGERS)[number][0]

export const OPS = [
  ["<", "is below"],
  ["<=", "is at most"],
  [">", "is above"],
  [">=", "is at least"],
  ["==", "equals"],
  ["!=", "differs from"]
] as const

export const AGGREGATES = [
  ["max", "highest"],
  ["min", "lowest"],
  ["avg", "average"],
  ["sum", "sum"],
  ["count", "number"]
] as const

export const RELATIONS = [
  ["enter", "enters"],
  ["exit", "leaves"],
  ["inside", "is inside"],
  ["outside", "is outside"]
] as const

export const KINDS = [
  ["threshold", "a figure now"],
  ["window", "a figure over time"],
  ["spatial", "a place or border"],
  ["no_data", "silence"]
] as const
export type Kind = (typeof KINDS)[number][0]

export const SEVERITIES = [
  ["info", "Info"],
  ["warning", "Warning"],
  ["critical", "Critical"]
] as const

/** Figures of fixes: no catalogue has them. */
export const OF_FIXES = [
  ["speed_kmh", "Speed", "km/h"],
  ["speed_mps", "Speed, m/s", "m/s"],
  ["altitude_m", "Altitude", "m"]
] as const

export const PLACEHOLDERS = ["entity", "device", "feature", "metric", "value", "rule"] as const

/** What a test can be about; days. */
export const PERIODS = [
  ["1", "1 day"],
  ["7", "7 days"],
  ["14", "14 days"],
  ["30", "30 days"]
] as const

const CUTS: Readonly<Record<string, string>> = {
  points: "Series are thinned further than usual.",
  spans: "The ends of some lanes are missing.",
  subjects: "Only the first 50 are drawn; everybody was judged.",
  traces: "Later events come without the values that were read."
}

/** Why a drawing is not whole, in words. */
export const cutWords = (cut: string): string => CUTS[cut] ?? cut

/** What a draft in force would forget, in words; null: nothing. */
export const forgetWords = (
  resets: { readonly active: number; readonly pending: number } | null
): string | null => {
  if (resets === null) return null
  const { active, pending } = resets
  const parts = [
    ...(active === 0
      ? []
      : [`${active} active ${active === 1 ? "is" : "are"} found anew and may fire again`]),
    ...(pending === 0 ? [] : [`${pending} that ${pending === 1 ? "waits" : "wait"} begin anew`])
  ]
  return parts.length === 0 ? null : parts.join(", ")
}
