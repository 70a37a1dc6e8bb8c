// What an engine counts for operators: partitions that come and go, refused commits, and how long turns take.
import { assert, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { TestClock } from "effect/testing"
import { partitionOf, PARTITIONS } from "../../../src/domain/intake/LogEntry.ts"
import { rule, seconds, start } from "../../support/engine/living.ts"
import { MemoryStore } from "../../support/engine/memory.ts"
import { area, at, cow, PROJECT, START } from "../../support/engine/timeline.ts"

/** The value of a gauge or a counter; of a histogram how many there are. */
const numberOf = (metric: Metric.Metric.Snapshot): number => {
  switch (metric.type) {
    case "Gauge":
      return Number(metric.state.value)
    case "Counter":
    case "Histogram":
      return Number(metric.state.count)
    default:
      return Number.NaN
  }
}

/** An engine in a process of its own, with its metrics by name and reason. */
const startProcess = Effect.fnUntraced(function* (store: MemoryStore) {
  const registry: typeof Metric.MetricRegistry.Service = new Map()
  yield* Effect.provideService(start(store), Metric.MetricRegistry, registry)
  const read = Effect.map(
    Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry),
    (metrics): Readonly<Record<string, number>> =>
      Object.fromEntries(
        metrics.map((metric) => [
          [metric.id.replace("pugmark_engine_", ""), ...Object.values(metric.attributes ?? {})].join(" "),
          numberOf(metric)
        ])
      )
  )
  return { read }
})

const begin = Effect.gen(function* () {
  yield* TestClock.setTime(START)
  const store = new MemoryStore()
  store.ruleSets.set(PROJECT, {
    version: 1,
    features: [area("A", 0)],
    rules: [rule("in", { type: "spatial", relation: "enter", feature_type: "zone" })]
  })
  return store
})

it.effect("an engine counts what it claims, and each of two what moves between them", () =>
  Effect.gen(function* () {
    const store = yield* begin
    const first = yield* startProcess(store)
    yield* seconds(1)
    assert.deepInclude(yield* first.read, {
      partitions: PARTITIONS,
      partitions_gained_total: PARTITIONS,
      "partitions_lost_total moved": 0,
      "partitions_lost_total refused": 0,
      "partitions_lost_total restart": 0,
      commits_refused_total: 0
    })
    const second = yield* startProcess(store)
    yield* seconds(1)
    assert.deepInclude(yield* second.read, { partitions: 0, partitions_gained_total: 0 })
    store.placement.move([2, 5, 7], 1)
    yield* seconds(1)
    assert.deepInclude(yield* first.read, {
      partitions: PARTITIONS - 3,
      partitions_gained_total: PARTITIONS,
      "partitions_lost_total moved": 3
    })
    assert.deepInclude(yield* second.read, { partitions: 3, partitions_gained_total: 3 })
  })
)

it.effect("a refused commit counts once, with the partition that was lost; the rest is claimed again", () =>
  Effect.gen(function* () {
    const store = yield* begin
    const { read } = yield* startProcess(store)
    yield* store.append(at(0, 5))
    yield* seconds(1)
    store.usurp(partitionOf(cow.id))
    yield* store.append(at(1, 0))
    yield* seconds(2)
    assert.deepInclude(yield* read, {
      partitions: PARTITIONS - 1,
      partitions_gained_total: 2 * PARTITIONS - 1,
      "partitions_lost_total moved": 0,
      "partitions_lost_total refused": 1,
      "partitions_lost_total restart": PARTITIONS - 1,
      commits_refused_total: 1
    })
    // it is granted all the same, and claimed when it was left alone for a while
    yield* seconds(10)
    assert.deepInclude(yield* read, { partitions: PARTITIONS, partitions_gained_total: 2 * PARTITIONS })
  })
)

it.effect("turns in which something was evaluated are measured, idle ones are not", () =>
  Effect.gen(function* () {
    const store = yield* begin
    const { read } = yield* startProcess(store)
    yield* seconds(60)
    const idle = (yield* read)["turn_seconds"] ?? 0
    yield* store.append(at(60, 5))
    yield* seconds(1)
    yield* store.append(at(61, 0))
    yield* seconds(60)
    assert.strictEqual((yield* read)["turn_seconds"]! - idle, 2)
  })
)
