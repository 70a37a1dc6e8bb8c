// The notification of an ingest transaction, from PostgreSQL to the engine's feed: it names the partitions that were
// appended to, and who waits for others goes on waiting.
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option, Queue } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import { partitionOf } from "../../../src/domain/intake/LogEntry.ts"
import { partitionMask, readPartitionMask } from "../../../src/domain/intake/PartitionMask.ts"
import { Feed } from "../../../src/engine/ports.ts"
import { DatabaseUrl } from "../../../src/store/sql/Pg.ts"
import { ALL_PARTITIONS } from "../../support/engine/MemoryPlacement.ts"
import { enginePorts } from "../../support/sql/lateFarm.ts"
import {
  assignEntity,
  assignProject,
  deliver,
  intakeOver,
  makeDevice,
  makeEntity,
  makeProject,
  makeSource
} from "../../support/sql/pasture.ts"

/** Longer than the test may take: only a notification ends such a wait. */
const FOREVER_MS = 600_000
const fix = (device: string, minute: number) => ({
  device,
  time: Date.UTC(2026, 5, 1, 10, minute),
  lon: 10,
  lat: 53
})

/** Two devices that entities in different partitions carry. */
const makeTwo = Effect.gen(function* () {
  const source = yield* makeSource(),
    project = yield* makeProject
  const add = Effect.fnUntraced(function* (name: string, isFit: (partition: number) => boolean) {
    let entity = yield* makeEntity(project, name)
    while (!isFit(partitionOf(entity))) entity = yield* makeEntity(project, name)
    const device = yield* makeDevice(source, name)
    yield* assignProject(device, project)
    yield* assignEntity(device, project, entity)
    return partitionOf(entity)
  })
  const first = yield* add("first", () => true),
    second = yield* add("second", (partition) => partition !== first)
  return { source, first, second }
})

const ends = (waiting: Fiber.Fiber<void>) =>
  Effect.as(Effect.timeout(Fiber.join(waiting), "20 seconds"), true)

/** The feed of an engine that listens and has heard of nothing yet. */
const openFeed = Effect.fnUntraced(function* (owner: string) {
  const sql = yield* SqlClient.SqlClient
  const feed = Context.get(yield* Layer.build(enginePorts(yield* DatabaseUrl, owner)), Feed)
  yield* sql`select pg_notify('observations', '')`.pipe(
    Effect.andThen(Effect.timeoutOption(feed.wait(FOREVER_MS, ALL_PARTITIONS), "100 millis")),
    Effect.repeat({ until: Option.isSome }),
    Effect.timeout("20 seconds")
  )
  yield* feed.read({ cursors: [], lanes: [] }, 1)
  return feed
})

layer(intakeOver(), { excludeTestServices: true, timeout: "60 seconds" })(
  "a notification of the log",
  (it) => {
    it.effect("names the partitions of an ingest transaction, and only these", () =>
      Effect.gen(function* () {
        const { first, second, source } = yield* makeTwo
        const url = yield* DatabaseUrl
        const pg = yield* PgClient.makeClient({ url, applicationName: "listens", acquireForStream: true })
        const received = yield* pg.listen("observations")
        const rounds = [
          { devices: ["first"], partitions: [first] },
          { devices: ["second"], partitions: [second] },
          { devices: ["first", "second"], partitions: [first, second] }
        ]
        for (const [minute, { devices, partitions }] of rounds.entries()) {
          yield* deliver(
            source,
            devices.map((device) => fix(device, minute))
          )
          const { payload } = yield* Queue.take(received)
          assert.strictEqual(readPartitionMask(payload), partitionMask(partitions))
        }
      }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
    )

    it.effect("ends the wait for a partition that it names, and no other", () =>
      Effect.gen(function* () {
        const { first, source } = yield* makeTwo
        const feed = yield* openFeed("owner of all others")
        const others = ALL_PARTITIONS.filter((partition) => partition !== first)
        yield* deliver(source, [fix("first", 0)])
        yield* feed.wait(FOREVER_MS, [first]) // so it has arrived
        const waiting = yield* Effect.forkChild(feed.wait(FOREVER_MS, others))
        yield* Effect.yieldNow
        assert.isUndefined(waiting.pollUnsafe())
        yield* deliver(source, [fix("second", 1)])
        assert.isTrue(yield* ends(waiting))
      }).pipe(Effect.scoped)
    )

    it.effect("that came before the last read ends no wait; one that names no partitions ends all", () =>
      Effect.gen(function* () {
        const { first, source } = yield* makeTwo
        const sql = yield* SqlClient.SqlClient
        const feed = yield* openFeed("reader")
        const begun = yield* Effect.forkChild(feed.wait(FOREVER_MS, [first]))
        yield* deliver(source, [fix("first", 0)])
        assert.isTrue(yield* ends(begun))
        yield* feed.wait(FOREVER_MS, [first]) // not read yet: at once
        const { rows } = yield* feed.read({ cursors: [{ partition: first, position: 0 }], lanes: [] }, 100)
        assert.isAbove(rows.length, 0)
        const waiting = yield* Effect.forkChild(feed.wait(FOREVER_MS, [first]))
        yield* Effect.yieldNow
        assert.isUndefined(waiting.pollUnsafe())
        yield* sql`select pg_notify('observations', '')`
        assert.isTrue(yield* ends(waiting))
      }).pipe(Effect.scoped)
    )
  }
)
