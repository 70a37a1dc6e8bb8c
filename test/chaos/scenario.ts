// What a round of chaos tracks: a restless herd among fences that touch, overlap and have holes, and four
// rules that between them use every way of firing: crossings, crossings that must last, levels, reminders.
import type { Rings } from "../journeys/herd.ts"
import { chance } from "./chance.ts"

/** Seven decimals for corners, six for fixes: no fix lies on a border. */
export const fences: ReadonlyArray<Rings> = [
  [
    [
      [14.0500003, 51.0500003],
      [14.2500003, 51.0500003],
      [14.2500003, 51.2500003],
      [14.0500003, 51.2500003],
      [14.0500003, 51.0500003]
    ]
  ],
  [
    [
      [14.2000007, 51.1000007],
      [14.3800007, 51.1200007],
      [14.2600007, 51.3600007],
      [14.2000007, 51.1000007]
    ]
  ],
  [
    [
      [14.0200003, 51.2000003],
      [14.2000003, 51.2000003],
      [14.2000003, 51.3800003],
      [14.1400003, 51.3800003],
      [14.1400003, 51.2600003],
      [14.0200003, 51.2600003],
      [14.0200003, 51.2000003]
    ]
  ],
  [
    [
      [14.1000001, 51.0200001],
      [14.3000001, 51.0200001],
      [14.3000001, 51.1800001],
      [14.1000001, 51.1800001],
      [14.1000001, 51.0200001]
    ],
    [
      [14.1600001, 51.0600001],
      [14.1600001, 51.1400001],
      [14.2400001, 51.1400001],
      [14.2400001, 51.0600001],
      [14.1600001, 51.0600001]
    ]
  ]
]

export const HOLD_SECONDS = 330
export const COOLDOWN_SECONDS = 600
export const SPEED_LIMIT_KMH = 40
/** The fences, by their place in the list, that the rule with a hold looks at. */
export const HELD_FENCES: ReadonlyArray<number> = [0, 3]

export type RuleName = "left" | "entered" | "stayed_out" | "fast"

/** The documents, once the fences have ids. Alerts: all but `entered`. */
export const documents = (fenceIds: ReadonlyArray<string>): Readonly<Record<RuleName, object>> => {
  const crossing = (
    relation: "enter" | "exit",
    event_type: string,
    rest: object,
    selection: object = { feature_type: "geofence" }
  ) => ({
    trigger: { kind: "position" },
    scope: {},
    conditions: { type: "spatial", relation, ...selection },
    ...rest,
    event: {
      event_type,
      severity: "warning",
      title: `{entity} ${relation} {feature}`,
      create_alert: event_type !== "GEOFENCE_ENTER"
    }
  })
  return {
    left: crossing("exit", "GEOFENCE_EXIT", {}),
    entered: crossing("enter", "GEOFENCE_ENTER", {}),
    stayed_out: crossing(
      "exit",
      "STAYED_OUT",
      { for_seconds: HOLD_SECONDS },
      { feature_ids: HELD_FENCES.map((f) => fenceIds[f]) }
    ),
    fast: {
      trigger: { kind: "position" },
      scope: {},
      conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: SPEED_LIMIT_KMH },
      cooldown_seconds: COOLDOWN_SECONDS,
      event: {
        event_type: "SPEED_LIMIT_VIOLATION",
        severity: "critical",
        title: "{entity} at {value} km/h",
        create_alert: true
      }
    }
  }
}

/** A fix of a track; `at` in epoch ms. Some collars measure no speed now and then. */
export interface TrackFix {
  readonly at: number
  readonly lon: number
  readonly lat: number
  readonly speedMps: number | null
}

export interface Track {
  readonly collar: string
  /** a collar that nobody wears is a subject of its own */
  readonly loose: boolean
  readonly fixes: ReadonlyArray<TrackFix>
}

const BEGIN = Date.parse("2025-06-01T00:00:00Z")
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
const within = (degrees: number, from: number, to: number) =>
  degrees < from ? 2 * from - degrees : degrees > to ? 2 * to - degrees : degrees

/** Walks of a herd: a fix about every minute, steps large enough to cross a border every dozen fixes. */
export const makeTracks = (seed: number, animals: number, fixes: number): ReadonlyArray<Track> => {
  const next = chance(seed)
  return Array.from({ length: animals }, (_, animal) => {
    let lon = 14 + next() * 0.4,
      lat = 51 + next() * 0.4,
      heading = next() * 2 * Math.PI,
      running = false
    return {
      collar: `collar-${animal}`,
      loose: animal % 5 === 4,
      fixes: Array.from({ length: fixes }, (_, i) => {
        heading += (next() - 0.5) * 1.6
        if (next() < 0.08) running = !running
        const step = next() * 0.02
        lon = within(lon + Math.cos(heading) * step, 14, 14.4)
        lat = within(lat + Math.sin(heading) * step, 51, 51.4)
        const speedMps = next() < 0.1 ? null : running ? 12 + Math.floor(next() * 6) : Math.floor(next() * 8)
        return {
          at: BEGIN + i * 60_000 + Math.floor(next() * 20_000),
          lon: rounded(lon),
          lat: rounded(lat),
          speedMps
        }
      })
    }
  })
}
