// The rule templates the editor offers (specification 2.1), with exactly its values.
import type { RuleDocument } from "./Document.ts"

/** Preset is a rule document with a name. */
export interface Preset {
  readonly key: string
  readonly name: string
  readonly document: RuleDocument
}

/** The templates of the specification. */
export const presets: ReadonlyArray<Preset> = [
  {
    key: "geofence_exit",
    name: "Left a fence",
    document: {
      trigger: { kind: "position" },
      scope: {},
      conditions: { type: "spatial", relation: "exit", feature_type: "geofence" },
      for_seconds: 0,
      cooldown_seconds: 0,
      event: {
        event_type: "GEOFENCE_EXIT",
        severity: "warning",
        title: "{entity} left {feature}",
        create_alert: true
      }
    }
  },
  {
    key: "geofence_enter",
    name: "Entered a fence",
    document: {
      trigger: { kind: "position" },
      scope: {},
      conditions: { type: "spatial", relation: "enter", feature_type: "geofence" },
      for_seconds: 0,
      cooldown_seconds: 0,
      event: {
        event_type: "GEOFENCE_ENTER",
        severity: "info",
        title: "{entity} entered {feature}",
        create_alert: false
      }
    }
  },
  {
    key: "speed_limit",
    name: "Speed limit inside an area",
    document: {
      trigger: { kind: "position" },
      scope: {},
      conditions: {
        all: [
          { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
          { type: "spatial", relation: "inside", feature_type: "zone" }
        ]
      },
      for_seconds: 30,
      cooldown_seconds: 600,
      event: {
        event_type: "SPEED_LIMIT_VIOLATION",
        severity: "warning",
        title: "{entity} at {value} km/h in {feature}",
        create_alert: true
      }
    }
  },
  {
    key: "no_data",
    name: "No data for 12 hours",
    document: {
      trigger: { kind: "schedule", every_seconds: 300 },
      scope: {},
      conditions: { type: "no_data", for_seconds: 43_200 },
      for_seconds: 0,
      cooldown_seconds: 86_400,
      event: {
        event_type: "NO_DATA",
        severity: "warning",
        title: "{entity}: no data for 12 hours",
        create_alert: true
      }
    }
  },
  {
    key: "battery_low",
    name: "Battery low",
    document: {
      trigger: { kind: "measurement", metric_key: "battery_voltage" },
      scope: {},
      conditions: { type: "threshold", metric: "battery_voltage", op: "<", value: 3.2 },
      for_seconds: 0,
      cooldown_seconds: 86_400,
      event: {
        event_type: "BATTERY_LOW",
        severity: "warning",
        title: "{entity}: battery at {value} V",
        create_alert: true
      }
    }
  },
  {
    key: "collar_not_moving",
    name: "Animal has not moved for 12 h",
    document: {
      trigger: { kind: "schedule", every_seconds: 3600 },
      scope: {},
      conditions: {
        all: [
          {
            type: "window",
            metric: "activity",
            aggregate: "max",
            seconds: 43_200,
            op: "<",
            value: 1,
            min_samples: 3
          },
          { type: "threshold", metric: "battery_voltage", op: ">", value: 3.2 }
        ]
      },
      for_seconds: 0,
      cooldown_seconds: 43_200,
      event: {
        event_type: "POSSIBLE_IMMOBILITY",
        severity: "critical",
        title: "{entity} has not moved for 12 hours",
        create_alert: true
      }
    }
  }
]
