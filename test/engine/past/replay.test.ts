// A replay gives what the live engine gave: whatever the rules, the track, the batches, and the edits in
// between.
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Observation } from "../../../src/domain/rule/Observation.ts"
import { standingOf, withStanding } from "../../../src/domain/rule/scope.ts"
import { type Book, makeBook } from "../../../src/engine/evaluate/Book.ts"
import { Cell } from "../../../src/engine/evaluate/Cell.ts"
import { Changes } from "../../../src/engine/evaluate/Changes.ts"
import type { Bench } from "../../../src/engine/evaluate/Bench.ts"
import { judgeRecords } from "../../../src/engine/evaluate/judge.ts"
import { judgeTicks } from "../../../src/engine/evaluate/judgeTicks.ts"
import { judgeTimer } from "../../../src/engine/evaluate/judgeDeadlines.ts"
import { noMemory } from "../../../src/engine/ports.ts"
import type { Chapter } from "../../../src/engine/past/Past.ts"
import { replay } from "../../../src/engine/past/replay.ts"
import { TICK_GRACE_MS } from "../../../src/engine/evaluate/ticks.ts"
import { factsOf } from "../../support/engine/memoryHistory.ts"
import { propertyRuns } from "../../support/propertyRuns.ts"
import { cow, PROJECT, START } from "../../support/engine/timeline.ts"
import { alma, edited, firstBook, herded, recordsOf, World } from "../../support/engine/worlds.ts"

interface Batch {
  readonly now: number
  readonly records: ReadonlyArray<Observation>
  /** edits made just before it */
  readonly edits: World["edits"]
}

/**
 * Records fall into batches as they arrive; where `cuts` says so the engine is slower and takes several
 * arrivals at once.
 */
const batchesOf = (world: World, cuts: ReadonlyArray<boolean>): ReadonlyArray<Batch> => {
  const arrivals = [...Map.groupBy(recordsOf(world), (o) => o.receivedAt)]
  const batches: Array<{ now: number; records: Array<Observation>; edits: Array<World["edits"][number]> }> =
    []
  arrivals.forEach(([now, records], i) => {
    const last = batches.at(-1)
    const edits = world.edits.filter((e) => e.after === i)
    if (last !== undefined && edits.length === 0 && cuts[i] === true) {
      last.now = now
      last.records.push(...records)
    } else batches.push({ now, records: [...records], edits })
  })
  const end = (arrivals.at(-1)?.[0] ?? START) + 200_000
  return [...batches, { now: end, records: [], edits: [] }]
}

/** A cell that did not keep what the rules read now is made anew from what is stored. */
const again = (
  cell: Cell,
  book: Book,
  books: ReadonlyMap<number, Book>,
  records: ReadonlyArray<Observation>
): Cell => {
  const edition = Math.max(...[...books.keys()].filter((v) => v < book.version))
  const states = [...(cell.actors ?? [])].map(
    ([
      ruleId,
      {
        episode,
        rule: { blankFrom },
        state
      }
    ]) => ({ ruleId, blankFrom, state, episode })
  )
  const made = new Cell(
    cow,
    cell.who,
    {
      ...factsOf(records, book.needs),
      placements: cell.placements,
      states,
      edition,
      standing: standingOf(cell.who)
    },
    (id) => cell.actors?.get(id)?.rule
  )
  made.tickedTo = cell.tickedTo
  made.receipts = cell.receipts
  return made
}

