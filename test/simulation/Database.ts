// What a database would hold, and what its transactions do to it: one by one, each whole or not at all. No
// faults here (SimStore.ts). What a commit may never do is noted as a violation at the moment it is done.
import type { Outage } from "../../src/domain/hearing/Hearing.ts"
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import { decodeLog, type LogPayload, partitionOf, PARTITIONS } from "../../src/domain/intake/LogEntry.ts"
import type { Placement } from "../../src/domain/rule/Facts.ts"
import { inOrder, type Observation, type Subject, subjectKey } from "../../src/domain/rule/Observation.ts"
import { type Who } from "../../src/domain/rule/scope.ts"
import type { RuleSetRows, FeatureRow, Lane, LogProgress, RuleRow } from "../../src/engine/ports.ts"
import { jsonLog, packLog, subjectOf } from "../support/engine/logPayload.ts"
import { isJudged } from "./lanes.ts"
import { Listening } from "./Listening.ts"
import { Events, Rows } from "./Rows.ts"
import type {
  Stored,
  StoredAlert,
  StoredPeriod,
  StoredMove,
  StoredProject,
  StoredRewrite,
  StoredRow,
  StoredSpan,
  StoredState,
  StoredTicked,
  StoredTransition
} from "./Stored.ts"
import {
  type Animal,
  type Area,
  brokenDocument,
  type Change,
  type Item,
  type Project,
  wornBy
} from "./Story.ts"

const geometryOf = ({ square: { east, north, south, west } }: Area): FeatureRow["geometry"] => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south]
    ]
  ]
})

/** The ways by which its collar reports, as they are registered: one that pushes does so to a source, too. */
const routesOf = ({ ways }: Animal) =>
  ways === undefined
    ? {}
    : {
        routes: ways.map((way) => ({ sourceId: way ?? "pushes", pushed: way === null, since: -Infinity }))
      }

/** The members that a rule is evaluated by: a version that changes them begins blank. */
const meaning = (document: unknown): string => {
  const { conditions, trigger } = document as Pick<RuleDocument, "conditions" | "trigger">
  return JSON.stringify([trigger, conditions])
}

export class Database {
  readonly records = new Map<string, Stored>()
  readonly log: Array<StoredRow> = []
  readonly cursors = new Map<number, number>(Array.from({ length: PARTITIONS }, (_, p) => [p, 0]))
  readonly projects = new Map<string, StoredProject>()
  readonly people = new Map<string, { who: Who; readonly projectId: string }>()
  readonly events = new Events()
  readonly alerts: Array<StoredAlert> = []
  readonly traces: Array<{ readonly eventId: string; readonly commit: number }> = []
  readonly states = new Map<string, StoredState>()
  /** by id of the subject */
  readonly transitions = new Rows<StoredTransition>()
  readonly placements = new Map<string, ReadonlyMap<string, Placement>>()
  readonly moves = new Rows<StoredMove>()
  readonly periods: Array<StoredPeriod> = []
  readonly spans: Array<StoredSpan> = []
  readonly rewrites: Array<StoredRewrite> = []
  readonly ticked = new Map<string, StoredTicked>()
  /** partitions and their epochs under which the progress of ticks was read */
  readonly ticksRead = new Set<string>()
  readonly lanes = new Map<string, Lane>()
  readonly count = { lanes: 0, slices: 0, halves: 0 }
  readonly failures: Array<{
    readonly ruleId: string
    readonly version: number
    readonly subject: string
    readonly at: number
  }> = []
  /** rule -> the subject whose evaluation failed last */
  readonly failing = new Map<string, string>()
  readonly violations: Array<string> = []
  /** what could not be heard, and up to when every way in is known to have been */
  readonly outages: Array<Outage> = []
  readonly listening = new Listening(this.outages)
  /** when the story begins */
  readonly from: number
  /** of each partition the epoch of its newest claim, and which process made it */
  readonly claims = new Map<number, { readonly epoch: number; readonly owner: string }>()
  /** of each partition the epoch of the newest commit */
  readonly written = new Map<number, number>()
  private ids = 0
  /** records by subject, in the order of judging */
  private readonly pasts = new Map<string, Array<Stored>>()
  private readonly rows = new Map<number, Array<StoredRow>>(
    Array.from({ length: PARTITIONS }, (_, p) => [p, []])
  )

