// What time itself brings to partitions whose log is read to its end: ticks of schedules, then deadlines of
// holds. Projects take turns, and one in a lane of a partition waits there until its records are judged.
import { Effect } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import { wakeAt } from "../../domain/rule/RuleState.ts"
import { type BatchLimits, TurnBudget } from "./AdaptiveBatchLimit.ts"
import { BatchResult, type HalfTicked } from "../evaluate/BatchResult.ts"
import type { EngineState } from "./EngineState.ts"
import type { IsSpent } from "../evaluate/EvaluationContext.ts"
import { evaluateTicks } from "../evaluate/evaluateTicks.ts"
import { evaluateTimer } from "../evaluate/evaluateDeadlines.ts"
import { YIELD_EVERY } from "./takeRows.ts"
import type { Prepared, Preparer } from "./prepare.ts"
import type { Schedule } from "./Schedule.ts"
import { maxMinFairShares } from "./maxMinFairShares.ts"
import { TICK_GRACE_MS, ticksUpTo } from "../evaluate/ticks.ts"
import type { Deadline } from "./DueActors.ts"
import type { PendingTimer } from "./RuleActors.ts"

/** Subjects asked at ticks in one commit. */
const MAX_TICKED_SUBJECTS = 2000
/** Deadlines judged in one commit: after a long rest many are due at once. */
const MAX_DUE_DEADLINES = 2000

/** Subjects of a partition of a project that are asked in this batch, in order, and up to which moment. */
interface TickUnit {
  readonly projectId: string
  readonly partition: number
  readonly schedule: Schedule
  readonly to: number
  readonly asked: ReadonlyArray<readonly [key: string, member: Subject]>
  /** nobody is left of the partition after them */
  readonly isWhole: boolean
}

export interface PassTimeOptions {
  readonly now: number
  /** partitions whose log is read to its end, as it was at `now` */
  readonly atEnd: ReadonlySet<number>
  /** ticks are judged so long after their instant */
  readonly tickGraceMs: number
  /** projects that take part */
  readonly isIncluded: (projectId: string) => boolean
  readonly bounds: BatchLimits
}

/** The partitions of each project that are due, as many of their subjects as are its share. */
const unitsDue = (
  engineState: EngineState,
  { atEnd, now, isIncluded, tickGraceMs }: PassTimeOptions
): ReadonlyArray<ReadonlyArray<TickUnit>> => {
  // nobody knows yet whether anything could be heard after that
  const until = Math.min(now - tickGraceMs, engineState.hearing.knownTo)
  const due = [...engineState.schedules].flatMap(([projectId, schedule]) => {
    if (!isIncluded(projectId) || !schedule.isAnyDue(until)) return []
    const partitions = [...atEnd].filter(
      (p) => schedule.isDue(p, until) && engineState.passesTime(projectId, p)
    )
    return partitions.length === 0
      ? []
      : [
          {
            projectId,
            schedule,
            partitions,
            size: partitions.reduce((sum, p) => sum + schedule.members[p]!.size, 1)
          }
        ]
  })
  return maxMinFairShares(due, MAX_TICKED_SUBJECTS).map(({ of: { partitions, projectId, schedule }, share }) => {
    const units: Array<TickUnit> = []
    let left = share
    for (const partition of partitions) {
      if (left <= 0) break
      const ahead = schedule.remaining(partition),
        asked = ahead.slice(0, left)
      units.push({
        projectId,
        partition,
        schedule,
        to: schedule.newestTick(partition, until),
        asked,
        isWhole: asked.length === ahead.length
      })
      left -= asked.length
    }
    return units
  })
}

/** Asks the subjects of a unit; where it stopped before the partition was through, null: it is. */
const askAll = Effect.fnUntraced(function* (
  { asked, isWhole, to }: TickUnit,
  { ready }: Prepared,
  isSpent: IsSpent
) {
  let steps = 0
  for (const [i, [key, { id }]] of asked.entries()) {
    const found = ready.get(key)
    if (found !== undefined) {
      steps += 1 + ticksUpTo(found.subjectActor.concern.onTick, found.subjectActor.tickedTo, to)
      if (!evaluateTicks(found.context, found.subjectActor, to, isSpent))
        return { to, subjectId: id, at: found.subjectActor.tickedTo } satisfies HalfTicked
    }
    const isLast = i + 1 === asked.length
    if (isLast ? !isWhole : isSpent()) return { to, subjectId: id, at: to } satisfies HalfTicked
    if (steps < YIELD_EVERY) continue
    steps = 0
    yield* Effect.yieldNow
  }
  return null
})

