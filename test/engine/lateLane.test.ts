// The late lane as a property: whatever the order in which records come, what is valid in the end is what they would have made in order.
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { makeBook } from "../../src/engine/Book.ts"
import { noMemory } from "../../src/engine/ports.ts"
import { replay } from "../../src/engine/replay.ts"
import { MemoryStore } from "../support/memory.ts"
import { withStanding } from "../../src/domain/rule/scope.ts"
import { propertyRuns } from "../support/propertyRuns.ts"
import { makeSteps } from "../support/steps.ts"
import { cow, PROJECT, START } from "../support/timeline.ts"
import { edited, firstBook, HERD, recordsOf, World } from "../support/worlds.ts"

const Journey = Schema.Struct({
  world: World,
  /** how much later than it should a record comes, seconds: a track may come in any order */
  lags: Schema.Array(Schema.Literals([0, 0, 10, 40, 90, 200, 600, 2000])).check(Schema.isMaxLength(40)),
  /** records that are sent once more, and when the engine is killed: by place */
  again: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))).check(Schema.isMaxLength(4)),
  rowsAtOnce: Schema.Literals([1, 2, 1000]),
  kills: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 }))).check(Schema.isMaxLength(3))
})
type Journey = typeof Journey.Type
const STEP_MS = 15_000
/** Worlds grow to their largest halfway through the runs. */
const many = propertyRuns(1000, 80)

/** Leads an engine through a journey; edits happen when their record would have come in time. */
const travel = Effect.fnUntraced(function*({ again, kills, lags, rowsAtOnce, world }: Journey, more: { readonly edits: boolean }) {
  const store = new MemoryStore()
  store.rowsAtOnce = rowsAtOnce
  store.groups = [HERD]
  store.books.set(PROJECT, firstBook(world))
  const books = new Map([[1, firstBook(world)]])
  const steps = yield* Effect.provide(makeSteps, store.ports())
  const arrivals = recordsOf(world).map((seen, i) => ({ seen, at: seen.receivedAt + (lags[i] ?? 0) * 1000 }))
  const edits = more.edits ? world.edits.map((edit) => ({ edit, at: (recordsOf(world)[edit.after]?.receivedAt ?? START) + 1 })) : []
  const last = Math.max(START, ...arrivals.map((a) => a.seen.receivedAt)), end = last + 2_300_000
  const moments = new Set([...arrivals.map((a) => a.at), ...edits.map((e) => e.at)])
  for (let t = START; t <= last + 200_000; t += STEP_MS) moments.add(t)
  moments.add(end)
  for (const [i, now] of [...moments].sort((a, b) => a - b).entries()) {
    if (kills.includes(i)) steps.restart()
    for (const { edit } of edits.filter((e) => e.at === now)) {
      store.books.set(PROJECT, edited(world, store.books.get(PROJECT)!, edit, now))
      if (edit.what === "herd") [store.groups, store.roster] = [store.groups.length === 0 ? [HERD] : [], store.roster + 1]
    }
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
}), many)

it.effect.prop("a late record is judged by the version in whose span its time lies: what is valid equals one replay through the chapters on record", { journey: Journey }, ({ journey }) => Effect.gen(function*() {
  const { books, cell, end, store } = yield* travel(journey, { edits: true })
  if (cell === undefined) return
  const versionOf = (edition: number, ruleId: string) => books.get(edition)!.rules.find((r) => r.id === ruleId)?.version
  let ids = 0
  const { changes } = replay({
    subject: cow, who: cell.who, memory: noMemory, records: recordsOf(journey.world), receipts: recordsOf(journey.world).map((o) => o.receivedAt).sort((a, b) => a - b),
    chapters: store.past.chapters.map(({ at, floor, judged, standing, tickFloor, version }) =>
      ({ book: makeBook(PROJECT, books.get(version)!), floor, tickFloor, judged, who: withStanding(cell.who, standing), at })),
    ticksFrom: START - 1, ticksTo: cell.tickedTo, deadlinesTo: (id) => cell.actors?.get(id)?.state.judgedTo ?? -Infinity, now: end, nextId: () => `again-${++ids}`
  })
  const ended = new Map(changes.ended.map((e) => [e.eventId, e.at]))
  const replayed = changes.events.map((e) => `${e.key} until ${ended.get(e.id) ?? null}`).sort()
  // what ticks of a version had found past the floor of the next, which is no schedule and judges from that floor on, stays found
  const settled = new Set([...store.events.values()].flatMap(({ at, createdAt, key, rule }) =>
    rule.everyMs !== null && store.past.chapters.some((c) => createdAt <= c.at && c.floor < at && at <= c.tickFloor && versionOf(c.version, rule.id) !== rule.version) ? [key] : []))
  assert.deepStrictEqual(store.valid.filter((line) => replayed.includes(line) || !settled.has(line.split(" until ")[0]!)), replayed)
}), many)