  constructor(projects: ReadonlyArray<Project>, animals: ReadonlyArray<Animal>, now: number) {
    this.from = now
    for (const { areas, id, rules } of projects) {
      const project: StoredProject = { id, editions: [], rules: new Map(), roster: 1 }
      const features = areas.map((area): FeatureRow => ({
        id: area.id,
        name: area.name,
        featureType: area.type,
        geometry: geometryOf(area),
        radiusM: null,
        revision: 1,
        changedAt: 1
      }))
      for (const r of rules)
        project.rules.set(r.id, {
          name: r.name,
          versions: [r.document],
          enabled: r.enabled,
          blankFrom: 1,
          activeFrom: now - 1
        })
      this.projects.set(id, project)
      project.editions.push({ version: 1, features, rules: rowsOf(project) })
    }
    animals.forEach((a, n) =>
      this.people.set(a.id, {
        projectId: a.projectId,
        who: {
          entity:
            a.entityId === null
              ? null
              : {
                  id: a.entityId,
                  name: `animal ${n}`,
                  typeId: "type",
                  groupIds: a.groupIds,
                  worn: wornBy(a, now).map(([from, to]) => ({
                    ...routesOf(a),
                    id: a.deviceId,
                    name: `collar ${n}`,
                    from,
                    to
                  }))
                },
          device: { id: a.deviceId, name: `collar ${n}`, ...routesOf(a) }
        }
      })
    )
  }

  nextId(kind: string): string {
    return `${kind}-${++this.ids}`
  }

  ruleSet(projectId: string): RuleSetRows {
    return this.projects.get(projectId)!.editions.at(-1)!
  }

  /** The rule set as it is given out: with who failed last. */
  withFailing(ruleSet: RuleSetRows): RuleSetRows {
    return {
      ...ruleSet,
      rules: ruleSet.rules.map((r) => ({ ...r, failedSubject: this.failing.get(r.id) ?? null }))
    }
  }

  /**
   * An ingest transaction: what is not known yet is stored, and logged by partition. Says whether anything
   * was.
   */
  ingest(items: ReadonlyArray<Item>, animals: ReadonlyArray<Animal>, receivedAt: number): boolean {
    const fresh = new Map<string, Observation>()
    for (const item of items) {
      const { deviceId, entityId, id, projectId } = animals[item.animal]!,
        key = `${deviceId} ${item.kind} ${item.at}`
      if (this.records.has(key) || fresh.has(key)) continue
      fresh.set(
        key,
        observationOf(
          item,
          { id, projectId, deviceId, entityId },
          receivedAt,
          this.records.size + fresh.size + 1
        )
      )
    }
    for (const [partition, list] of Map.groupBy(fresh, ([, o]) => partitionOf(o.subject.id))) {
      const row = this.log.length + 1
      const stored = {
        partition,
        id: row,
        // rows of an older release are among them
        payload: (row % 4 === 0 ? jsonLog : packLog)(list.map(([, o]) => o).sort(inOrder)),
        projectIds: [...new Set(list.map(([, o]) => o.subject.projectId))],
        size: list.length
      }
      this.log.push(stored)
      this.rowsOf(partition).push(stored)
      for (const [key, seen] of list) this.store(key, { seen, row })
    }
    return fresh.size > 0
  }

  private store(key: string, record: Stored): void {
    this.records.set(key, record)
    const past = this.pastOf(record.seen.subject)
    let i = past.length
    while (i > 0 && inOrder(past[i - 1]!.seen, record.seen) > 0) i--
    past.splice(i, 0, record)
  }

  /** All records of a subject, in the order of judging. */
  pastOf(subject: Subject): Array<Stored> {
    const key = subjectKey(subject)
    let past = this.pasts.get(key)
    if (past === undefined) this.pasts.set(key, (past = []))
    return past
  }

  /** The rows of a partition. */
  rowsOf(partition: number): Array<StoredRow> {
    return this.rows.get(partition)!
  }

  /** How far the log is judged. */
  get reading(): LogProgress {
    return {
      cursors: [...this.cursors].map(([partition, position]) => ({ partition, position })),
      lanes: [...this.lanes.values()]
    }
  }

  /** The records of a subject that are judged by then, in the order of judging; null: all. */
  known(subject: Subject, reading: LogProgress | null): ReadonlyArray<Observation> {
    const past = this.pastOf(subject)
    return (reading === null ? past : past.filter(isJudged(reading, subject.id, subject.projectId))).map(
      (r) => r.seen
    )
  }

  /** Whether some project is in a lane, or was asked at a tick in part. */
  get isHalfway(): boolean {
    return this.lanes.size > 0 || [...this.ticked.values()].some((t) => t.half !== null)
  }

  /** Up to when the ticks of a subject are judged. */
  tickedTo({ id, projectId }: Subject): number {
    const ticked = this.ticked.get(`${projectId} ${partitionOf(id)}`)
    if (ticked === undefined) return -Infinity
    const { half, to } = ticked
    return half === null || id > half.subjectId ? to : id === half.subjectId ? half.at : half.to
  }

