// Random worlds of one animal: rules, features, what its collar sends, and edits in between. Derived from
// plain schemas, so that a world that breaks something shrinks to a small one.
import { Schema } from "effect"
import type { ConditionNode } from "../../../src/domain/rule/ConditionNode.ts"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type { Trigger } from "../../../src/domain/rule/Trigger.ts"
import type { DeviceState, Measurement, Observation, Position } from "../../../src/domain/rule/Observation.ts"
import type { Who } from "../../../src/domain/rule/scope.ts"
import type { RuleSetRows, FeatureRow, RuleRow } from "../../../src/engine/ports.ts"
import { area, cow, START } from "./timeline.ts"

/** The group the animal is in at first. */
export const HERD = "01900000-0000-7000-8000-0000000000e1"
export const alma = {
  entity: { id: cow.id, name: "Alma", typeId: "t", groupIds: [HERD] },
  device: { id: cow.deviceId, name: "Collar 1" }
} satisfies Who
/** The animal with its herd, or without. */
export const herded = (who: Who): Who => ({
  ...who,
  entity: { ...alma.entity, groupIds: who.entity?.groupIds.length === 0 ? [HERD] : [] }
})

const Leaf = Schema.Literals(["fast", "low a", "low b", "window a", "count a", "inside", "outside", "silent"])
const leaves: Readonly<Record<typeof Leaf.Type, ConditionNode>> = {
  fast: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
  "low a": { type: "threshold", metric: "a", op: "<", value: 3 },
  "low b": { type: "threshold", metric: "b", op: "<", value: 3 },
  "window a": {
    type: "window",
    metric: "a",
    aggregate: "avg",
    seconds: 90,
    op: "<",
    value: 3,
    min_samples: 2
  },
  "count a": { type: "window", metric: "a", aggregate: "count", seconds: 60, op: ">=", value: 2 },
  inside: { type: "spatial", relation: "inside", feature_type: "zone" },
  outside: { type: "spatial", relation: "outside", feature_type: "zone" },
  silent: { type: "no_data", for_seconds: 45 }
}

const FilterName = Schema.Literals(["plain", "accurate", "buffered", "confirmed"])
const filterMembers: Readonly<Record<typeof FilterName.Type, object>> = {
  plain: {},
  accurate: { max_accuracy_m: 50 },
  buffered: { exit_buffer_m: 60_000 },
  confirmed: { confirm_samples: 2 }
}

const Draft = Schema.Struct({
  trigger: Schema.Literals(["position", "both", "measurement", "a", "state", "schedule", "schedule"]),
  shape: Schema.Literals(["leaf", "all", "any", "not", "cross", "cross all", "cross any"]),
  relation: Schema.Literals(["enter", "exit"]),
  filter: FilterName,
  left: Leaf,
  right: Leaf,
  hold: Schema.Literals([0, 30, 60]),
  cooldown: Schema.Literals([0, 60]),
  gap: Schema.Literals([0, 0, 45]),
  every: Schema.Literals([10, 30, 60]),
  scope: Schema.Literals(["all", "all", "herd"])
})
type Draft = typeof Draft.Type

const triggerOf = ({ every, trigger }: Draft): Trigger => {
  switch (trigger) {
    case "position":
      return { kind: "position" }
    case "both":
      return { kind: "position", record_types: ["gnss", "network"] }
    case "measurement":
      return { kind: "measurement" }
    case "a":
      return { kind: "measurement", metric_key: "a" }
    case "state":
      return { kind: "state" }
    case "schedule":
      return { kind: "schedule", every_seconds: every }
  }
}

const conditionsOf = (d: Draft): ConditionNode => {
  const harden = (node: ConditionNode): ConditionNode =>
    "type" in node && node.type === "spatial" ? { ...node, ...filterMembers[d.filter] } : node
  // silence is noticed by schedules alone
  const leafOf = (leaf: typeof Leaf.Type) =>
    harden(leaves[leaf === "silent" && d.trigger !== "schedule" ? "low b" : leaf])
  const left = leafOf(d.left),
    right = leafOf(d.right)
  const crosses = d.trigger === "position" || d.trigger === "both"
  const cross = harden({
    type: "spatial",
    relation: crosses ? d.relation : d.relation === "enter" ? "inside" : "outside",
    feature_type: "zone"
  })
  switch (d.shape) {
    case "leaf":
      return left
    case "all":
      return { all: [left, right] }
    case "any":
      return { any: [left, right] }
    case "not":
      return { not: left }
    case "cross":
      return cross
    case "cross all":
      return { all: [cross, left] }
    case "cross any":
      return { any: [cross, left] }
  }
}

const documentOf = (d: Draft, title: string): RuleDocument => ({
  trigger: triggerOf(d),
  conditions: conditionsOf(d),
  for_seconds: d.hold,
  cooldown_seconds: d.cooldown,
  ...(d.gap === 0 ? {} : { max_gap_seconds: d.gap }),
  ...(d.scope === "all" ? {} : { scope: { group_ids: [HERD] } }),
  event: { event_type: "SEEN", title, create_alert: true }
})

const Step = Schema.Struct({
  gap: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
  kind: Schema.Literals(["fix", "fix", "fix", "network", "a", "b", "state"]),
  lon: Schema.Literals([0, 0.5, 1.2, 2, 3.5, 9]),
  kmh: Schema.Literals([10, 50, -1]),
  value: Schema.Literals([1, 2, 5]),
  accuracyM: Schema.Literals([0, 10, 500])
})

