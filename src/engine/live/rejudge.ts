// Judges the pasts of some subjects again, from what is stored, and says what becomes of them: as far as the
// turn allows, each of them a piece.
import { Effect } from "effect"
import { partitionOf } from "../../domain/intake/LogEntry.ts"
import { withStanding } from "../../domain/rule/scope.ts"
import { type Book, makeBook } from "../evaluate/Book.ts"
import { type Bounds, Turn } from "./Budget.ts"
import type { Work } from "../evaluate/Changes.ts"
import type { Estate } from "./Estate.ts"
import { needsOf } from "../evaluate/Needs.ts"
import { type Edition, History, Ids, type Memory, RuleBook } from "../ports.ts"
import type { Chapter } from "../past/Past.ts"
import { replayInTurns } from "../past/replay.ts"
import { carryJudged } from "../past/Timeline.ts"
import type { Rejudged, Task, Wanted } from "./noteRewrite.ts"

/** Books of past editions that are kept ready. */
const BOOKS = 64
/** Records of a kind that are read of one past at once. */
const RECORDS = 2000

const stretchOf = (
  {
    from,
    ready: {
      cell: { subject }
    }
  }: Task,
  to = Infinity
) => ({ subject, from, to })

/**
 * Moments before a past begins of which was decided only in it: deadlines that had passed when a version with
 * a shorter hold came. It has to begin with them, or it would go on from what nobody knew yet.
 */
const decidedLater = ({ chapters, from, span }: Task, { decided }: Memory): ReadonlyArray<number> =>
  // a past that is under way has begun with them, and goes on where it was cut
  [...((span.begun ? null : decided) ?? [])].flatMap(([ruleId, { at, version }]) => {
    const first = chapters.findIndex(({ book }) => book.byId.get(ruleId)?.version === version)
    if (first < 0) return []
    const isTicked = chapters[first]!.book.byId.get(ruleId)!.everyMs !== null
    // what begins later rules from where it begins on
    const begins = chapters
      .slice(first)
      .map(({ floor, tickFloor }) => (isTicked ? Math.max(floor, tickFloor) : floor))
    return Math.min(...begins) >= from ? [at] : []
  })

/**
 * The editions that judge anything from a moment on: all since the last that was in force before it for
 * everything.
 */
const since = (editions: ReadonlyArray<Edition>, from: number): ReadonlyArray<Edition> =>
  editions.slice(
    Math.max(
      0,
      editions.findLastIndex(
        ({ floor, judged, tickFloor }) => Math.max(floor, tickFloor, ...judged.values()) < from
      )
    )
  )