/** What an engine does with one subject, batch by batch. */
const live = (world: World, cuts: ReadonlyArray<boolean>) => {
  let rows = firstBook(world),
    now = START,
    roster = 1
  let book = makeBook(PROJECT, rows)
  const books = new Map([[book.version, book]])
  let cell = new Cell(cow, alma, noMemory, () => undefined)
  cell.tickedTo = START - 1
  cell.receipts = []
  const all: Array<Changes> = [],
    records: Array<Observation> = []
  const timers: Array<{ readonly at: number; readonly ruleId: string }> = []
  let ids = 0
  for (const batch of batchesOf(world, cuts)) {
    for (const edit of batch.edits) {
      rows = edited(world, rows, edit, now + 1)
      if (edit.what === "herd") [cell.who, roster] = [herded(cell.who), roster + 1]
    }
    if (rows.version !== book.version) books.set(rows.version, (book = makeBook(PROJECT, rows)))
    now = batch.now
    const changes = new Changes(now)
    const bench: Bench = {
      book,
      changes,
      nextId: () => `live-${++ids}`,
      isLate: () => false,
      setTimer: (_, actor, at) => void timers.push({ at, ruleId: actor.rule.id })
    }
    if (!cell.knows(book)) cell = again(cell, book, books, records)
    cell.adopt(book, roster, changes)
    records.push(...batch.records)
    judgeRecords(bench, cell, [...batch.records])
    judgeTicks(bench, cell, now - TICK_GRACE_MS)
    for (const due of timers.filter((t) => t.at <= now)) {
      timers.splice(timers.indexOf(due), 1)
      judgeTimer(bench, cell, due.ruleId, now)
    }
    all.push(changes)
  }
  return { cell, all, books, now }
}

const told = (all: ReadonlyArray<Changes>) => {
  const keys = new Map(all.flatMap((c) => c.events).map((e) => [e.id, e.key]))
  const key = (id: string | null) => (id === null ? null : (keys.get(id) ?? id))
  const sorted = (list: ReadonlyArray<unknown>) => list.map((x) => JSON.stringify(x)).sort()
  return {
    events: sorted(
      all
        .flatMap((c) => c.events)
        .map((e) => [e.at, e.key, e.title, e.bookVersion, e.evaluated, e.stateBefore, e.fix, e.trigger])
    ),
    ended: sorted(all.flatMap((c) => c.ended).map((e) => [e.at, key(e.eventId)])),
    transitions: sorted(
      all
        .flatMap((c) => c.transitions)
        .map((t) => [t.at, t.rule.id, t.rule.version, t.state, key(t.eventId), key(t.episode)])
    ),
    moves: sorted(all.flatMap((c) => c.moves).map((m) => [m.at, m.lens, m.placement])),
    failures: all.flatMap((c) => c.failures.map((f) => f.detail)),
    late: all.flatMap((c) => [...c.late.values()].map((l) => l.from))
  }
}
const left = (cell: Cell) => ({
  watermark: cell.watermark,
  tickedTo: cell.tickedTo,
  placements: [...cell.placements],
  receipts: cell.receipts,
  states: [...(cell.actors?.values() ?? [])]
    .map((a) => ({ rule: a.rule.id, version: a.rule.version, state: a.state }))
    .sort((a, b) => (a.rule < b.rule ? -1 : 1))
})

it.effect.prop(
  "live evaluation in any batches equals one replay, with every edit of rules and features judged from its floor on",
  {
    world: World,
    cuts: Schema.Array(Schema.Boolean).check(Schema.isMaxLength(40))
  },
  ({ world, cuts }) =>
    Effect.sync(() => {
      const { all, books, cell, now } = live(world, cuts)
      const chapters = all.flatMap((c) =>
        c.chapters.map(({ floor, judged, standing, tickFloor, version }): Chapter => ({
          book: books.get(version)!,
          floor,
          tickFloor,
          judged,
          who: withStanding(alma, standing),
          at: c.now
        }))
      )
      const judgedTo = new Map([...(cell.actors ?? [])].map(([id, a]) => [id, a.state.judgedTo ?? -Infinity]))
      let ids = 0
      const replayed = replay({
        subject: cow,
        who: cell.who,
        memory: noMemory,
        receipts: recordsOf(world)
          .map((o) => o.receivedAt)
          .sort((a, b) => a - b),
        chapters,
        records: recordsOf(world),
        ticksFrom: START - 1,
        ticksTo: cell.tickedTo,
        now,
        deadlinesTo: (id) => judgedTo.get(id) ?? -Infinity,
        nextId: () => `again-${++ids}`
      })
      const before = told(all)
      assert.deepStrictEqual([before.failures, before.late], [[], []])
      assert.deepStrictEqual(told([replayed.changes]), before)
      assert.deepStrictEqual(left(replayed.cell), left(cell))
    }),
  propertyRuns(1000, 80)
)