/**
 * What happens after a step: rules and features change, or the animal leaves its herd or joins it, while
 * records go on.
 */
const Edit = Schema.Struct({
  after: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
  rule: Schema.Literals([0, 1]),
  what: Schema.Literals(["title", "hold", "conditions", "disable", "enable", "fence", "herd"])
})

export const World = Schema.Struct({
  rules: Schema.Tuple([Draft, Draft]),
  other: Draft,
  steps: Schema.Array(Step).check(Schema.isMaxLength(40)),
  edits: Schema.Array(Edit).check(Schema.isMaxLength(3)),
  delay: Schema.Literals([0, 15])
})
export type World = typeof World.Type

/**
 * The first documents of a world's rules, those of schedules asked at positions instead: for stories that do
 * not wait for the clock.
 */
export const documentsOf = ({ rules }: World): ReadonlyArray<RuleDocument> =>
  rules.map((d) =>
    documentOf({ ...d, scope: "all", trigger: d.trigger === "schedule" ? "position" : d.trigger }, "one")
  )

/** What the collar sends as items of an ingest body, without their device; seconds after the start. */
export const sendingsOf = (world: World) =>
  recordsOf(world).map((o) => ({
    second: (o.at - START) / 1000,
    ...(o._tag === "Position"
      ? { lat: o.lat, lon: o.lon, speed_mps: o.speedMps, accuracy_m: o.accuracyM, record_type: o.recordType }
      : o._tag === "Measurement"
        ? { measurements: { [o.metric]: o.value } }
        : { state: { [o.key]: o.value } })
  }))

/** What the collar sends, in the order of its time; each record arrives `delay` seconds later. */
export const recordsOf = ({ delay, steps }: World): ReadonlyArray<Observation> => {
  let t = 0
  const sent = new Set<string>()
  return steps.flatMap((s, i): ReadonlyArray<Observation> => {
    t += s.gap
    const key = `${t} ${s.kind}`
    if (sent.has(key)) return []
    sent.add(key)
    const seen = {
      subject: cow,
      at: START + t * 1000,
      receivedAt: START + (t + delay) * 1000,
      recordId: i + 1
    }
    switch (s.kind) {
      case "fix":
      case "network":
        return [
          {
            _tag: "Position",
            ...seen,
            recordType: s.kind === "fix" ? "gnss" : "network",
            lon: s.lon,
            lat: 0.002,
            altitudeM: null,
            speedMps: s.kmh < 0 ? null : s.kmh / 3.6,
            accuracyM: s.accuracyM
          } satisfies Position
        ]
      case "a":
      case "b":
        return [{ _tag: "Measurement", ...seen, metric: s.kind, value: s.value } satisfies Measurement]
      case "state":
        return [{ _tag: "DeviceState", ...seen, key: "mode", value: s.value } satisfies DeviceState]
    }
  })
}

const RULES = ["01900000-0000-7000-8000-0000000000b1", "01900000-0000-7000-8000-0000000000b2"] as const
const rowOf = (d: Draft, i: 0 | 1): RuleRow => ({
  id: RULES[i],
  name: `rule ${i}`,
  version: 1,
  blankFrom: 1,
  activeFrom: START - 1,
  document: documentOf(d, "one"),
  failedSubject: null
})

export const firstRuleSet = ({ rules }: World): RuleSetRows => ({
  version: 1,
  features: [area("A", 0), area("B", 3)],
  rules: rules.map((d, i) => rowOf(d, i === 0 ? 0 : 1))
})

/** The rule set after an edit, at a moment of the clock. */
export const edited = (
  world: World,
  ruleSet: RuleSetRows,
  { rule, what }: typeof Edit.Type,
  now: number
): RuleSetRows => {
  const version = ruleSet.version + 1
  const mine = ruleSet.rules.find((r) => r.id === RULES[rule])
  const others = ruleSet.rules.filter((r) => r !== mine)
  const change = (row: RuleRow): RuleSetRows => ({
    ...ruleSet,
    version,
    rules: [...others, { ...row, activeFrom: now }].sort((a, b) => (a.id < b.id ? -1 : 1))
  })
  switch (what) {
    case "fence":
      return {
        ...ruleSet,
        version,
        features: ruleSet.features.map((f, i): FeatureRow =>
          i === 0 ? { ...area("A", version % 2), revision: version, changedAt: version } : f
        )
      }
    case "disable":
      return { ...ruleSet, version, rules: others }
    case "enable":
      return change(mine ?? { ...rowOf(world.rules[rule], rule), version: 1, blankFrom: version })
    case "herd":
      return ruleSet
    case "title":
      return mine === undefined
        ? ruleSet
        : change({
            ...mine,
            version: version,
            document: {
              ...(mine.document as RuleDocument),
              event: { event_type: "SEEN", title: `of ${version}` }
            }
          })
    case "hold":
      return mine === undefined
        ? ruleSet
        : change({
            ...mine,
            version: version,
            document: { ...(mine.document as RuleDocument), for_seconds: 45 }
          })
    case "conditions":
      return mine === undefined
        ? ruleSet
        : change({
            ...mine,
            version: version,
            blankFrom: version,
            document: documentOf(world.other, `of ${version}`)
          })
  }
}
