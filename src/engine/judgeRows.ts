// Rows of the log judged as one batch: every subject's records, sorted and led through its rules.
import { Effect } from "effect"
import { decodeLog } from "../domain/intake/LogEntry.ts"
import { type Observation, type Subject, subjectKey } from "../domain/rule/Observation.ts"
import { Changes } from "./Changes.ts"
import type { Estate } from "./Estate.ts"
import { judgeRecords } from "./judge.ts"
import { ticksUpTo } from "./ticks.ts"
import type { LogRow } from "./ports.ts"
import type { Preparing } from "./prepare.ts"

/** Steps taken before other fibers of the process get a turn. */
export const TURN = 512

/** What the rows change, their cursors included, and how many observations they hold. */
export const judgeRows = Effect.fnUntraced(function*({ prepare }: Preparing, estate: Estate, rows: ReadonlyArray<LogRow>, now: number) {
  const changes = new Changes(now)
  const records = new Map<string, Array<Observation>>()
  const wanted = new Map<string, Subject>()
  const ends = new Map<number, number>()
  for (const row of rows) {
    ends.set(row.partition, row.id)
    for (const seen of decodeLog(row.payload, estate.subjectOf)) {
      const key = subjectKey(seen.subject), list = records.get(key)
      if (list === undefined) records.set(key, [seen])
      else list.push(seen)
      if (wanted.get(key) !== seen.subject) wanted.set(key, seen.subject)
    }
  }
  let turn = 0, observations = 0
  for (const list of records.values()) observations += list.length
  const { ready } = yield* prepare(estate, wanted, changes)
  for (const [key, { bench, cell }] of ready) {
    const list = records.get(key)!
    turn += list.length + ticksUpTo(cell.concern.onTick, cell.tickedTo, list[list.length - 1]!.at)
    judgeRecords(bench, cell, list)
    if (turn < TURN) continue
    turn = 0
    yield* Effect.yieldNow
  }
  for (const [partition, to] of ends) changes.cursors.push({ partition, from: estate.position(partition), to })
  return { changes, observations }
})

/** A row that nobody can judge and commit: its records stay stored, and are the late lane's. */
export const stepOver = (estate: Estate, row: LogRow, now: number, detail: string, nextId: () => string): Changes => {
  const changes = new Changes(now)
  const seen = decodeLog(row.payload, estate.subjectOf)
  for (const o of seen) changes.lateFrom(o.subject, o.at)
  changes.steppedOver = { row: row.id, detail, projectIds: [...new Set(seen.map((o) => o.subject.projectId))], traceId: nextId() }
  changes.cursors.push({ partition: row.partition, from: estate.position(row.partition), to: row.id })
  return changes
}
