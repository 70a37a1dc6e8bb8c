// The late lane as a property: whatever the order in which records come, what is valid in the end is what they would have made in order.
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makeBook } from "../../src/engine/Book.ts"
import { noMemory } from "../../src/engine/ports.ts"
import { replay } from "../../src/engine/replay.ts"
import { MemoryStore } from "../support/memory.ts"
import { makeSteps } from "../support/steps.ts"
import { cow, PROJECT, START } from "../support/timeline.ts"
import { edited, firstBook, recordsOf, World } from "../support/worlds.ts"

const Journey = Schema.Struct({
  world: World,
  /** how much later than it should a record comes, seconds */
  lags: Schema.Array(Schema.Literals([0, 0, 0, 10, 40, 90, 200])).check(Schema.isMaxLength(40)),
  /** records that are sent once more, and when the engine is killed: by place */
  again: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))).check(Schema.isMaxLength(4)),
  rowsAtOnce: Schema.Literals([1, 2, 1000]),
  kills: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))).check(Schema.isMaxLength(3))
})
type Journey = typeof Journey.Type
const STEP_MS = 15_000

/** Leads an engine through a journey; edits happen when their record would have come in time. */
const travel = Effect.fnUntraced(function*({ again, kills, lags, rowsAtOnce, world }: Journey, more: { readonly edits: boolean }) {
  const store = new MemoryStore()
  store.rowsAtOnce = rowsAtOnce
  store.books.set(PROJECT, firstBook(world))
  const books = new Map([[1, firstBook(world)]])
  const steps = yield* Effect.provide(makeSteps, store.ports())
  const arrivals = recordsOf(world).map((seen, i) => ({ seen, at: seen.receivedAt + (lags[i] ?? 0) * 1000 }))
  const edits = more.edits ? world.edits.filter((e) => e.what !== "herd").map((edit) => ({ edit, at: (recordsOf(world)[edit.after]?.receivedAt ?? START) + 1 })) : []
  const end = Math.max(START, ...arrivals.map((a) => a.seen.receivedAt)) + 500_000
  const moments = new Set([...arrivals.map((a) => a.at), ...edits.map((e) => e.at)])
  for (let t = START; t <= end; t += STEP_MS) moments.add(t)
  for (const [i, now] of [...moments].sort((a, b) => a - b).entries()) {
    if (kills.includes(i)) steps.restart()
    for (const { edit } of edits.filter((e) => e.at === now)) store.books.set(PROJECT, edited(world, store.books.get(PROJECT)!, edit, now))
    books.set(store.books.get(PROJECT)!.version, store.books.get(PROJECT)!)
    for (const { seen } of arrivals.filter((a) => a.at === now)) yield* store.append(seen)
    if (again.includes(i)) yield* store.append(...arrivals.filter((a) => a.at < now).map((a) => a.seen))
    yield* steps.at(now)
  }
  return { store, end, books, cell: steps.cell(cow.id) }
})

it.effect.prop("for any order, batching and duplication of the same records, the events not marked superseded equal those of in-order replay", { journey: Journey }, ({ journey }) => Effect.gen(function*() {
  const { store } = yield* travel(journey, { edits: false })
  const inOrder = yield* travel({ ...journey, lags: [], kills: [], again: [], rowsAtOnce: 1000 }, { edits: false })
  assert.deepStrictEqual(store.valid, inOrder.store.valid)
  assert.strictEqual(store.past.waiting, 0)
}), { arbitrary: { runs: 1000 } })

it.effect.prop("a late record is judged by the version in whose span its time lies: what is valid equals one replay through the chapters on record", { journey: Journey }, ({ journey }) => Effect.gen(function*() {
  const { books, cell, end, store } = yield* travel(journey, { edits: true })
  if (cell === undefined) return
  let ids = 0
  const { changes } = replay({
    subject: cow, who: cell.who, memory: noMemory, records: recordsOf(journey.world), receipts: recordsOf(journey.world).map((o) => o.receivedAt).sort((a, b) => a - b),
    chapters: store.past.chapters.map(({ at, floor, judged, tickFloor, version }) => ({ book: makeBook(PROJECT, books.get(version)!), floor, tickFloor, judged, at })),
    ticksFrom: START - 1, ticksTo: cell.tickedTo, deadlinesTo: (id) => cell.actors?.get(id)?.state.judgedTo ?? -Infinity, now: end, nextId: () => `again-${++ids}`
  })
  const ended = new Map(changes.ended.map((e) => [e.eventId, e.at]))
  assert.deepStrictEqual(store.valid, changes.events.map((e) => `${e.key} until ${ended.get(e.id) ?? null}`).sort())
}), { arbitrary: { runs: 1000 } })
