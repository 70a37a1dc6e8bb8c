// A story with a clock: records of one animal led through a rule by the engine's own judge, without a
// database.
import { Result } from "effect"
import type { RuleDocument } from "../../../src/domain/rule/Document.ts"
import type {
  DeviceState,
  Measurement,
  Observation,
  Position,
  Subject
} from "../../../src/domain/rule/Observation.ts"
import { wakeAt } from "../../../src/domain/rule/RuleState.ts"
import { parseDocument } from "../../../src/domain/rule/parse.ts"
import { makeRuleSet } from "../../../src/engine/evaluate/RuleSet.ts"
import { SubjectActor } from "../../../src/engine/evaluate/SubjectActor.ts"
import { Decisions } from "../../../src/engine/evaluate/Decisions.ts"
import { evaluateRecords } from "../../../src/engine/evaluate/evaluate.ts"
import { evaluateTicks } from "../../../src/engine/evaluate/evaluateTicks.ts"
import { evaluateTimer } from "../../../src/engine/evaluate/evaluateDeadlines.ts"
import { type FeatureRow, noMemory } from "../../../src/engine/ports.ts"

export const PROJECT = "01900000-0000-7000-8000-0000000000aa"
export const RULE = "01900000-0000-7000-8000-0000000000bb"
export const cow: Subject = {
  id: "01900000-0000-7000-8000-000000000001",
  projectId: PROJECT,
  entityId: "01900000-0000-7000-8000-000000000001",
  deviceId: "01900000-0000-7000-8000-0000000000d1"
}
const who = {
  entity: { id: cow.id, name: "Alma", typeId: "t", groupIds: [] },
  device: { id: cow.deviceId, name: "Collar 1" }
}

/** The story's start, epoch ms: noon, so that every schedule whose interval divides twelve hours ticks then. */
export const START = Date.parse("2026-05-01T12:00:00Z")
const ms = (seconds: number) => START + seconds * 1000
let records = 0

/** A fix `seconds` into the story; it arrives when it is taken unless told otherwise. */
export const at = (
  seconds: number,
  lon: number,
  more: Partial<Pick<Position, "speedMps" | "altitudeM" | "recordType" | "lat" | "accuracyM">> & {
    readonly arrives?: number
  } = {}
): Position => ({
  _tag: "Position",
  subject: cow,
  at: ms(seconds),
  receivedAt: ms(more.arrives ?? seconds),
  recordId: ++records,
  recordType: more.recordType ?? "gnss",
  lon,
  lat: more.lat ?? 0,
  altitudeM: more.altitudeM ?? null,
  speedMps: more.speedMps ?? null,
  accuracyM: more.accuracyM ?? null
})

export const measured = (seconds: number, metric: string, value: number, arrives = seconds): Measurement => ({
  _tag: "Measurement",
  subject: cow,
  at: ms(seconds),
  receivedAt: ms(arrives),
  recordId: ++records,
  metric,
  value
})

/** A state of the collar becomes so. */
export const becomes = (seconds: number, key: string, value: unknown, arrives = seconds): DeviceState => ({
  _tag: "DeviceState",
  subject: cow,
  at: ms(seconds),
  receivedAt: ms(arrives),
  recordId: ++records,
  key,
  value
})

/** A square area two degrees wide round a longitude. */
export const area = (
  name: string,
  lon: number,
  more: Partial<Pick<FeatureRow, "featureType" | "changedAt" | "id">> = {}
): FeatureRow => ({
  id: more.id ?? `01900000-0000-7000-8000-0000000000${name.charCodeAt(0).toString(16)}`,
  name,
  featureType: more.featureType ?? "zone",
  radiusM: null,
  revision: 1,
  changedAt: more.changedAt ?? 1,
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [lon - 1, -1],
        [lon + 1, -1],
        [lon + 1, 1],
        [lon - 1, 1],
        [lon - 1, -1]
      ]
    ]
  }
})

