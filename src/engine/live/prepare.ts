// Makes subjects ready to be judged: editions are read once, books loaded where there are newer ones, cells
// woken or told who they are now, and every cell takes the edition it is judged with. All facts are fetched
// here, for the whole batch: judging waits for nothing.
import { Effect } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { type Moment, type Subject, subjectKey } from "../../domain/rule/Observation.ts"
import { type Book, makeBook } from "../evaluate/Book.ts"
import { Cell } from "../evaluate/Cell.ts"
import type { Changes } from "../evaluate/Changes.ts"
import type { Estate } from "./Estate.ts"
import type { Bench } from "../evaluate/Bench.ts"
import { needsOf } from "../evaluate/Needs.ts"
import { type Editions, FactSource, Feed, Ids, type Memory, noMemory, RuleBook } from "../ports.ts"
import { Schedule } from "./Schedule.ts"

/** A tick judged so long after its time that nobody could have acted on it then was missed, ms. */
const MISSED_MS = 60_000

/** A subject that can be judged now. */
export interface Ready {
  readonly cell: Cell
  readonly bench: Bench
}

export interface Prepared {
  /** by key; without subjects of a project that is gone, and subjects that were deleted */
  readonly ready: ReadonlyMap<string, Ready>
  /** of the projects asked about, those that exist: nothing may be written for another */
  readonly projects: ReadonlySet<string>
}

export interface Preparing {
  /** `also`: further projects whose editions are looked at. */
  readonly prepare: (
    estate: Estate,
    wanted: ReadonlyMap<string, Subject>,
    changes: Changes,
    also?: Iterable<string>
  ) => Effect.Effect<Prepared>
  /** Takes the books of these editions, where they are newer. */
  readonly open: (estate: Estate, editions: ReadonlyMap<string, Editions>, now: number) => Effect.Effect<void>
}

export const makePreparing = (tickGraceMs: number) =>
  Effect.gen(function* () {
    const feed = yield* Feed
    const ruleBook = yield* RuleBook
    const factSource = yield* FactSource
    const ids = yield* Ids

    /**
     * Whose ticks a project judges is read once; from then on every cell keeps count itself. What it gives
     * makes it so.
     */
    const plan = Effect.fnUntraced(function* (estate: Estate, { onTick, projectId }: Book, now: number) {
      const known = estate.schedules.get(projectId)
      if (onTick.length === 0) return () => void estate.schedules.delete(projectId)
      if (known !== undefined) return () => known.follow(onTick)
      const schedule = new Schedule(onTick, estate.ticksOf(projectId))
      const members = yield* factSource.roll(projectId, estate.reading, schedule.oldest(now))
      return () => {
        estate.schedules.set(projectId, schedule)
        for (const {
          receipts,
          subject: { deviceId, entityId }
        } of members) {
          const subject = estate.subjectOf(projectId, deviceId, entityId),
            key = subjectKey(subject),
            cell = estate.cells.get(key)
          schedule.members[partitionOf(subject.id)]!.set(key, subject)
          if (cell === undefined) schedule.receipts.set(key, receipts)
          else cell.receipts = [...receipts]
        }
      }
    })

    const bookOf = Effect.fnUntraced(function* (
      estate: Estate,
      projectId: string,
      edition: number,
      now: number
    ) {
      const known = estate.books.get(projectId)
      if (known !== undefined && known.version >= edition) return known
      const book = makeBook(
        projectId,
        (yield* ruleBook.load(projectId)) ?? { version: edition, features: [], rules: [] }
      )
      // in force once all that it needs is read: a book whose schedule could not be is asked for again
      const schedule = yield* plan(estate, book, now)
      estate.replace(book)
      schedule()
      return book
    })

    /**
     * Cells are made of subjects never seen since the start and of those whose cell did not keep what the
     * rules now read. Those of an older roster look again who they are.
     */
    const wake = Effect.fnUntraced(function* (
      estate: Estate,
      wanted: ReadonlyMap<string, Subject>,
      editions: ReadonlyMap<string, Editions>
    ) {
      const cold: Array<Subject> = [],
        stale: Array<Subject> = []
      for (const [key, s] of wanted) {
        const cell = estate.cells.get(key),
          edition = editions.get(s.projectId)
        if (edition === undefined) continue
        if (cell === undefined || !cell.knows(estate.books.get(s.projectId)!)) cold.push(s)
        else if (cell.subject !== s || cell.roster !== edition.roster) stale.push(s)
      }
      if (cold.length + stale.length === 0) return
      const who = yield* factSource.who([...cold, ...stale])
      const needs = needsOf(
        [...new Set(cold.map((s) => s.projectId))].flatMap((id) => estate.books.get(id)!.rules)
      )
      const memories =
        cold.length === 0 ? new Map<Subject, Memory>() : yield* factSource.wake(cold, estate.reading, needs)
      for (const s of cold) {
        const is = who.get(s.id),
          { byId } = estate.books.get(s.projectId)!
        if (is === undefined) estate.drop(subjectKey(s), s)
        else estate.settle(subjectKey(s), new Cell(s, is, memories.get(s) ?? noMemory, (id) => byId.get(id)))
      }
      for (const s of stale) {
        const is = who.get(s.id),
          cell = estate.cells.get(subjectKey(s))!
        if (is === undefined) estate.drop(subjectKey(s), s)
        cell.subject = s
        cell.who = is ?? cell.who
      }
    })

    const benchOf = (estate: Estate, book: Book, changes: Changes): Bench => ({
      book,
      changes,
      nextId: ids.next,
      isLate: (moment: Moment) => moment._tag === "Tick" && changes.now - moment.at > tickGraceMs + MISSED_MS,
      setTimer: ({ subject }, { rule }, at) =>
        estate.timers.set({
          at,
          partition: partitionOf(subject.id),
          projectId: subject.projectId,
          subject: subjectKey(subject),
          ruleId: rule.id
        })
    })

    const prepare = Effect.fnUntraced(function* (
      estate: Estate,
      wanted: ReadonlyMap<string, Subject>,
      changes: Changes,
      also: Iterable<string> = []
    ) {
      const projects = new Map([...also].map((id) => [id, new Set<number>()]))
      for (const { id, projectId } of wanted.values()) {
        let partitions = projects.get(projectId)
        if (partitions === undefined) projects.set(projectId, (partitions = new Set()))
        partitions.add(partitionOf(id))
      }
      const editions = yield* feed.editions([...projects.keys()])
      const benches = new Map<string, Bench>()
      for (const [projectId, partitions] of projects) {
        const edition = editions.get(projectId)
        if (edition === undefined) continue
        const book = yield* bookOf(estate, projectId, edition.book, changes.now)
        estate.adopt(book, partitions, changes)
        benches.set(projectId, benchOf(estate, book, changes))
      }
      yield* wake(estate, wanted, editions)
      const ready = new Map<string, Ready>()
      for (const [key, { projectId }] of wanted) {
        const cell = estate.cells.get(key),
          bench = benches.get(projectId)
        if (cell === undefined || bench === undefined) continue
        cell.adopt(bench.book, editions.get(projectId)!.roster, changes)
        ready.set(key, { cell, bench })
      }
      return { ready, projects: new Set(benches.keys()) }
    })

    const open = Effect.fnUntraced(function* (
      estate: Estate,
      editions: ReadonlyMap<string, Editions>,
      now: number
    ) {
      for (const [projectId, { book }] of editions) yield* bookOf(estate, projectId, book, now)
    })

    return { prepare, open } satisfies Preparing
  })