/** A deadline of a schedule waits until the ticks before it are judged. */
const mustWait = (
  engineState: EngineState,
  { key, partition, ruleId }: Deadline,
  { ready }: Prepared,
  { now, tickGraceMs }: PassTimeOptions
): boolean => {
  const subjectActor = ready.get(key)?.subjectActor,
    actor = subjectActor?.actors?.get(ruleId)
  if (subjectActor === undefined || actor === undefined || actor.rule.everyMs === null) return false
  const wake = wakeAt(actor.state, actor.rule) ?? -Infinity
  return (
    wake + tickGraceMs - TICK_GRACE_MS > now ||
    wake - TICK_GRACE_MS > engineState.hearing.knownTo ||
    engineState.schedules.get(subjectActor.subject.projectId)?.isDue(partition, now - tickGraceMs) === true
  )
}

/** What is due: subjects to ask, and deadlines of actors that woke. */
export interface DueWork {
  /** of each project its units */
  readonly units: ReadonlyArray<ReadonlyArray<TickUnit>>
  readonly deadlines: ReadonlyArray<Deadline>
  readonly wanted: ReadonlyMap<string, Subject>
  /** who takes part in it */
  readonly projects: ReadonlySet<string>
}

/** Of everybody who takes part a fair share; null: nothing is due. */
export const chooseDue = (engineState: EngineState, passing: PassTimeOptions): DueWork | null => {
  const { atEnd, isIncluded } = passing
  const units = unitsDue(engineState, passing)
  const deadlines = engineState.ruleActors.due.take(
    MAX_DUE_DEADLINES,
    atEnd,
    (projectId, partition) => isIncluded(projectId) && engineState.passesTime(projectId, partition)
  )
  if (units.length === 0 && deadlines.length === 0) return null
  const wanted = new Map<string, Subject>()
  for (const { asked } of units.flat())
    for (const [key, member] of asked) wanted.set(key, engineState.subjectActors.get(key)?.subject ?? member)
  for (const { key, subject } of deadlines)
    wanted.set(key, engineState.subjectActors.get(key)?.subject ?? subject)
  const projects = new Set([...units.flat(), ...wanted.values()].map((of) => of.projectId))
  return { units, deadlines, wanted, projects }
}

/** What is due, judged as a batch of its own; and who asks again once that is committed. */
export const passTime = Effect.fnUntraced(function* (
  { prepare }: Preparer,
  engineState: EngineState,
  { deadlines, projects, units, wanted }: DueWork,
  passing: PassTimeOptions
) {
  const { bounds, now } = passing
  const changes = new BatchResult(now)
  const prepared = yield* prepare(engineState, wanted, changes, projects)
  const turn = new TurnBudget(changes.work, bounds),
    timed = [...Map.groupBy(deadlines, (d) => d.subject.projectId).values()],
    again: Array<PendingTimer> = []
  let ahead = units.length + timed.length
  for (const own of units) {
    const isSpent = turn.share(ahead--)
    for (const unit of own) {
      const { partition, projectId, schedule, to } = unit
      if (!prepared.projects.has(projectId)) {
        if (!prepared.parked.has(projectId)) engineState.schedules.delete(projectId)
        break
      }
      const half = yield* askAll(unit, prepared, isSpent)
      const judged = half === null ? to : schedule.tickedTo(partition)
      schedule.recordTicks(partition, judged, half)
      changes.ticked.push({ projectId, partition, to: judged, half })
      if (isSpent()) break
    }
  }
  for (const own of timed) {
    const isSpent = turn.share(ahead--)
    for (const [i, deadline] of own.entries()) {
      const found = prepared.ready.get(deadline.key),
        actor = found?.subjectActor.actors?.get(deadline.ruleId)
      if (prepared.parked.has(deadline.subject.projectId)) engineState.ruleActors.due.add(deadline)
      if (found === undefined || actor === undefined) continue
      const { context, subjectActor } = found
      if (mustWait(engineState, deadline, prepared, passing)) again.push({ ...deadline, state: actor.state })
      else {
        evaluateTimer(context, subjectActor, deadline.ruleId, now)
        // who woke too early sleeps on, and its row says until when; a deadline that could not be judged waits
        // for the next record instead of coming up again and again
        const next = wakeAt(actor.state, actor.rule)
        if (next !== null && next > now) changes.states.set(actor, subjectActor.subject)
      }
      if (!isSpent()) continue
      for (const left of own.slice(i + 1)) engineState.ruleActors.due.add(left)
      break
    }
  }
  engineState.touchCursors(
    [...units.flat().map((u) => u.partition), ...[...wanted.values()].map((s) => partitionOf(s.id))],
    changes
  )
  return { changes, again }
})
