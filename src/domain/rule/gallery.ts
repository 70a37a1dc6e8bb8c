// The gallery of templates: those of the specification, and a few more, each with its purpose and the members
// to fill in.
import type { RuleDocument } from "./Document.ts"
import { type Preset, presets } from "./presets.ts"

/** The kinds of users that templates are for. */
export const audiences = ["rangers", "graziers", "fleets"] as const

/** Placeholder is a member to fill in; `path`: JSON Pointer into the document. */
interface Placeholder {
  readonly path: string
  readonly label: string
  /** its unit; null: it is no number, or has none */
  readonly unit: string | null
}

/** Template is a rule document with its purpose and the members to fill in. */
export interface Template extends Preset {
  readonly description: string
  readonly audiences: ReadonlyArray<(typeof audiences)[number]>
  readonly placeholders: ReadonlyArray<Placeholder>
}

const number = (path: string, label: string, unit: string | null = null): Placeholder => ({
  path,
  label,
  unit
})
const fence = (path: string): Placeholder => ({
  path: `${path}/feature_type`,
  label: "Which fences or areas",
  unit: null
})
const hold = number("/for_seconds", "For how long", "s")
const again = number("/cooldown_seconds", "Remind after", "s")

const words: Readonly<Record<string, Omit<Template, keyof Preset>>> = {
  geofence_exit: {
    description: "Leaves any fence. An alert.",
    audiences: ["rangers", "graziers", "fleets"],
    placeholders: [fence("/conditions"), hold]
  },
  geofence_enter: {
    description: "Enters any fence. An event, no alert.",
    audiences: ["rangers", "graziers", "fleets"],
    placeholders: [fence("/conditions"), hold]
  },
  speed_limit: {
    description: "Above 40 km/h in an area for 30 s.",
    audiences: ["fleets"],
    placeholders: [
      number("/conditions/all/0/value", "Faster than", "km/h"),
      fence("/conditions/all/1"),
      hold,
      again
    ]
  },
  no_data: {
    description: "Not heard of for 12 h, looked at every 5 min.",
    audiences: ["rangers", "graziers", "fleets"],
    placeholders: [number("/conditions/for_seconds", "Silent for", "s"), again]
  },
  battery_low: {
    description: "Below 3.2 V. Reminds once a day.",
    audiences: ["rangers", "graziers"],
    placeholders: [number("/conditions/value", "Below", "V"), again]
  },
  collar_not_moving: {
    description: "Activity under 1 m/s² for 12 h, and the battery is good.",
    audiences: ["rangers", "graziers"],
    placeholders: [
      number("/conditions/all/0/value", "Activity below", "m/s²"),
      number("/conditions/all/0/seconds", "Over", "s"),
      number("/conditions/all/1/value", "Battery above", "V"),
      again
    ]
  }
}

const rule = (
  document: Omit<RuleDocument, "scope" | "event">,
  event_type: string,
  severity: "warning" | "critical",
  title: string
): RuleDocument => ({ scope: {}, ...document, event: { event_type, severity, title, create_alert: true } })

const others: ReadonlyArray<Template> = [
  {
    key: "left_for_good",
    name: "Left its fence for good",
    description: "Thirty metres beyond any fence for 10 min: a jittery border stays quiet.",
    audiences: ["rangers", "graziers"],
    placeholders: [number("/conditions/exit_buffer_m", "Beyond it by", "m"), hold],
    document: rule(
      {
        trigger: { kind: "position" },
        conditions: { type: "spatial", relation: "exit", feature_type: "geofence", exit_buffer_m: 30 },
        for_seconds: 600,
        cooldown_seconds: 0
      },
      "FENCE_LEFT",
      "warning",
      "{entity} left {feature} and stayed out"
    )
  },
  {
    key: "not_at_site",
    name: "Not at water for a day",
    description: "Outside every site, such as a trough or a spring, for 24 h.",
    audiences: ["graziers", "rangers"],
    placeholders: [fence("/conditions"), hold, again],
    document: rule(
      {
        trigger: { kind: "position" },
        conditions: { type: "spatial", relation: "outside", feature_type: "site" },
        for_seconds: 86_400,
        cooldown_seconds: 86_400
      },
      "NOT_AT_WATER",
      "warning",
      "{entity} has been at no site for 24 hours"
    )
  },
  {
    key: "running",
    name: "Running",
    description: "Faster than 25 km/h for a minute: chased, or carried away.",
    audiences: ["rangers"],
    placeholders: [number("/conditions/value", "Faster than", "km/h"), hold, again],
    document: rule(
      {
        trigger: { kind: "position" },
        conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 25 },
        for_seconds: 60,
        cooldown_seconds: 1800,
        max_gap_seconds: 600
      },
      "RUNNING",
      "critical",
      "{entity} runs at {value} km/h"
    )
  },
  {
    key: "moving_outside",
    name: "On the move outside its fence",
    description: "Above 5 km/h outside every fence.",
    audiences: ["fleets"],
    placeholders: [
      number("/conditions/all/0/value", "Faster than", "km/h"),
      fence("/conditions/all/1"),
      hold,
      again
    ],
    document: rule(
      {
        trigger: { kind: "position" },
        conditions: {
          all: [
            { type: "threshold", metric: "speed_kmh", op: ">", value: 5 },
            { type: "spatial", relation: "outside", feature_type: "geofence" }
          ]
        },
        for_seconds: 120,
        cooldown_seconds: 3600
      },
      "MOVING_OUTSIDE",
      "warning",
      "{entity} drives at {value} km/h outside its fence"
    )
  }
]

/** All templates, those of the specification first. */
export const gallery: ReadonlyArray<Template> = [
  ...presets.map((preset) => ({ ...preset, ...words[preset.key]! })),
  ...others
]
