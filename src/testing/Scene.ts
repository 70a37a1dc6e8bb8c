// Tests of rules in code: a rule, the reports of devices, and a clock that the test advances. The service's own
// evaluator evaluates them, without a server, a database or waiting, so a rule fires here as it does in the service.
import * as Result from "effect/Result"
import { makeRuleSet } from "../engine/evaluate/RuleSet.ts"
import type { ReplayResult } from "../engine/past/ReplayInput.ts"
import { replay } from "../engine/past/replay.ts"
import { type FeatureRow, noMemory, type RuleRow } from "../engine/ports.ts"
import { accept } from "../domain/intake/accept.ts"
import type { Item } from "../domain/intake/Report.ts"
import { opensAlert } from "../domain/event/opensAlert.ts"
import { parseDocument } from "../domain/rule/parse.ts"
import type { Severity } from "../domain/rule/Document.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import type { Who, WornDevice } from "../domain/rule/scope.ts"
import type { Kind } from "../domain/rule/Outcome.ts"
import { formatInstant, parseInstant } from "../domain/time.ts"
import { type NewFeature, radiusOf, shapeOf } from "../domain/tracking/Feature.ts"
import { deviceOf, observationsOf, type Sent } from "./observationsOf.ts"

/** SceneFeature is a feature of the scene; its id is its name by default. */
export type SceneFeature = NewFeature & { readonly id?: string }

/** Carrier is the entity that carries a device: by default one with the device's name, without type and group. */
export interface Carrier {
  /** null: no entity, the device is the subject itself */
  readonly entity_id?: string | null
  readonly name?: string
  readonly entity_type_id?: string
  /** its group and the groups above */
  readonly group_ids?: ReadonlyArray<string>
}

/** SceneOptions are what a scene is built from: the rule, its features and the project's settings. */
export interface SceneOptions {
  /** a rule document, as `POST …/rules` takes it */
  readonly rule: unknown
  /** the rule's name, for titles */
  readonly name?: string
  readonly features?: ReadonlyArray<SceneFeature>
  /** by external id of the device */
  readonly carriers?: Readonly<Record<string, Carrier>>
}

/** SceneEvent is an event that the rule created. */
export interface SceneEvent {
  /** when it was true, RFC 3339 */
  readonly time: string
  readonly device: string
  readonly title: string
  readonly reason: "fired" | "reminder"
  readonly kind: Kind
  readonly feature: string | null
  readonly event_type: string
  readonly severity: Severity
  /** whether an alert would be created with it; a reminder is counted on the alert of its episode */
  readonly alert: boolean
  /** when its condition fell; null: it still holds, or the event has no duration */
  readonly ended_at: string | null
}

const milliseconds = (time: string | number): number => {
  const at = typeof time === "number" ? time : parseInstant(time)
  if (at === null) throw new Error(`${time} is not a time: write it as 2026-05-01T12:00:00Z`)
  return at
}

const featureRow = (feature: SceneFeature): FeatureRow => {
  const attributes = feature.attributes ?? {}
  const shape = shapeOf(feature.geometry, attributes)
  if (Result.isFailure(shape))
    throw new Error(`${feature.name}: ${shape.failure.map((f) => `${f.pointer} ${f.detail}`).join("; ")}`)
  return {
    id: feature.id ?? feature.name,
    name: feature.name,
    featureType: feature.feature_type,
    geometry: shape.success,
    radiusM: radiusOf(shape.success, attributes),
    revision: 1,
    changedAt: 1
  }
}

const PROJECT_ID = "scene"

/** Scene is a test of one rule: it takes the reports of devices, advances the clock, and returns the events. */
export class Scene {
  private readonly options: SceneOptions
  private readonly sent: Array<Sent> = []
  private now = -Infinity
  private readonly row: RuleRow
  private readonly features: ReadonlyArray<FeatureRow>

  /** Throws an error with each fault of the document and its pointer. */
  constructor(options: SceneOptions) {
    const parsed = parseDocument(options.rule)
    if (Result.isFailure(parsed))
      throw new Error(parsed.failure.map((f) => `${f.pointer}: ${f.detail}`).join("\n"))
    if (parsed.success.reserved.length > 0)
      throw new Error(`${parsed.success.reserved[0]}: a reserved condition kind cannot run`)
    this.options = options
    this.features = (options.features ?? []).map(featureRow)
    this.row = {
      id: "rule",
      name: options.name ?? "rule",
      version: 1,
      blankFrom: 1,
      activeFrom: 0,
      document: parsed.success.document,
      failedSubject: null
    }
  }

  /**
   * Sends an item of a device, as to `POST /ingest/http/…`. It arrives at its own time, or at `arrives`; the
   * clock advances to that time.
   */
  send(item: Item, arrives?: string | number): this {
    const report = accept(item, Number.MAX_SAFE_INTEGER, 0)
    if (report._tag === "Refusal") throw new Error(`${report.pointer}: ${report.detail}`)
    const at = report.at,
      arrival = arrives === undefined ? Math.max(at, this.now) : milliseconds(arrives)
    this.sent.push({ item, at, arrives: arrival })
    this.now = Math.max(this.now, arrival)
    return this
  }