  /** A person's change, as one transaction. */
  change(projectId: string, change: Change, now: number): void {
    const project = this.projects.get(projectId)!,
      before = this.ruleSet(projectId),
      version = before.version + 1
    const publish = (features: ReadonlyArray<FeatureRow>) =>
      void project.editions.push({ version, features, rules: rowsOf(project) })
    switch (change.what) {
      case "document":
      case "break": {
        const rule = project.rules.get(change.rule)!,
          document = change.what === "break" ? brokenDocument : change.document
        if (JSON.stringify(rule.versions.at(-1)) === JSON.stringify(document)) return
        const blank = meaning(rule.versions.at(-1)) !== meaning(document)
        rule.versions.push(document)
        this.failing.delete(change.rule)
        if (!rule.enabled) return
        rule.activeFrom = now
        if (blank) rule.blankFrom = version
        return publish(before.features)
      }
      case "enable":
      case "disable": {
        const rule = project.rules.get(change.rule)!
        if (rule.enabled === (change.what === "enable")) return
        rule.enabled = !rule.enabled
        if (rule.enabled) {
          rule.activeFrom = now
          rule.blankFrom = version
        }
        return publish(before.features)
      }
      case "area": {
        const { area } = change,
          known = before.features.find((f) => f.id === area.id)
        const edited: FeatureRow = {
          id: area.id,
          name: area.name,
          featureType: area.type,
          geometry: geometryOf(area),
          radiusM: null,
          revision: (known?.revision ?? 0) + 1,
          changedAt: version
        }
        return publish([...before.features.filter((f) => f !== known), edited])
      }
      case "area gone":
        return publish(before.features.filter((f) => f.id !== change.area))
      case "herd": {
        const person = [...this.people.values()][change.animal]!
        if (person.who.entity === null) return
        person.who = { ...person.who, entity: { ...person.who.entity, groupIds: change.groupIds } }
        project.roster++
      }
    }
  }

  private get waiting(): ReadonlyArray<ReadonlyArray<StoredSpan>> {
    return [
      ...Map.groupBy(
        this.spans.filter((s) => !s.replayed),
        (s) => subjectKey(s.subject)
      ).values()
    ]
  }

  /** Pasts that are being judged again. */
  get begunSpans() {
    return this.waiting
      .map((list) => list.filter((s) => s.begun))
      .filter((list) => list.length > 0)
      .map((list) => {
        const { subject } = list[0]!,
          from = Math.min(...list.map((s) => s.from))
        return { subject, from, judged: this.judgedBefore(subject, from) }
      })
  }

  /** The newest deadline that each rule has judged before a moment. */
  judgedBefore(subject: Subject, from: number): ReadonlyMap<string, number> {
    return new Map(
      [...this.lastBefore(subject, from)].flatMap(([ruleId, { state }]) =>
        state.judgedTo === null ? [] : [[ruleId, state.judgedTo]]
      )
    )
  }

  /** The newest transition of each rule before a moment. */
  lastBefore({ id }: Subject, from: number) {
    return new Map(
      this.transitions
        .of(id)
        .filter((t) => t.at < from)
        .toSorted((a, b) => a.at - b.at)
        .map((t) => [t.ruleId, t])
    )
  }

  /** Changes of the past that are due, by subject. */
  dueSpans(
    partitions: ReadonlyArray<number>,
    now: number,
    quietMs: number,
    patienceMs: number,
    most: number
  ) {
    return this.waiting
      .filter((list) => partitions.includes(partitionOf(list[0]!.subject.id)))
      .map((list) => (list.some((s) => s.begun) ? list.filter((s) => s.begun) : list))
      .filter(
        (list) =>
          list[0]!.begun ||
          Math.max(...list.map((s) => s.notedAt)) <= now - quietMs ||
          Math.min(...list.map((s) => s.notedAt)) <= now - patienceMs
      )
      .sort((a, b) => a[0]!.notedAt - b[0]!.notedAt)
      .slice(0, most)
      .map((list) => ({
        ids: list.map((s) => s.id),
        begun: list[0]!.begun,
        subject: list[0]!.subject,
        from: Math.min(...list.map((s) => s.from)),
        reasons: ["late_record"]
      }))
  }
}

const rowsOf = ({ rules }: StoredProject): ReadonlyArray<RuleRow> =>
  [...rules]
    .filter(([, r]) => r.enabled)
    .map(([id, r]) => ({
      id,
      name: r.name,
      version: r.versions.length,
      blankFrom: r.blankFrom,
      activeFrom: r.activeFrom,
      document: r.versions.at(-1),
      failedSubject: null
    }))

const observationOf = (item: Item, subject: Subject, receivedAt: number, recordId: number): Observation => {
  const head = { subject, at: item.at, receivedAt, recordId }
  switch (item.kind) {
    case "gnss":
    case "network":
      return {
        _tag: "Position",
        ...head,
        recordType: item.kind,
        lon: item.lon,
        lat: item.lat,
        altitudeM: null,
        speedMps: item.mps,
        accuracyM: null
      }
    case "a":
    case "b":
      return { _tag: "Measurement", ...head, metric: item.kind, value: item.value }
    case "state":
      return { _tag: "DeviceState", ...head, key: item.value % 2 === 0 ? "mode" : "lid", value: item.value }
  }
}

/** The subjects of a log row, once each. */
export const subjectsOf = (payload: LogPayload): ReadonlyArray<Subject> => [
  ...new Map(decodeLog(payload, subjectOf).map((o) => [subjectKey(o.subject), o.subject])).values()
]
