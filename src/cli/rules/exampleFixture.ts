// A fixture to begin with, for a rule that is exported: a device that does nothing worth telling, then what
// the rule looks for, then nothing again. It is made from the rule's document and its features: no record of
// the project is in it.
import { derivedMetrics } from "../../domain/rule/conditions/threshold.ts"
import type { CanonicalDocument } from "../../domain/rule/Document.ts"
import { DEFAULT_EVERY_SECONDS } from "../../domain/rule/Trigger.ts"
import { formatInstant } from "../../domain/time.ts"
import type { Carrier, SceneFeature } from "../../testing/Scene.ts"
import { numberOf, placesOf, type Wish, wishesOf } from "./exampleSample.ts"
import type { NamedReference } from "./ruleFile.ts"

const START_MS = Date.parse("2026-05-01T12:00:00Z")
/** Between two items, where nothing of the rule says how long; seconds. */
const STEP_SECONDS = 600
/** Items for which the conditions hold, at most. */
const MAX_ITEMS = 200

/** Example is a fixture made for a rule. */
export interface Example {
  /** items and steps of the clock, as lines of a fixture */
  readonly lines: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** who wears the device of the fixture, so that the rule's scope has it */
  readonly carriers: Readonly<Record<string, Carrier>>
}

/**
 * How often, and how many seconds apart, items come while the conditions hold: so that holds, windows and
 * confirmations have what they ask for.
 */
const paceOf = ({ for_seconds, max_gap_seconds }: CanonicalDocument, wishes: ReadonlyArray<Wish>) => {
  const windows = wishes.flatMap(({ sample }) => sample.windowSeconds ?? [])
  const samples = Math.max(3, ...wishes.map(({ sample }) => sample.items ?? 1))
  const step = Math.max(
    1,
    Math.min(
      for_seconds > 0 ? Math.ceil(for_seconds / 2) : STEP_SECONDS,
      max_gap_seconds ?? Infinity,
      ...windows.map((seconds) => Math.floor(seconds / samples))
    )
  )
  return {
    step,
    count: Math.min(MAX_ITEMS, Math.max(samples, Math.ceil(for_seconds / step) + 1)),
    longest: Math.max(0, ...windows)
  }
}

const carrierOf = (
  { device_ids, entity_ids, entity_type_ids, group_ids }: CanonicalDocument["scope"],
  names: ReadonlyArray<NamedReference>
): readonly [device: string, carrier: Carrier | null] => {
  const nameOf = (id: string | undefined) => names.find((n) => n.id === id)?.name
  const device = device_ids?.[0] ?? "Alma"
  if (entity_ids === undefined && entity_type_ids === undefined && group_ids === undefined)
    return [device, device_ids === undefined ? null : { name: nameOf(device) ?? device }]
  return [
    device,
    {
      ...(entity_ids === undefined ? {} : { entity_id: entity_ids[0]! }),
      name: nameOf(entity_ids?.[0]) ?? nameOf(device_ids?.[0]) ?? "Alma",
      ...(entity_type_ids === undefined ? {} : { entity_type_id: entity_type_ids[0]! }),
      ...(group_ids === undefined ? {} : { group_ids: [group_ids[0]!] })
    }
  ]
}

/** Returns the members of an item other than device and time. */
const contentsOf = ({ conditions, trigger }: CanonicalDocument, features: ReadonlyArray<SceneFeature>) => {
  const wishes = wishesOf(conditions),
    placeFor = placesOf(features, wishes)
  const metrics = new Set(wishes.flatMap(({ sample }) => sample.metric ?? []))
  const isPlaced =
    trigger.kind === "position" ||
    wishes.some(({ sample }) => sample.place !== undefined) ||
    [...metrics].some((m) => derivedMetrics.has(m)) ||
    metrics.size === 0
  const measured = new Set([...metrics].filter((m) => !derivedMetrics.has(m)))
  if (trigger.kind === "measurement") measured.add(trigger.metric_key ?? [...measured][0] ?? "example")
  let turn = 0
  return (isOn: boolean) => {
    const [lon, lat] = placeFor(isOn).map((degrees) => Number(degrees.toFixed(6))) as [number, number]
    const speed = metrics.has("speed_kmh")
      ? numberOf("speed_kmh", wishes, isOn) / 3.6
      : numberOf("speed_mps", wishes, isOn)
    return {
      ...(isPlaced
        ? {
            lat,
            lon,
            ...(metrics.has("speed_kmh") || metrics.has("speed_mps")
              ? { speed_mps: Number(speed.toFixed(4)) }
              : {}),
            ...(metrics.has("altitude_m") ? { altitude_m: numberOf("altitude_m", wishes, isOn) } : {}),
            ...(trigger.kind === "position" && trigger.record_types?.includes("gnss") === false
              ? { record_type: "network" }
              : {})
          }
        : {}),
      ...(measured.size === 0
        ? {}
        : { measurements: Object.fromEntries([...measured].map((m) => [m, numberOf(m, wishes, isOn)])) }),
      ...(trigger.kind === "state"
        ? { state: { [trigger.state_keys?.[0] ?? "example"]: ++turn % 2 === 0 } }
        : {}) // a change each time
    }
  }
}

/** Returns a fixture for a rule, without the events that are expected of it. */
export const exampleOf = (
  document: CanonicalDocument,
  features: ReadonlyArray<SceneFeature>,
  names: ReadonlyArray<NamedReference>
): Example => {
  const { for_seconds, scope, trigger } = document,
    wishes = wishesOf(document.conditions)
  const { count, longest, step } = paceOf(document, wishes)
  const silence = Math.max(0, ...wishes.map(({ sample }) => sample.silenceSeconds ?? 0))
  const every = trigger.kind === "schedule" ? (trigger.every_seconds ?? DEFAULT_EVERY_SECONDS) : 0
  const [device, carrier] = carrierOf(scope, names),
    contents = contentsOf(document, features)
  const lines: Array<Readonly<Record<string, unknown>>> = []
  let at = START_MS
  const pass = (seconds: number) => void (at += seconds * 1000)
  const time = () => formatInstant(at).replace(".000Z", "Z")
  const send = (isOn: boolean) => void lines.push({ device, time: time(), ...contents(isOn) })
  const clock = () => void lines.push({ clock: time() })
  const confirmations = Math.max(1, ...wishes.map(({ sample }) => sample.place?.confirmSamples ?? 1))
  for (let n = 0; n < confirmations; n++) {
    send(false)
    pass(step)
  }
  pass(Math.max(0, longest - step)) // what the window held before is gone
  for (let n = 0; n < count; n++) {
    send(true)
    pass(step)
  }
  if (every > 0 || for_seconds > 0) {
    pass(Math.max(silence, for_seconds) + every)
    clock()
  }
  pass(longest)
  send(false)
  if (every > 0) {
    pass(every)
    clock()
  }
  return { lines, carriers: carrier === null ? {} : { [device]: carrier } }
}
