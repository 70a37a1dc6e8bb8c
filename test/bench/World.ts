// What the bench drives through the service: fences, rules, and subjects on correlated random walks.
// Deterministic, so that two runs, and the raw insert beside the pipeline, see the same rows.
import type { PolygonGeometry } from "../../src/domain/geo/Geometry.ts"
import type { ConditionNode } from "../../src/domain/rule/ConditionNode.ts"
import type { RuleDocument } from "../../src/domain/rule/Document.ts"

/** A source of chance that can be repeated (mulberry32). */
export const chance = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

export interface Fence {
  readonly feature_type: "geofence" | "zone"
  readonly name: string
  readonly geometry: PolygonGeometry
}

export interface World {
  /** south-west corner and side of the square everything happens in, degrees */
  readonly west: number
  readonly south: number
  readonly side: number
  readonly fences: ReadonlyArray<Fence>
}

const VERTICES = 32

/**
 * So many fences at one density: a world of 10 is a hundredth of the area of a world of 1,000. A walk
 * therefore crosses as many borders in either, and what differs is the number of fences alone.
 */
export const makeWorld = (fences: number): World => {
  const random = chance(7)
  const side = Math.sqrt(fences / 1000),
    west = 24,
    south = 42
  return {
    west,
    south,
    side,
    fences: Array.from({ length: fences }, (_, i): Fence => {
      const lon = west + random() * side,
        lat = south + random() * side,
        radius = 0.01 + random() * 0.02
      const corner = (k: number): [number, number] => {
        const angle = (2 * Math.PI * (k % VERTICES)) / VERTICES
        return [lon + radius * Math.cos(angle), lat + radius * Math.sin(angle)]
      }
      return {
        feature_type: i % 5 === 0 ? "zone" : "geofence",
        name: `Fence ${i}`,
        geometry: {
          type: "Polygon",
          coordinates: [Array.from({ length: VERTICES + 1 }, (_, k) => corner(k))]
        }
      }
    })
  }
}

export const SUBJECTS = 1000

/** What a subject's device calls itself. */
export const externalId = (subject: number): string => `tag-${subject}`

/** Every fifth subject is a vehicle. */
export const isVehicle = (subject: number): boolean => subject % 5 === 4

const inside = (feature_type: "zone" | "geofence"): ConditionNode => ({
  type: "spatial",
  relation: "inside",
  feature_type
})
const faster = (value: number): ConditionNode => ({ type: "threshold", metric: "speed_kmh", op: ">", value })

/** EventRate is how often the rules of a world fire: 38 events per 1,000 positions, or 1. */
export type EventRate = "stormy" | "calm"

/** What calm rules ask for beyond stormy ones: a faster subject, and one higher up. */
const CALM_CROSSING_KMH = 77
const CALM_SPEED_KMH = 27
const CALM_ALTITUDE_M = 600

/**
 * Fifty rules as a farm with a fleet might have them: crossings of all fences and of some, speed inside zones
 * held for 30 s, plain thresholds, and rules for vehicles or single subjects only. The calm ones read the
 * same fences and metrics, with higher thresholds.
 */
export const rulesFor = (
  features: ReadonlyArray<string>,
  vehicleType: string,
  subjects: ReadonlyArray<string>,
  eventRate: EventRate = "stormy"
): ReadonlyArray<RuleDocument> => {
  const isCalm = eventRate === "calm"
  const some = (i: number) =>
    Array.from(
      { length: Math.ceil(features.length / 50) },
      (_, k) => features[(i * 7 + k * 50) % features.length]!
    )
  const rule = (i: number, conditions: ConditionNode, more: Partial<RuleDocument> = {}): RuleDocument => ({
    trigger: { kind: "position" },
    conditions,
    ...more,
    event: {
      event_type: "BENCH",
      severity: i % 3 === 0 ? "warning" : "info",
      title: "{entity} {feature} {value}",
      create_alert: i % 5 === 0
    }
  })
  const vehicles = { entity_type_ids: [vehicleType] }
  const crossing = (relation: "enter" | "exit", ids?: ReadonlyArray<string>): ConditionNode => {
    const spatial: ConditionNode = {
      type: "spatial",
      relation,
      ...(ids === undefined ? {} : { feature_ids: ids })
    }
    return isCalm ? { all: [spatial, faster(CALM_CROSSING_KMH)] } : spatial
  }
  const speed = (value: number) => faster(value + (isCalm ? CALM_SPEED_KMH : 0))
  return Array.from({ length: 50 }, (_, i): RuleDocument => {
    if (i < 2) return rule(i, crossing(i === 0 ? "exit" : "enter"), { scope: vehicles })
    if (i < 20) return rule(i, crossing(i % 2 === 0 ? "exit" : "enter", some(i)))
    if (i < 30) return rule(i, { all: [inside("zone"), speed(20 + i)] }, { for_seconds: 30 })
    if (i < 40)
      return rule(
        i,
        i % 2 === 0
          ? speed(50 + i)
          : {
              type: "threshold",
              metric: "altitude_m",
              op: ">",
              value: 1000 + 20 * i + (isCalm ? CALM_ALTITUDE_M : 0)
            }
      )
    if (i < 45)
      return rule(
        i,
        { all: [inside("geofence"), { not: inside("zone") }, speed(40 + i)] },
        { scope: vehicles, for_seconds: 60 }
      )
    return rule(
      i,
      { any: [speed(30), crossing("exit")] },
      { scope: { entity_ids: subjects.slice(i, i + 10) } }
    )
  })
}
