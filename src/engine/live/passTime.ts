// What time itself brings to partitions whose log is read to its end: ticks of schedules, then timers of
// holds. Projects take turns, and one in a lane of a partition waits there until its records are judged.
import { Effect } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import type { Subject } from "../../domain/rule/Observation.ts"
import { wakeAt } from "../../domain/rule/RuleState.ts"
import { type Bounds, Turn } from "./Budget.ts"
import { BatchResult, type HalfTicked } from "../evaluate/BatchResult.ts"
import type { EngineState } from "./EngineState.ts"
import type { IsSpent } from "../evaluate/EvaluationContext.ts"
import { evaluateTicks } from "../evaluate/evaluateTicks.ts"
import { evaluateTimer } from "../evaluate/evaluateDeadlines.ts"
import { TURN } from "./evaluateRows.ts"
import type { Prepared, Preparing } from "./prepare.ts"
import type { Schedule } from "./Schedule.ts"
import { shares } from "./shares.ts"
import { TICK_GRACE_MS, ticksUpTo } from "../evaluate/ticks.ts"
import type { Timer } from "./Timers.ts"

/** Subjects asked at ticks in one commit. */
const ASKED = 2000
/** Timers judged in one commit: after a long rest many are due at once. */
const DUE = 2000
/** A timer that has to wait for something is looked at again after this time, ms. */
const LATER_MS = 1000

/** Subjects of a partition of a project that are asked in this batch, in order, and up to which moment. */
interface Unit {
  readonly projectId: string
  readonly partition: number
  readonly schedule: Schedule
  readonly to: number
  readonly asked: ReadonlyArray<readonly [key: string, member: Subject]>
  /** nobody is left of the partition after them */
  readonly isWhole: boolean
}

export interface Passing {
  readonly now: number
  /** partitions whose log is read to its end, as it was at `now` */
  readonly atEnd: ReadonlySet<number>
  /** ticks are judged so long after their instant */
  readonly tickGraceMs: number
  /** projects that take part */
  readonly takes: (projectId: string) => boolean
  readonly bounds: Bounds
}

/** The partitions of each project that are due, as many of their subjects as are its share. */
const unitsDue = (
  engineState: EngineState,
  { atEnd, now, takes, tickGraceMs }: Passing
): ReadonlyArray<ReadonlyArray<Unit>> => {
  const until = now - tickGraceMs
  const due = [...engineState.schedules].flatMap(([projectId, schedule]) => {
    if (!takes(projectId)) return []
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
  return shares(due, ASKED).map(({ of: { partitions, projectId, schedule }, share }) => {
    const units: Array<Unit> = []
    let left = share
    for (const partition of partitions) {
      if (left <= 0) break
      const ahead = schedule.ahead(partition),
        asked = ahead.slice(0, left)
      units.push({
        projectId,
        partition,
        schedule,
        to: schedule.newest(partition, until),
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
  { asked, isWhole, to }: Unit,
  { ready }: Prepared,
  isSpent: IsSpent
) {
  let turn = 0
  for (const [i, [key, { id }]] of asked.entries()) {
    const found = ready.get(key)
    if (found !== undefined) {
      turn += 1 + ticksUpTo(found.subjectActor.concern.onTick, found.subjectActor.tickedTo, to)
      if (!evaluateTicks(found.context, found.subjectActor, to, isSpent))
        return { to, subjectId: id, at: found.subjectActor.tickedTo } satisfies HalfTicked
    }
    const isLast = i + 1 === asked.length
    if (isLast ? !isWhole : isSpent()) return { to, subjectId: id, at: to } satisfies HalfTicked
    if (turn < TURN) continue
    turn = 0
    yield* Effect.yieldNow
  }
  return null
})

/** A timer of a schedule waits until the ticks before it are judged. */
const mustWait = (
  engineState: EngineState,
  timer: Timer,
  { ready }: Prepared,
  { now, tickGraceMs }: Passing
): boolean => {
  const subjectActor = ready.get(timer.subject)?.subjectActor,
    actor = subjectActor?.actors?.get(timer.ruleId)
  if (subjectActor === undefined || actor === undefined || actor.rule.everyMs === null) return false
  const wake = wakeAt(actor.state, actor.rule) ?? -Infinity
  return (
    wake + tickGraceMs - TICK_GRACE_MS > now ||
    engineState.schedules.get(subjectActor.subject.projectId)?.isDue(timer.partition, now - tickGraceMs) ===
      true
  )
}

/** What is due: subjects to ask and timers to set off. */
export interface Due {
  /** of each project its units */
  readonly units: ReadonlyArray<ReadonlyArray<Unit>>
  readonly timers: ReadonlyArray<Timer>
  readonly wanted: ReadonlyMap<string, Subject>
  /** who takes part in it */
  readonly projects: ReadonlySet<string>
}

/** Of everybody who takes part a fair share; null: nothing is due. */
export const chooseDue = (engineState: EngineState, passing: Passing): Due | null => {
  const { atEnd, now, takes } = passing
  const units = unitsDue(engineState, passing),
    wanted = new Map<string, Subject>(),
    timers: Array<Timer> = []
  for (const { asked } of units.flat())
    for (const [key, member] of asked) wanted.set(key, engineState.subjectActors.get(key)?.subject ?? member)
  for (const timer of engineState.timers.due(
    now,
    DUE,
    atEnd,
    (projectId, partition) => takes(projectId) && engineState.passesTime(projectId, partition)
  )) {
    const subject =
      engineState.subjectActors.get(timer.subject)?.subject ?? engineState.sleeping.get(timer.subject)
    if (subject === undefined) continue
    timers.push(timer)
    wanted.set(timer.subject, subject)
  }
  const projects = new Set([...units.flat(), ...wanted.values()].map((of) => of.projectId))
  return projects.size === 0 ? null : { units, timers, wanted, projects }
}

/** What is due, judged as a batch of its own. */
export const passTime = Effect.fnUntraced(function* (
  { prepare }: Preparing,
  engineState: EngineState,
  { projects, timers, units, wanted }: Due,
  passing: Passing
) {
  const { bounds, now } = passing
  const changes = new BatchResult(now)
  const prepared = yield* prepare(engineState, wanted, changes, projects)
  const turn = new Turn(changes.work, bounds),
    timed = [...Map.groupBy(timers, (t) => t.projectId).values()]
  let ahead = units.length + timed.length
  for (const own of units) {
    const isSpent = turn.share(ahead--)
    for (const unit of own) {
      const { partition, projectId, schedule, to } = unit
      if (!prepared.projects.has(projectId)) {
        engineState.schedules.delete(projectId)
        break
      }
      const half = yield* askAll(unit, prepared, isSpent)
      const judged = half === null ? to : schedule.tickedTo(partition)
      schedule.ticked(partition, judged, half)
      changes.ticked.push({ projectId, partition, to: judged, half })
      if (isSpent()) break
    }
  }
  for (const own of timed) {
    const isSpent = turn.share(ahead--)
    for (const [i, timer] of own.entries()) {
      const found = prepared.ready.get(timer.subject)
      if (found === undefined) continue
      if (mustWait(engineState, timer, prepared, passing))
        engineState.timers.set({ ...timer, at: now + LATER_MS })
      else evaluateTimer(found.context, found.subjectActor, timer.ruleId, now)
      if (!isSpent()) continue
      engineState.timers.giveBack(own.slice(i + 1))
      break
    }
  }
  engineState.prove(
    [...units.flat().map((u) => u.partition), ...[...wanted.values()].map((s) => partitionOf(s.id))],
    changes
  )
  return changes
})
