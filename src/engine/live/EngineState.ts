// The memory of an engine while it owns the log. It changes while a batch is evaluated and is dropped as a whole
// when the tenure ends or a commit fails, so that it never runs ahead of the database.
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { Hearing } from "../../domain/hearing/Hearing.ts"
import { type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import { wakeAt } from "../../domain/rule/RuleState.ts"
import type { RuleSet } from "../evaluate/RuleSet.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { Actor, Adoption, BatchResult, CursorMove } from "../evaluate/BatchResult.ts"
import { Lanes } from "./Lanes.ts"
import { ParkedProjects } from "./ParkedProjects.ts"
import type { Cursor, PendingRow, LogProgress, Tenure } from "../ports.ts"
import { type Schedule, TickProgress } from "./Schedule.ts"
import type { RuleActors, PendingTimer } from "./RuleActors.ts"

/** ReplayState tells how far the replay of a subject's past has come. */
interface ReplayState {
  /** everything up to this effective time is replayed */
  readonly to: number
  /** rule -> newest deadline that was evaluated in it */
  readonly judged: ReadonlyMap<string, number>
}

/** MAX_UNCACHED_SUBJECTS bounds the subjects without an actor that are shared: those of the rows being read. */
const MAX_UNCACHED_SUBJECTS = 20_000

/** EngineState is the memory of an engine: actors, rule sets, schedules, timers, cursors and lanes. */
export class EngineState {
  readonly tenure: Tenure
  /** by key of the subject */
  readonly subjectActors = new Map<string, SubjectActor>()
  readonly ruleSets = new Map<string, RuleSet>()
  /** of the projects whose rule set has a rule with a schedule */
  readonly schedules = new Map<string, Schedule>()
  /** timers of rule actors */
  readonly ruleActors: RuleActors
  private readonly positions: Map<number, number>
  /** the cursors as they were returned last: a waiting engine reads them far more often than they move */
  private cursorCache: ReadonlyArray<Cursor> | null = null
  /** subjects of records that no actor holds with this device */
  private readonly uncachedSubjects = new Map<string, Subject>()
  private readonly adoptedVersions = new Map<string, number>()
  private readonly ticks = new Map<string, TickProgress>()
  readonly lanes: Lanes
  readonly parked: ParkedProjects
  /** the outages on record, as they were read last */
  readonly hearing = new Hearing()
  /** replays that are not finished, by key of the subject */
  private readonly replays = new Map<string, ReplayState>()

  constructor(tenure: Tenure, ruleActors: RuleActors) {
    this.tenure = tenure
    this.ruleActors = ruleActors
    this.positions = new Map(tenure.cursors.map((c) => [c.partition, c.position]))
    this.lanes = new Lanes(tenure.lanes)
    this.parked = new ParkedProjects(tenure.parked)
  }

  get cursors(): ReadonlyArray<Cursor> {
    return (this.cursorCache ??= Array.from(this.positions, ([partition, position]) => ({
      partition,
      position
    })))
  }

  /** Returns how far the log is evaluated. */
  get progress(): LogProgress {
    return { cursors: this.cursors, lanes: this.lanes.all }
  }

  position(partition: number): number {
    return this.positions.get(partition) ?? 0
  }

  /** Applies a committed batch to memory. */
  advance({ cursors, lanes, states }: BatchResult): void {
    for (const { partition, to } of cursors) this.positions.set(partition, to)
    this.cursorCache = null
    this.lanes.apply(lanes)
    for (const [actor, subject] of states) this.syncTimer(actor, subject)
  }

  /** Schedules the timer of an actor whose state has a deadline, and cancels it otherwise. */
  syncTimer({ rule, state }: Actor, subject: Subject): void {
    const partition = partitionOf(subject.id),
      key = subjectKey(subject),
      at = wakeAt(state, rule)
    if (at === null) this.ruleActors.cancel(partition, rule.id, key)
    else this.ruleActors.schedule({ at, partition, subject, key, ruleId: rule.id, state })
  }

  /** Returns unmoved cursors of partitions: a commit with them proves that they are owned. */
  unmovedCursors(partitions: Iterable<number>): ReadonlyArray<CursorMove> {
    return Array.from(new Set(partitions), (partition) => {
      const position = this.position(partition)
      return { partition, from: position, to: position }
    })
  }

  /**
   * Returns the shared object of a subject: a thousand fixes of one animal hold one object and one set of
   * texts.
   */
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

  /** Returns up to when the ticks of a project are evaluated; callers change it in place. */
  ticksOf(projectId: string): TickProgress {
    let ticks = this.ticks.get(projectId)
    if (ticks === undefined) this.ticks.set(projectId, (ticks = new TickProgress()))
    return ticks
  }

  /** Makes a timer from a stored deadline. */
  timerFromRow({ ruleId, subject: { deviceId, entityId, projectId }, wakeAt }: PendingRow): PendingTimer {
    const subject = this.subjectOf(projectId, deviceId, entityId),
      key = subjectKey(subject)
    const state = this.subjectActors.get(key)?.actors?.get(ruleId)?.state ?? null
    return { at: wakeAt, partition: partitionOf(subject.id), subject, key, ruleId, state }
  }

  /**
   * Whether time passes for a project in a partition: while a lane there has records to evaluate, it does
   * not.
   */
  passesTime(projectId: string, partition: number): boolean {
    return !this.lanes.has(partition, projectId)
  }

  /**
   * Returns when the next tick of the included projects is due; -Infinity: an actor is due now, Infinity:
   * nothing is known to come. `lookAt`: when the outages are read next; ticks after the time up to which they
   * are known wait for it.
   */
  nextDue(tickGraceMs: number, isIncluded: (projectId: string) => boolean, lookAt = Infinity): number {
    const { due } = this.ruleActors
    if (due.has((id, partition) => isIncluded(id) && this.passesTime(id, partition))) return -Infinity
    let next = Infinity
    for (const [projectId, schedule] of this.schedules) {
      if (!isIncluded(projectId)) continue
      const tick = schedule.next((partition) => this.passesTime(projectId, partition)),
        dueAt = tick + tickGraceMs
      next = Math.min(next, tick > this.hearing.knownTo ? Math.max(dueAt, lookAt) : dueAt)
    }
    return next
  }

  /** Adds an actor, with what the schedule of its project knows about it. */
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
      subjectActor.arrivals = before?.arrivals ?? [...(schedule.arrivals.get(key) ?? [])]
      subjectActor.delayed = before?.delayed ?? [...(schedule.delayed.get(key) ?? [])]
      schedule.arrivals.delete(key)
      schedule.delayed.delete(key)
      schedule.members[partition]!.set(key, subjectActor.subject)
    }
    this.subjectActors.set(key, subjectActor)
  }

  /** Sets how far a subject's past is replayed; null: the replay is finished. */
  setReplayState(key: string, past: ReplayState | null): void {
    if (past === null) this.replays.delete(key)
    else this.replays.set(key, past)
    const subjectActor = this.subjectActors.get(key)
    if (subjectActor !== undefined) this.syncReplayState(key, subjectActor)
  }

  /** Copies the state of a replay to the subject's actor. */
  private syncReplayState(key: string, subjectActor: SubjectActor): void {
    const past = this.replays.get(key)
    subjectActor.replayedTo = past?.to ?? -Infinity
    subjectActor.replayedDeadlines = past?.judged ?? null
  }

  /** Removes a deleted subject. */
  removeSubject(key: string, { id, projectId }: Subject): void {
    const schedule = this.schedules.get(projectId)
    this.subjectActors.delete(key)
    this.ruleActors.closeSubject(projectId, partitionOf(id), key)
    schedule?.members[partitionOf(id)]!.delete(key)
    schedule?.arrivals.delete(key)
    schedule?.delayed.delete(key)
  }

  /** Puts another edition of a rule set in force and ends the timers of rules that are gone. */
  replaceRuleSet(ruleSet: RuleSet): void {
    const before = this.ruleSets.get(ruleSet.projectId)
    this.ruleActors.closeRules(ruleSet.projectId, (id) => {
      const now = ruleSet.byId.get(id)
      return now === undefined || now.blankFrom !== (before?.byId.get(id)?.blankFrom ?? now.blankFrom)
    })
    this.ruleSets.set(ruleSet.projectId, ruleSet)
    for (const subjectActor of this.subjectActors.values())
      if (subjectActor.subject.projectId === ruleSet.projectId) subjectActor.detach(ruleSet)
  }

  /** Puts an edition in force in partitions, and returns those where the next batch is the first to use it. */
  adopt(ruleSet: RuleSet, partitions: Iterable<number>): ReadonlyArray<Adoption> {
    const adoptions: Array<Adoption> = []
    for (const partition of partitions) {
      const key = `${partition}|${ruleSet.projectId}`
      if (this.adoptedVersions.get(key) === ruleSet.version) continue
      this.adoptedVersions.set(key, ruleSet.version)
      adoptions.push({
        partition,
        projectId: ruleSet.projectId,
        version: ruleSet.version,
        from: this.lanes.of(partition, ruleSet.projectId)?.position ?? this.position(partition)
      })
    }
    return adoptions
  }
}
