// The memory of an engine: of each partition from its claim until it is given up, and what all partitions share. It
// changes while a batch is evaluated and is dropped as a whole when a commit fails, so that it never runs ahead of the
// database.
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { Hearing } from "../../domain/hearing/Hearing.ts"
import { type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import { wakeAt } from "../../domain/rule/RuleState.ts"
import { type RuleSet, ruleWithin } from "../evaluate/RuleSet.ts"
import type { SubjectActor } from "../evaluate/SubjectActor.ts"
import type { Actor, Adoption, BatchResult, CursorMove } from "../evaluate/BatchResult.ts"
import { Lanes } from "./Lanes.ts"
import { ParkedProjects } from "./ParkedProjects.ts"
import type { Claim, Cursor, PendingRow, LogProgress, TimerRange } from "../ports.ts"
import type { Deadline } from "./DueActors.ts"
import { type Schedule, TickProgress } from "./Schedule.ts"
import type { ActorFailure, HeldActor, RuleActors } from "./RuleActors.ts"

/** ReplayState tells how far the replay of a subject's past has come. */
interface ReplayState {
  readonly partition: number
  /** everything up to this effective time is replayed */
  readonly to: number
  /** rule -> newest deadline that was evaluated in it */
  readonly judged: ReadonlyMap<string, number>
}

/** MAX_UNCACHED_SUBJECTS bounds the subjects without an actor that are shared: those of the rows being read. */
const MAX_UNCACHED_SUBJECTS = 20_000

/** EngineState is the memory of an engine: actors, rule sets, schedules, timers, cursors and lanes. */
export class EngineState {
  /** the epochs of the partitions that are owned */
  readonly epochs = new Map<number, number>()
  /** by key of the subject */
  readonly subjectActors = new Map<string, SubjectActor>()
  readonly ruleSets = new Map<string, RuleSet>()
  /** of the projects whose rule set has a rule with a schedule */
  readonly schedules = new Map<string, Schedule>()
  /** the fibers of rule actors that have something under way */
  readonly ruleActors: RuleActors
  private readonly positions = new Map<number, number>()
  /** the cursors as they were returned last: a waiting engine reads them far more often than they move */
  private cursorCache: ReadonlyArray<Cursor> | null = null
  /** subjects of records that no actor holds with this device */
  private readonly uncachedSubjects = new Map<string, Subject>()
  private readonly adoptedVersions = new Map<string, number>()
  private readonly ticks = new Map<string, TickProgress>()
  readonly lanes = new Lanes()
  readonly parked = new ParkedProjects()
  /** the outages on record, as they were read last */
  readonly hearing = new Hearing()
  /** replays that are not finished, by key of the subject */
  private readonly replays = new Map<string, ReplayState>()
  /** subjects with states that a batch took from their fibers */
  private readonly taken = new Set<SubjectActor>()

  constructor(ruleActors: RuleActors) {
    this.ruleActors = ruleActors
  }

  /** Begins to own partitions, as they were claimed; what is known of them is loaded by `ownPartitions.ts`. */
  own({ lanes, parked = [], tenures }: Claim): void {
    for (const { epoch, partition, position } of tenures) {
      this.epochs.set(partition, epoch)
      this.positions.set(partition, position)
    }
    this.cursorCache = null
    this.lanes.add(lanes)
    this.parked.add(parked, (projectId) => this.ruleSets.has(projectId))
  }

  /** Forgets what is in a partition that another engine is to own. */
  leave(partition: number): void {
    this.epochs.delete(partition)
    this.positions.delete(partition)
    this.cursorCache = null
    this.lanes.leave(partition)
    this.ruleActors.closePartition(partition)
    for (const schedule of this.schedules.values()) schedule.leave(partition)
    for (const ticks of this.ticks.values()) ticks.set(partition, -Infinity, null)
    for (const [key, { subject }] of this.subjectActors)
      if (partitionOf(subject.id) === partition) this.subjectActors.delete(key)
    for (const [key, replay] of this.replays) if (replay.partition === partition) this.replays.delete(key)
    for (const key of this.adoptedVersions.keys())
      if (key.startsWith(`${partition}|`)) this.adoptedVersions.delete(key)
  }

  /** Returns the partitions that are owned. */
  get partitions(): ReadonlyArray<number> {
    return [...this.epochs.keys()]
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
    for (const [actor, subject] of states) this.settle(actor, subject)
    this.giveBack()
    this.boundFibers()
  }

  /** Takes the states of a subject from their fibers for a batch: copies, as of the last commit. */
  take(key: string, subjectActor: SubjectActor): void {
    if (subjectActor.heldRules === null) return
    const partition = partitionOf(subjectActor.subject.id)
    this.taken.add(subjectActor)
    for (const ruleId of subjectActor.heldRules) {
      const actor = this.ruleActors.heldBy(partition, ruleId, key)?.actor ?? null
      if (actor !== null && subjectActor.actors?.has(ruleId) !== true) subjectActor.take(actor)
    }
  }

  /**
   * Gives back the states that were taken: the fibers go on with those of the last commit, which are the new
   * ones where the batch was committed.
   */
  giveBack(): void {
    for (const subjectActor of this.taken) subjectActor.leaveTaken()
    this.taken.clear()
  }

  /** Gives the state of a committed actor to a fiber, or ends its fiber. */
  private settle(actor: Actor, subject: Subject): void {
    const { rule } = actor,
      key = subjectKey(subject),
      subjectActor = this.subjectActors.get(key),
      current = subjectActor?.actors?.get(rule.id)
    if (subjectActor !== undefined && current === actor) return this.place(subjectActor, actor)
    // an actor of a replay is placed when it replaces that of its subject
    if (current !== undefined) return
    const deadline = deadlineOf(actor, subject)
    if (deadline === null) {
      this.ruleActors.end(partitionOf(subject.id), rule.id, key)
      subjectActor?.keep(rule.id)
    } else if (subjectActor === undefined && this.ruleActors.hasFiberAt(deadline.at))
      this.ruleActors.give(deadline, null)
  }

  /**
   * Places the state of an actor where it belongs: with a deadline in the timer window in a fiber, else in
   * the memory of its subject.
   */
  private place(subjectActor: SubjectActor, actor: Actor): void {
    const { episode, rule, state } = actor,
      { subject } = subjectActor,
      deadline = deadlineOf(actor, subject)
    if (deadline !== null && this.ruleActors.hasFiberAt(deadline.at)) {
      this.ruleActors.give(deadline, { rule, state, episode })
      subjectActor.leave(rule.id)
    } else {
      this.ruleActors.end(partitionOf(subject.id), rule.id, subjectKey(subject))
      subjectActor.keep(rule.id)
    }
  }

  /** Interrupts the fibers with the latest deadlines where there are too many. */
  private boundFibers(): void {
    for (const held of this.ruleActors.shrink()) this.keep(held)
  }

  /** Keeps what a fiber held that was interrupted in the memory of its subject. */
  private keep({ actor, deadline: { key, ruleId } }: HeldActor): void {
    const subjectActor = this.subjectActors.get(key)
    if (actor === null || subjectActor === undefined) return
    subjectActor.keep(ruleId)
    subjectActor.take(actor)
  }

  /** Drops the memory of an actor whose fiber failed, and queues it: its subject is loaded again then. */
  reload({ deadline }: ActorFailure): void {
    this.subjectActors.get(deadline.key)?.setIncomplete()
    this.ruleActors.due.add(deadline)
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

  /** Begins fibers for stored deadlines, given in the order of their moments. */
  loadDeadlines(range: TimerRange, rows: ReadonlyArray<PendingRow>): void {
    const deadlines = rows.map((row) => this.deadlineFrom(row))
    for (const held of this.ruleActors.load(range, deadlines)) this.keep(held)
    for (const deadline of deadlines) this.hold(deadline)
    this.boundFibers()
  }

  private deadlineFrom({ ruleId, subject: { deviceId, entityId, projectId }, wakeAt }: PendingRow): Deadline {
    const subject = this.subjectOf(projectId, deviceId, entityId)
    return { at: wakeAt, partition: partitionOf(subject.id), subject, key: subjectKey(subject), ruleId }
  }

  /** Begins a fiber for a stored deadline, with the state if its subject is loaded. */
  private hold(deadline: Deadline): void {
    const { key, partition, ruleId } = deadline,
      subjectActor = this.subjectActors.get(key),
      actor = subjectActor?.actors?.get(ruleId) ?? null
    if (this.ruleActors.heldBy(partition, ruleId, key) !== undefined) return
    this.ruleActors.give(deadline, actor)
    if (actor !== null) subjectActor!.leave(ruleId)
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
    this.replaceActor(key, subjectActor)
  }

  /** Puts a subject's memory in place of the one there is; states with a deadline go to their fibers. */
  replaceActor(key: string, subjectActor: SubjectActor): void {
    const before = this.subjectActors.get(key),
      partition = partitionOf(subjectActor.subject.id)
    this.subjectActors.set(key, subjectActor)
    if (before !== undefined) this.taken.delete(before)
    for (const actor of subjectActor.actors?.values() ?? []) this.place(subjectActor, actor)
    for (const ruleId of before?.heldRules ?? [])
      if (!subjectActor.hasState(ruleId)) this.ruleActors.end(partition, ruleId, key)
  }

  /** Sets how far a subject's past is replayed; null: the replay is finished. */
  setReplayState(subject: Subject, past: Omit<ReplayState, "partition"> | null): void {
    const key = subjectKey(subject)
    if (past === null) this.replays.delete(key)
    else this.replays.set(key, { ...past, partition: partitionOf(subject.id) })
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
    const dropped = this.ruleActors.replaceRules(
      ruleSet.projectId,
      (rule) => ruleWithin(ruleSet, rule),
      (id) => {
        const now = ruleSet.byId.get(id)
        return now === undefined || now.blankFrom !== (before?.byId.get(id)?.blankFrom ?? now.blankFrom)
      }
    )
    // the subject needs what is left of these to end their episodes when it is evaluated next
    for (const held of dropped) this.keep(held)
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

/** Returns when an actor has to be evaluated without a new record; null: its state has no deadline. */
const deadlineOf = ({ rule, state }: Readonly<Actor>, subject: Subject): Deadline | null => {
  const at = wakeAt(state, rule)
  return at === null
    ? null
    : { at, partition: partitionOf(subject.id), subject, key: subjectKey(subject), ruleId: rule.id }
}
