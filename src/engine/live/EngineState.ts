// All that an engine holds while it owns the log. Memory is changed while a batch is judged and thrown away,
// whole, when the tenure ends or a commit fails: it never runs ahead of the database.
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { Hearing } from "../../domain/hearing/Hearing.ts"
import { type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import { wakeAt } from "../../domain/rule/RuleState.ts"
import type { RuleSet } from "../evaluate/RuleSet.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { Actor, BatchResult } from "../evaluate/BatchResult.ts"
import { Lanes } from "./Lanes.ts"
import { ParkedProjects } from "./ParkedProjects.ts"
import type { Cursor, PendingRow, Reading, Tenure } from "../ports.ts"
import { type Schedule, TickProgress } from "./Schedule.ts"
import type { RuleActors, PendingTimer } from "./RuleActors.ts"

/** A past that is being judged again. */
interface ReplayState {
  /** it is up to this effective time */
  readonly to: number
  /** rule -> newest deadline that was judged in it */
  readonly judged: ReadonlyMap<string, number>
}

/** Subjects without an actor that are told apart: those of the rows being read. */
const MAX_UNCACHED_SUBJECTS = 20_000

export class EngineState {
  readonly tenure: Tenure
  /** by key of the subject */
  readonly subjectActors = new Map<string, SubjectActor>()
  readonly ruleSets = new Map<string, RuleSet>()
  /** of the projects whose rule set has a rule with a schedule */
  readonly schedules = new Map<string, Schedule>()
  /** rule actors that have something under way */
  readonly ruleActors: RuleActors
  private readonly positions: Map<number, number>
  /** as they were asked for last: an engine that waits asks far more often than they move */
  private cursorCache: ReadonlyArray<Cursor> | null = null
  /** subjects seen that their actor does not have, or not with this device */
  private readonly uncachedSubjects = new Map<string, Subject>()
  private readonly adoptedVersions = new Map<string, number>()
  private readonly ticks = new Map<string, TickProgress>()
  readonly lanes: Lanes
  readonly parked: ParkedProjects
  /** the outages on record, as they were read last */
  readonly hearing = new Hearing()
  /** pasts that are being judged again, by key of the subject */
  private readonly replays = new Map<string, ReplayState>()

  constructor(tenure: Tenure, ruleActors: RuleActors) {
    this.tenure = tenure
    this.ruleActors = ruleActors
    this.positions = new Map(tenure.cursors.map((c) => [c.partition, c.position]))
    this.lanes = new Lanes(tenure.lanes)
    this.parked = new ParkedProjects(tenure.parked)
  }

  get cursors(): ReadonlyArray<Cursor> {
    return (this.cursorCache ??= Array.from(this.positions, ([partition, position]) => ({ partition, position })))
  }

  /** How far the log is judged. */
  get reading(): Reading {
    return { cursors: this.cursors, lanes: this.lanes.all }
  }

  position(partition: number): number {
    return this.positions.get(partition) ?? 0
  }

  /** What was judged is committed: memory follows. */
  advance({ cursors, lanes, states }: BatchResult): void {
    for (const { partition, to } of cursors) this.positions.set(partition, to)
    this.cursorCache = null
    this.lanes.apply(lanes)
    for (const [actor, subject] of states) this.syncTimer(actor, subject)
  }

  /** An actor that has something under way is a fiber until its moment, any other is none. */
  syncTimer({ rule, state }: Actor, subject: Subject): void {
    const partition = partitionOf(subject.id),
      key = subjectKey(subject),
      at = wakeAt(state, rule)
    if (at === null) this.ruleActors.cancel(partition, rule.id, key)
    else this.ruleActors.schedule({ at, partition, subject, key, ruleId: rule.id, state })
  }

  /** A batch that moves nothing in the log proves all the same whose these partitions are. */
  touchCursors(partitions: Iterable<number>, changes: BatchResult): void {
    for (const partition of new Set(partitions))
      changes.cursors.push({ partition, from: this.position(partition), to: this.position(partition) })
  }

  /** Subjects are shared, and the texts in them: a thousand fixes of one animal hold one. */
  readonly subjectOf = (projectId: string, deviceId: string, entityId: string | null): Subject => {
    const known = this.subjectActors.get(subjectKey({ projectId, deviceId, entityId }))?.subject
    if (known?.deviceId === deviceId) return known
    const key = `${entityId}|${deviceId}|${projectId}`
    let subject = this.uncachedSubjects.get(key)
    if (subject === undefined) {
      subject = {
        id: entityId ?? deviceId,
        projectId: this.ruleSets.get(projectId)?.projectId ?? projectId,
        entityId,
        deviceId
      }
      if (this.uncachedSubjects.size >= MAX_UNCACHED_SUBJECTS) this.uncachedSubjects.clear()
      this.uncachedSubjects.set(key, subject)
    }
    return subject
  }

  /** Up to when the ticks of a project are judged; to be changed in place. */
  ticksOf(projectId: string): TickProgress {
    let ticks = this.ticks.get(projectId)
    if (ticks === undefined) this.ticks.set(projectId, (ticks = new TickProgress()))
    return ticks
  }

  /** What is under way by a row of the database. */
  timerFromRow({ ruleId, subject: { deviceId, entityId, projectId }, wakeAt }: PendingRow): PendingTimer {
    const subject = this.subjectOf(projectId, deviceId, entityId),
      key = subjectKey(subject)
    const state = this.subjectActors.get(key)?.actors?.get(ruleId)?.state ?? null
    return { at: wakeAt, partition: partitionOf(subject.id), subject, key, ruleId, state }
  }

  /**
   * Whether time passes for a project in a partition: it waits for what the project's lane has still to judge
   * there.
   */
  passesTime(projectId: string, partition: number): boolean {
    return !this.lanes.has(partition, projectId)
  }

  /**
   * When time brings something next, for the projects that take part, but for the actors that sleep;
   * -Infinity: somebody is due, Infinity: nothing is known to come. `lookAt`: when it is known next up to
   * when outages are on record; ticks after that wait.
   */
  nextDue(tickGraceMs: number, takes: (projectId: string) => boolean, lookAt = Infinity): number {
    const { due } = this.ruleActors
    if (due.has((id, partition) => takes(id) && this.passesTime(id, partition))) return -Infinity
    let next = Infinity
    for (const [projectId, schedule] of this.schedules) {
      if (!takes(projectId)) continue
      const tick = schedule.next((partition) => this.passesTime(projectId, partition)),
        dueAt = tick + tickGraceMs
      next = Math.min(next, tick > this.hearing.knownTo ? Math.max(dueAt, lookAt) : dueAt)
    }
    return next
  }

  /** An actor takes its place, with what its project's schedule knows of it. */
  addActor(key: string, subjectActor: SubjectActor): void {
    const {
        subject: { id, projectId }
      } = subjectActor,
      partition = partitionOf(id)
    const schedule = this.schedules.get(projectId),
      before = this.subjectActors.get(key)
    subjectActor.tickedTo = Math.max(
      subjectActor.tickedTo,
      this.ticksOf(projectId).of(partition, id),
      this.lanes.tickedTo(subjectActor.subject, partition)
    )
    this.syncReplayState(key, subjectActor)
    subjectActor.hearing = this.hearing
    if (schedule !== undefined) {
      subjectActor.receipts = before?.receipts ?? [...(schedule.receipts.get(key) ?? [])]
      subjectActor.delayed = before?.delayed ?? [...(schedule.delayed.get(key) ?? [])]
      schedule.receipts.delete(key)
      schedule.delayed.delete(key)
      schedule.members[partition]!.set(key, subjectActor.subject)
    }
    this.subjectActors.set(key, subjectActor)
  }

  /** A piece of the past of a subject is judged again; null: it was the last one. */
  setReplayState(key: string, past: ReplayState | null): void {
    if (past === null) this.replays.delete(key)
    else this.replays.set(key, past)
    const subjectActor = this.subjectActors.get(key)
    if (subjectActor !== undefined) this.syncReplayState(key, subjectActor)
  }

  /** An actor learns how far its past is judged again. */
  private syncReplayState(key: string, subjectActor: SubjectActor): void {
    const past = this.replays.get(key)
    subjectActor.rewrittenTo = past?.to ?? -Infinity
    subjectActor.rejudged = past?.judged ?? null
  }

  /** A subject that was deleted is asked nothing any more. */
  removeSubject(key: string, { id, projectId }: Subject): void {
    const schedule = this.schedules.get(projectId)
    this.subjectActors.delete(key)
    this.ruleActors.closeSubject(projectId, partitionOf(id), key)
    schedule?.members[partitionOf(id)]!.delete(key)
    schedule?.receipts.delete(key)
    schedule?.delayed.delete(key)
  }

  /** Another edition is in force: nobody holds on to the one before, and what it has no more is closed. */
  replaceRuleSet(ruleSet: RuleSet): void {
    const before = this.ruleSets.get(ruleSet.projectId)
    this.ruleActors.closeRules(ruleSet.projectId, (id) => {
      const now = ruleSet.byId.get(id)
      return now === undefined || now.blankFrom !== (before?.byId.get(id)?.blankFrom ?? now.blankFrom)
    })
    this.ruleSets.set(ruleSet.projectId, ruleSet)
    for (const subjectActor of this.subjectActors.values())
      if (subjectActor.subject.projectId === ruleSet.projectId) subjectActor.leave(ruleSet)
  }

  /** The edition a partition is judged with from here on goes on record with the batch that first uses it. */
  adopt(ruleSet: RuleSet, partitions: Iterable<number>, changes: BatchResult): void {
    for (const partition of partitions) {
      const key = `${partition}|${ruleSet.projectId}`
      if (this.adoptedVersions.get(key) === ruleSet.version) continue
      this.adoptedVersions.set(key, ruleSet.version)
      changes.adoptions.push({
        partition,
        projectId: ruleSet.projectId,
        version: ruleSet.version,
        from: this.lanes.of(partition, ruleSet.projectId)?.position ?? this.position(partition)
      })
    }
  }
}