export const makeRejudging = Effect.gen(function* () {
  const history = yield* History
  const ruleBook = yield* RuleBook
  const ids = yield* Ids
  const books = new Map<string, Book>()

  const bookOf = Effect.fnUntraced(function* (estate: Estate, projectId: string, version: number) {
    const current = estate.books.get(projectId)
    if (current?.version === version) return current
    const key = `${projectId} ${version}`,
      known = books.get(key)
    if (known !== undefined) return known
    const book = makeBook(projectId, yield* ruleBook.at(projectId, version))
    if (books.size >= BOOKS) books.delete(books.keys().next().value!)
    books.set(key, book)
    return book
  })

  const startOf = ({
    ready: {
      cell: { tickedTo, watermark }
    },
    span
  }: Wanted): number => {
    const judgedTo = Math.max(watermark, tickedTo)
    // what is under way goes on where it was cut
    return Number.isFinite(judgedTo) && !span.begun ? Math.min(span.from, judgedTo + 1) : span.from
  }

  const taskOf = Effect.fnUntraced(function* (
    estate: Estate,
    { ready, span }: Wanted,
    editions: ReadonlyArray<Edition>,
    from: number
  ) {
    const { subject, who } = ready.cell
    const chapters: Array<Chapter> = []
    for (const { at, floor, judged, standing, tickFloor, version } of since(carryJudged(editions), from)) {
      chapters.push({
        book: yield* bookOf(estate, subject.projectId, version),
        floor,
        tickFloor,
        judged,
        who: withStanding(who, standing),
        at
      })
    }
    return { span, ready, from, chapters } satisfies Task
  })

  /**
   * `atEnd`: partitions whose timers have gone off up to `now`. Those that nothing of the turn is left for
   * are not in the answer.
   */
  return Effect.fnUntraced(function* (
    estate: Estate,
    wanted: ReadonlyArray<Wanted>,
    atEnd: ReadonlySet<number>,
    now: number,
    bounds: Bounds
  ) {
    if (wanted.length === 0) return []
    const part = (whole: number) => Math.max(1, Math.floor(whole / wanted.length))
    const editions = yield* history.editions(wanted.map((w) => w.ready.cell.subject))
    const recalledFrom = Effect.fnUntraced(function* (starts: ReadonlyArray<number>) {
      const tasks = yield* Effect.forEach(wanted, (w, i) =>
        taskOf(estate, w, editions.get(w.span.subject.id)!, starts[i]!)
      )
      const needs = needsOf(tasks.flatMap((t) => t.chapters.flatMap((c) => c.book.rules)))
      return {
        tasks,
        memories: yield* history.recall(
          tasks.map((t) => stretchOf(t)),
          needs,
          estate.reading
        )
      }
    })
    const earliest = ({ memories, tasks }: Effect.Success<ReturnType<typeof recalledFrom>>) =>
      tasks.map((t) => Math.min(t.from, ...decidedLater(t, memories.get(t.span.subject.id)!)))
    let known = yield* recalledFrom(wanted.map(startOf)),
      starts = earliest(known)
    while (starts.some((at, i) => at < known.tasks[i]!.from)) {
      known = yield* recalledFrom(starts)
      starts = earliest(known)
    }
    const { memories, tasks } = known
    const stretches = tasks.map((t) => stretchOf(t))
    const pieces = yield* history.records(stretches, estate.reading, {
      records: Math.min(RECORDS, part(bounds.records)),
      decided: part(bounds.events)
    })
    const pieceOf = ({ ready: { cell } }: Task) => pieces.get(cell.subject.id)!
    const asked = tasks.filter((t) => t.chapters.some((c) => c.book.onTick.length > 0))
    const receipts =
      asked.length === 0
        ? new Map<string, ReadonlyArray<number>>()
        : yield* history.receipts(
            asked.map((t) => stretchOf(t, pieceOf(t).until)),
            estate.reading
          )
    const done: Array<Rejudged> = []
    const work: Work = { events: 0, evaluations: 0, bytes: 0 },
      turn = new Turn(work, bounds)
    for (const [i, task] of tasks.entries()) {
      if (i > 0 && turn.isSpent) break
      const {
          chapters,
          from,
          ready: { cell }
        } = task,
        { id } = cell.subject
      const { goesOn, records, until } = pieceOf(task)
      const steps = replayInTurns({
        subject: cell.subject,
        who: cell.who,
        memory: memories.get(id)!,
        receipts: receipts.get(id) ?? null,
        chapters,
        records,
        until,
        goesOn,
        isSpent: turn.share(tasks.length - i),
        work,
        now,
        late: true,
        nextId: ids.next,
        ticksFrom: from - 1,
        ticksTo: cell.tickedTo,
        deadlinesTo: (ruleId) => cell.actors?.get(ruleId)?.state.judgedTo ?? -Infinity,
        timersTo:
          atEnd.has(partitionOf(id)) && estate.passesTime(cell.subject.projectId, partitionOf(id))
            ? now
            : -Infinity
      })
      let step = steps.next()
      for (; step.done !== true; step = steps.next()) yield* Effect.yieldNow
      const { cell: after, to } = step.value
      // a past reaches back to where it begins; the ticks that are still to come may be older, and what they
      // ask for is known here
      after.receipts = cell.receipts === null ? null : [...cell.receipts]
      // ticks between the newest that was judged and a change beyond it are still to come
      const ticked = Math.max(cell.tickedTo, cell.watermark - 1)
      if (after.tickedTo < from && ticked < from - 1) after.ticked(ticked)
      done.push({
        task,
        replayed: step.value,
        records: to === Infinity ? records.length : records.filter((r) => r.at <= to).length
      })
    }
    return done
  })
})