  /** Advances the clock to a time: due holds are evaluated, schedules tick. */
  clock(time: string | number): this {
    this.now = Math.max(this.now, milliseconds(time))
    return this
  }

  /** Returns the events that the rule created from all reports so far, oldest first. */
  get events(): ReadonlyArray<SceneEvent> {
    const bySubject = Map.groupBy(this.sent, ({ item }) => this.whoSends(deviceOf(item)).subject.id)
    return [...bySubject.values()]
      .flatMap((own) => this.eventsOf(own))
      .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
  }

  /**
   * Returns the records so far with their subjects, for tests that replay them in another way.
   *
   * @internal
   */
  get heard() {
    const { features, now, row, sent } = this
    const subjects = new Map(
      sent.map(({ item }) => {
        const someone = this.whoSends(deviceOf(item))
        return [someone.subject.id, someone] as const
      })
    )
    const idOf = (device: string) => this.whoSends(device).subject
    return {
      rule: row,
      features,
      now,
      subjects: [...subjects.values()],
      records: observationsOf(sent, idOf),
      arrivals: sent.map(({ arrives, item }) => ({ subjectId: idOf(deviceOf(item)).id, at: arrives }))
    }
  }

  private whoSends(device: string): { readonly subject: Subject; readonly who: Who } {
    const carrier = this.options.carriers?.[device] ?? {}
    const entityId = carrier.entity_id === undefined ? device : carrier.entity_id
    return {
      subject: { id: entityId ?? device, projectId: PROJECT_ID, entityId, deviceId: device },
      who: {
        entity:
          entityId === null
            ? null
            : {
                id: entityId,
                name: carrier.name ?? entityId,
                typeId: carrier.entity_type_id ?? "",
                groupIds: carrier.group_ids ?? [],
                worn: this.wornBy(entityId)
              },
        device: { id: device, name: device }
      }
    }
  }

  /** Returns the devices of an entity in the scene; it carries them all the time. */
  private wornBy(entityId: string): ReadonlyArray<WornDevice> {
    const devices = new Set(this.sent.map(({ item }) => deviceOf(item)))
    const carrierOf = (device: string) => {
      const carried = this.options.carriers?.[device]?.entity_id
      return carried === undefined ? device : carried
    }
    return [...devices]
      .filter((device) => carrierOf(device) === entityId)
      .map((id) => ({ id, name: id, from: -Infinity, to: Infinity }))
  }

  private eventsOf(own: ReadonlyArray<Sent>): ReadonlyArray<SceneEvent> {
    const { changes } = this.judge(own)
    const failure = changes.failures[0]
    if (failure !== undefined) throw new Error(`${failure.code}: ${failure.detail}`)
    const ended = new Map(changes.ended.map((e) => [e.eventId, e.at]))
    return changes.events.map((e) => ({
      time: formatInstant(e.at),
      device: e.subject.deviceId,
      title: e.title,
      reason: e.kind === "reminder" ? ("reminder" as const) : ("fired" as const),
      kind: e.kind,
      feature: e.feature?.name ?? null,
      event_type: e.rule.document.event.event_type,
      severity: e.severity,
      alert: opensAlert(e),
      ended_at: ended.has(e.id) ? formatInstant(ended.get(e.id)!) : null
    }))
  }

  private judge(own: ReadonlyArray<Sent>): ReplayResult {
    const records = observationsOf(own, (device) => this.whoSends(device).subject)
    const first = own.reduce((least, { arrives, at }) => Math.min(least, arrives, at), Infinity) - 1
    let ids = 0
    return replay({
      ...this.whoSends(deviceOf(own[0]!.item)),
      memory: noMemory,
      arrivals: own.map(({ arrives }) => arrives).sort((a, b) => a - b),
      periods: [
        {
          ruleSet: makeRuleSet(PROJECT_ID, { version: 1, features: this.features, rules: [this.row] }),
          recordsAfter: -Infinity,
          ticksAfter: first
        }
      ],
      records,
      ticksFrom: first,
      ticksTo: this.now,
      now: this.now,
      nextId: () => String(++ids)
    })
  }
}

/**
 * scene makes a Scene, in which a rule is tested. Throws an error with each fault of the rule's document.
 *
 * @example
 *   const story = scene({
 *     rule: {
 *       trigger: { kind: "position" },
 *       conditions: { type: "threshold", metric: "speed_kmh", op: ">", value: 40 },
 *       event: { event_type: "FAST", title: "{entity} at {value} km/h" }
 *     }
 *   })
 *   story.send({ device: "Truck 7", time: "2026-05-01T12:00:00Z", lon: 5, lat: 51, speed_mps: 15 })
 *   console.log(story.events[0].title) // Truck 7 at 54 km/h
 */
export const scene = (options: SceneOptions): Scene => new Scene(options)
