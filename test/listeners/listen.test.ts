// When connections are made, ended and made again, on a clock that moves only when told.
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import * as TestClock from "effect/testing/TestClock"
import { listen, pauseMs } from "../../src/listeners/listen.ts"
import {
  type AnyListening,
  type Condition,
  type Connect,
  Inbox,
  type Listening,
  Lost,
  Subscriptions
} from "../../src/listeners/ports.ts"

const sourceOf = (id: string, edition = "1"): Listening => ({
  id,
  edition,
  adapterKey: "generic_mqtt",
  config: {},
  broker: { url: "mqtt://broker", topics: ["#"] },
  password: null,
  tokenHash: new Uint8Array(32)
})

const refused = new Lost({ code: "CONNACK_4", detail: "No.", remedy: "Do." })

/**
 * A worker over memory: `held` is what it holds, `attempts` every connection that was made, `told` every
 * condition.
 */
const scene = Effect.fnUntraced(function* (
  connect: (attempt: number, source: AnyListening) => ReturnType<Connect>
) {
  const held: Array<Listening> = [],
    attempts: Array<string> = [],
    told: Array<Condition & { readonly id: string }> = []
  let ended = 0,
    released = false
  const ports = Layer.mergeAll(
    Layer.succeed(
      Subscriptions,
      Subscriptions.of({
        hold: Effect.sync(() => [...held]),
        tell: (id, condition) => Effect.sync(() => void told.push({ id, ...condition })),
        hear: () => Effect.void,
        ensureHeard: () => Effect.void,
        lose: () => Effect.void,
        release: Effect.sync(() => {
          released = true
        })
      })
    ),
    Layer.succeed(Inbox, Inbox.of({ take: () => Effect.void }))
  )
  const counted: Connect<AnyListening> = (source, connected, take) =>
    Effect.suspend(() => {
      attempts.push(`${source.id}@${source.edition}`)
      return Effect.ensuring(
        attempts.length === 1 || source.edition === "2"
          ? Effect.andThen(
              connected("5"),
              Effect.andThen(
                take([{ topic: "t", payload: new Uint8Array(), retained: false, at: 0 }]).pipe(Effect.orDie),
                connect(attempts.length, source)
              )
            )
          : source.edition === "connects"
            ? Effect.andThen(connected(null), connect(attempts.length, source))
            : connect(attempts.length, source),
        Effect.sync(() => {
          ended++
        })
      )
    })
  const worker = yield* Effect.provide(listen(counted), ports)
  const fiber = yield* Effect.forkChild(worker.run)
  return {
    held,
    attempts,
    told,
    fiber,
    progress: worker.progress,
    ended: () => ended,
    released: () => released
  }
})

describe("the listener", () => {
  it("pauses twice as long after each failure, at most a minute, and never all at once", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 6, 7, 50].map((n) => pauseMs(n, 1)),
      [1000, 2000, 4000, 32_000, 60_000, 60_000]
    )
    assert.deepStrictEqual([pauseMs(1, 0), pauseMs(50, 0)], [500, 30_000])
  })

  it.effect("connects for what it holds, says so, counts what came, and leaves what it holds no more", () =>
    Effect.gen(function* () {
      const { attempts, ended, fiber, held, progress, released, told } = yield* scene(() => Effect.never)
      held.push(sourceOf("a"))
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(attempts, ["a@1"])
      assert.deepStrictEqual(yield* progress, { sources: 1, connected: 1 })
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(
        told.map(({ messages, protocol, status }) => [status, protocol, messages]),
        [
          ["connecting", null, 0],
          ["connected", "5", 0],
          ["connected", "5", 1]
        ]
      )
      held.length = 0
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual([ended(), attempts.length, released()], [1, 1, false])
      yield* Fiber.interrupt(fiber)
      assert.isTrue(released())
    }).pipe(Effect.scoped)
  )

  it.effect("a source that was changed is connected anew, the old connection ended", () =>
    Effect.gen(function* () {
      const { attempts, ended, held } = yield* scene(() => Effect.never)
      held.push(sourceOf("a"))
      yield* TestClock.adjust("3 seconds")
      held.splice(0, 1, sourceOf("a", "2"))
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(attempts, ["a@1", "a@2"])
      assert.strictEqual(ended(), 1)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "a broker that refuses is tried again, ever more rarely, and the record says why; another source does not notice",
    () =>
      Effect.gen(function* () {
        const { attempts, held, told } = yield* scene((_, source) =>
          source.id === "a" ? Effect.fail(refused) : Effect.never
        )
        held.push(sourceOf("a"), sourceOf("b"))
        yield* TestClock.adjust("10 minutes")
        const ofA = attempts.filter((attempt) => attempt === "a@1").length
        assert.isAbove(ofA, 10)
        assert.isBelow(ofA, 30)
        assert.strictEqual(attempts.filter((attempt) => attempt === "b@1").length, 1)
        assert.deepInclude(
          told.findLast(({ id }) => id === "a"),
          { status: "failed", error: "No. Do." }
        )
      }).pipe(Effect.scoped)
  )

  it.effect(
    "a server that closes each line at once is tried ever more rarely, until one brings something or lasts",
    () =>
      Effect.gen(function* () {
        let lasts = 0
        // the scene takes a message of its first connection, so that this is the second source
        const { attempts, held, told } = yield* scene((_, source) =>
          source.id === "a" ? Effect.never : Effect.andThen(Effect.sleep(lasts), Effect.fail(refused))
        )
        held.push(sourceOf("a"))
        yield* TestClock.adjust("3 seconds")
        held.push({ ...sourceOf("b"), edition: "connects" })
        yield* TestClock.adjust("10 minutes")
        const ofB = () => attempts.filter((attempt) => attempt === "b@connects").length
        assert.isAbove(ofB(), 10)
        assert.isBelow(ofB(), 30)
        assert.isTrue(told.some(({ id, status }) => id === "b" && status === "connected"))
        // a line of two minutes is tried again after a second
        lasts = 120_000
        const before = ofB()
        yield* TestClock.adjust("1 hour")
        assert.isAbove(ofB() - before, 25)
      }).pipe(Effect.scoped)
  )

  it.effect("a defect of one connection is one more reason to make it again", () =>
    Effect.gen(function* () {
      const gone = yield* Deferred.make<void>()
      const { attempts, held } = yield* scene((attempt) =>
        attempt === 1
          ? Effect.die(new Error("planted"))
          : Effect.andThen(Deferred.succeed(gone, undefined), Effect.never)
      )
      held.push(sourceOf("a"))
      yield* TestClock.adjust("10 seconds")
      yield* Deferred.await(gone)
      assert.lengthOf(attempts, 2)
    }).pipe(Effect.scoped)
  )
})