export type Draft = Pick<RuleDocument, "conditions"> & Partial<RuleDocument>

export const document = (draft: Draft): RuleDocument => ({
  trigger: { kind: "position" },
  event: { event_type: "SEEN", title: "{entity} {feature} {value}" },
  ...draft
})

/**
 * A rule, some features, and the animal's memory between steps. Lines are `second kind feature`.
 * `activeFrom`: second at which the rule came into force.
 */
export const story = (
  draft: Draft,
  features: ReadonlyArray<FeatureRow> = [],
  blankFrom = 1,
  version = 1,
  activeFrom = -START / 1000
) => {
  const parsed = parseDocument(document(draft))
  if (Result.isFailure(parsed)) throw new Error(JSON.stringify(parsed.failure))
  const ruleSetOf = (features: ReadonlyArray<FeatureRow>, version: number) =>
    makeRuleSet(PROJECT, {
      version,
      features,
      rules: [
        {
          id: RULE,
          name: "rule",
          version: 1,
          blankFrom,
          activeFrom: ms(activeFrom),
          document: document(draft),
          failedSubject: null
        }
      ]
    })
  let ruleSet = ruleSetOf(features, version)
  const subjectActor = new SubjectActor(cow, who, noMemory, () => undefined)
  if (ruleSet.onTick.length > 0) subjectActor.arrivals = []
  let ids = 0
  const context = (decisions: Decisions) => ({
    ruleSet,
    decisions,
    nextId: () => `id-${++ids}`,
    isLate: () => false
  })
  const line = (time: number, kind: string, feature: string | undefined) =>
    [(time - START) / 1000, kind, feature].filter((p) => p !== undefined).join(" ")
  const run = (work: (decisions: Decisions) => void, now = START) => {
    const changes = new Decisions(now)
    subjectActor.apply(ruleSet, 1, now)
    work(changes)
    return {
      changes,
      fired: [
        ...changes.events.map((e) => line(e.at, e.kind, e.feature?.name)),
        ...changes.ended.map((e) => line(e.at, "ended", undefined))
      ]
    }
  }
  return {
    subjectActor,
    /** when its actors have deadlines to judge, epoch ms */
    get wakes() {
      return [...(subjectActor.actors?.values() ?? [])].flatMap(
        ({ rule, state }) => wakeAt(state, rule) ?? []
      )
    },
    /** Judges records as one batch; what fired and ended. */
    see: (...seen: ReadonlyArray<Observation>) =>
      run((decisions) => evaluateRecords(context(decisions), subjectActor, [...seen])).fired,
    /** The same, with everything the batch decided. */
    batch: (...seen: ReadonlyArray<Observation>) =>
      run((decisions) => evaluateRecords(context(decisions), subjectActor, [...seen])).changes,
    /** The clock reaches a moment, nothing newer being in the log. */
    clock: (seconds: number) =>
      run((decisions) => evaluateTimer(context(decisions), subjectActor, RULE, ms(seconds)), ms(seconds))
        .fired,
    /** The log is read to its end, and its ticks up to a moment are judged; what fired and ended. */
    tick: (seconds: number) =>
      run((decisions) => evaluateTicks(context(decisions), subjectActor, ms(seconds)), ms(seconds)).fired,
    /** The same, with everything the ticks decided. */
    ticks: (seconds: number) =>
      run((decisions) => evaluateTicks(context(decisions), subjectActor, ms(seconds)), ms(seconds)).changes,
    /** Rules and features change at a batch boundary. */
    edit: (features: ReadonlyArray<FeatureRow>, version: number) => {
      ruleSet = ruleSetOf(features, version)
    },
    state: () => subjectActor.actors?.get(RULE)?.state ?? null,
    /** The condition tree as the memory would answer it at a moment. */
    evaluate: (seconds: number) =>
      ruleSet.rules[0]!.evaluate(subjectActor.facts(ms(seconds), null, subjectActor.placements))
  }
}
