// What time itself brings to partitions whose log is read to its end: ticks of schedules, then timers of holds.
import { Effect } from "effect"
import { partitionOf } from "../domain/intake/LogEntry.ts"
import type { Subject } from "../domain/rule/Observation.ts"
import { wakeAt } from "../domain/rule/RuleState.ts"
import { Changes } from "./Changes.ts"
import type { Estate } from "./Estate.ts"
import { judgeTicks, judgeTimer } from "./judge.ts"
import { TURN } from "./judgeRows.ts"
import type { Prepared, Preparing } from "./prepare.ts"
import type { Schedule } from "./Schedule.ts"
import { TICK_GRACE_MS, ticksUpTo } from "./ticks.ts"
import type { Timer } from "./Timers.ts"

/** Subjects asked at ticks in one commit, but for a partition of a project that has more by itself. */
const ASKED = 2000
/** Timers judged in one commit: after a long rest many are due at once. */
const DUE = 2000
/** A timer that has to wait for something is looked at again after this time, ms. */
const LATER_MS = 1000

/** The moment up to which a partition of a project is judged in this batch. */
interface Unit {
  readonly projectId: string
  readonly partition: number
  readonly schedule: Schedule
  readonly to: number
}

export interface Passing {
  readonly now: number
  /** partitions whose log is read to its end, as it was at `now` */
  readonly atEnd: ReadonlySet<number>
  /** ticks are judged so long after their instant */
  readonly tickGraceMs: number
  /** projects that take part */
  readonly takes: (projectId: string) => boolean
}

const unitsDue = (estate: Estate, { atEnd, now, takes, tickGraceMs }: Passing): ReadonlyArray<Unit> => {
  const units: Array<Unit> = [], until = now - tickGraceMs
  let asked = 0
  for (const [projectId, schedule] of estate.schedules) {
    if (schedule.next > until || !takes(projectId)) continue
    for (const partition of atEnd) {
      if (!schedule.isDue(partition, until)) continue
      if (asked >= ASKED) return units
      units.push({ projectId, partition, schedule, to: schedule.newest(until) })
      asked += schedule.members[partition]!.size
    }
  }
  return units
}

const askAll = Effect.fnUntraced(function*({ partition, projectId, schedule, to }: Unit, { ready }: Prepared, changes: Changes) {
  let turn = 0
  for (const key of schedule.members[partition]!.keys()) {
    const found = ready.get(key)
    if (found === undefined) continue
    turn += 1 + ticksUpTo(found.cell.concern.onTick, found.cell.tickedTo, to)
    judgeTicks(found.bench, found.cell, to)
    if (turn < TURN) continue
    turn = 0
    yield* Effect.yieldNow
  }
  schedule.ticked(partition, to)
  changes.ticked.push({ projectId, partition, to })
})

/** A timer of a schedule waits until the ticks before it are judged. */
const mustWait = (estate: Estate, timer: Timer, { ready }: Prepared, { now, tickGraceMs }: Passing): boolean => {
  const cell = ready.get(timer.subject)?.cell, actor = cell?.actors?.get(timer.ruleId)
  if (cell === undefined || actor === undefined || actor.rule.everyMs === null) return false
  const wake = wakeAt(actor.state, actor.rule.forMs) ?? -Infinity
  return wake + tickGraceMs - TICK_GRACE_MS > now || estate.schedules.get(cell.subject.projectId)?.isDue(timer.partition, now - tickGraceMs) === true
}

/** What is due, as a batch of its own; null: nothing is. `projects`: who takes part in it. */
export const passTime = Effect.fnUntraced(function*({ prepare }: Preparing, estate: Estate, passing: Passing) {
  const { atEnd, now, takes } = passing
  const changes = new Changes(now)
  const units = unitsDue(estate, passing)
  const wanted = new Map<string, Subject>()
  for (const { partition, schedule } of units) {
    for (const [key, member] of schedule.members[partition]!) wanted.set(key, estate.cells.get(key)?.subject ?? member)
  }
  const timers: Array<Timer> = []
  for (const timer of estate.timers.due(now, DUE, atEnd)) {
    const subject = estate.cells.get(timer.subject)?.subject ?? estate.sleeping.get(timer.subject)
    if (subject === undefined) continue
    if (!takes(subject.projectId)) {
      estate.timers.set({ ...timer, at: now + LATER_MS })
      continue
    }
    timers.push(timer)
    wanted.set(timer.subject, subject)
  }
  const projects = new Set([...units, ...wanted.values()].map((of) => of.projectId))
  if (projects.size === 0) return null
  const prepared = yield* prepare(estate, wanted, changes, projects)
  for (const unit of units) {
    if (prepared.projects.has(unit.projectId)) yield* askAll(unit, prepared, changes)
    else estate.schedules.delete(unit.projectId)
  }
  for (const timer of timers) {
    const found = prepared.ready.get(timer.subject)
    if (found === undefined) continue
    if (mustWait(estate, timer, prepared, passing)) estate.timers.set({ ...timer, at: now + LATER_MS })
    else judgeTimer(found.bench, found.cell, timer.ruleId, now)
  }
  const partitions = new Set([...units.map((u) => u.partition), ...[...wanted.values()].map((s) => partitionOf(s.id))])
  for (const partition of partitions) changes.cursors.push({ partition, from: estate.position(partition), to: estate.position(partition) })
  return { changes, projects }
})
