// What time brings to partitions whose log is read to its end: ticks of schedules, then deadlines of holds.
// Projects take turns; a project in a lane of a partition waits until its records there are evaluated.
import { Effect } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import { wakeAt } from "../../domain/rule/RuleState.ts"
import { type BatchLimits, TurnBudget } from "./AdaptiveBatchLimit.ts"
import type { EvaluatedTicks, PartialTick } from "../evaluate/BatchResult.ts"
import type { EngineState } from "./EngineState.ts"
import type { IsSpent } from "../evaluate/EvaluationContext.ts"
import { evaluateTicks } from "../evaluate/evaluateTicks.ts"
import { evaluateTimer } from "../evaluate/evaluateDeadlines.ts"
import { STEPS_PER_YIELD } from "./evaluateSubjects.ts"
import type { Prepared, Preparer } from "./prepare.ts"
import type { Schedule } from "./Schedule.ts"
import { maxMinFairShares } from "./maxMinFairShares.ts"
import { TICK_GRACE_MS, ticksUpTo } from "../evaluate/ticks.ts"
import type { Deadline } from "./DueActors.ts"

/** MAX_TICKED_SUBJECTS bounds the subjects asked at ticks in one commit. */
const MAX_TICKED_SUBJECTS = 2000
/** MAX_DUE_DEADLINES bounds the deadlines evaluated in one commit: after a long pause many are due. */
const MAX_DUE_DEADLINES = 2000

/**
 * TickUnit is a part of a project's subjects in one partition that are asked in this batch, and up to which
 * moment.
 */
interface TickUnit {
  readonly projectId: string
  readonly partition: number
  readonly schedule: Schedule
  readonly to: number
  readonly asked: ReadonlyArray<readonly [key: string, member: Subject]>
  /** they are the last of the partition */
  readonly isWhole: boolean
}

/** PassTimeOptions tell what may be evaluated, and by when. */
interface PassTimeOptions {
  readonly now: number
  /** partitions whose log was read to its end at `now` */
  readonly atEnd: ReadonlySet<number>
  /** how long after its instant a tick is evaluated */
  readonly tickGraceMs: number
  /** whether a project takes part */
  readonly isIncluded: (projectId: string) => boolean
  readonly limits: BatchLimits
}

/** Returns the partitions of each project with ticks due, with as many subjects as its share allows. */
const unitsDue = (
  engineState: EngineState,
  { atEnd, now, isIncluded, tickGraceMs }: PassTimeOptions
): ReadonlyArray<ReadonlyArray<TickUnit>> => {
  // outages after that are not known yet
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
  return maxMinFairShares(due, MAX_TICKED_SUBJECTS).map(
    ({ of: { partitions, projectId, schedule }, share }) => {
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
    }
  )
}

/** Asks the subjects of a unit; returns where it stopped, null: the whole partition is done. */
const askAll = Effect.fnUntraced(function* (
  { asked, isWhole, to }: TickUnit,
  { ready }: Prepared,
  isSpent: IsSpent
) {
  let steps = 0
  for (const [i, [key, { id }]] of asked.entries()) {
    const found = ready.get(key)
    if (found !== undefined) {
      steps += 1 + ticksUpTo(found.subjectActor.applicable.onTick, found.subjectActor.tickedTo, to)
      if (!evaluateTicks(found.context, found.subjectActor, to, isSpent))
        return { to, subjectId: id, at: found.subjectActor.tickedTo } satisfies PartialTick
    }
    const isLast = i + 1 === asked.length
    if (isLast ? !isWhole : isSpent()) return { to, subjectId: id, at: to } satisfies PartialTick
    if (steps < STEPS_PER_YIELD) continue
    steps = 0
    yield* Effect.yieldNow
  }
  return null
})

/** Whether a deadline of a schedule has to wait until the ticks before it are evaluated. */
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

/** DueWork is what time brings: subjects to ask, and deadlines of actors. */
interface DueWork {
  /** units by project */
  readonly units: ReadonlyArray<ReadonlyArray<TickUnit>>
  readonly deadlines: ReadonlyArray<Deadline>
  readonly wanted: ReadonlyMap<string, Subject>
  /** the projects that take part */
  readonly projects: ReadonlySet<string>
}

/** Returns what is due, a fair share of each project; null: nothing is. */
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

/** Evaluates what is due as a batch, and returns it with the deadlines to retry once it is committed. */
export const passTime = Effect.fnUntraced(function* (
  { prepare }: Preparer,
  engineState: EngineState,
  { deadlines, projects, units, wanted }: DueWork,
  passing: PassTimeOptions
) {
  const { limits, now } = passing
  const prepared = yield* prepare(engineState, wanted, now, projects)
  const { adoptions, decisions, periods } = prepared
  const turn = new TurnBudget(decisions.work, limits),
    ticked: Array<EvaluatedTicks> = [],
    timed = [...Map.groupBy(deadlines, (d) => d.subject.projectId).values()],
    retries: Array<Deadline> = []
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
      ticked.push({ projectId, partition, to: judged, half })
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
      if (mustWait(engineState, deadline, prepared, passing)) retries.push(deadline)
      else {
        evaluateTimer(context, subjectActor, deadline.ruleId, now)
        // an actor woken too early sleeps again until its stored deadline; a deadline whose evaluation failed
        // waits for the next record instead of being retried forever
        const next = wakeAt(actor.state, actor.rule)
        if (next !== null && next > now) decisions.states.set(actor, subjectActor.subject)
      }
      if (!isSpent()) continue
      for (const left of own.slice(i + 1)) engineState.ruleActors.due.add(left)
      break
    }
  }
  const cursors = engineState.unmovedCursors([
    ...units.flat().map((u) => u.partition),
    ...[...wanted.values()].map((s) => partitionOf(s.id))
  ])
  return { changes: decisions.batch({ adoptions, cursors, periods, ticked }), retries }
})
