// The loops of delivery under a clock that only moves when told, on a queue in memory.
import { assert, it } from "@effect/vitest"
import { Cause, Clock, Effect, Exit, Fiber, Layer, Metric, Queue } from "effect"
import * as TestClock from "effect/testing/TestClock"
import type { ClaimedDelivery, PreviousAttempt } from "../../src/domain/automation/ClaimedDelivery.ts"
import { remedies } from "../../src/domain/automation/DeliveryCode.ts"
import { failed, type Outcome, sent } from "../../src/domain/automation/Outcome.ts"
import { Dispatcher } from "../../src/delivery/Dispatcher.ts"
import { type Channel, Channels, DeliveryQueue } from "../../src/delivery/ports.ts"
import { claimed } from "../domain/automation/examples.ts"
import { counted } from "../support/counted.ts"

interface Kept {
  delivery: ClaimedDelivery
  dueAt: number
  state: "waiting" | "held" | Outcome["_tag"]
  readonly tries: Array<PreviousAttempt>
}

/** A queue in memory; `broken` lets the database fail. */
const memory = (ids: ReadonlyArray<string>, group: (id: string) => string = () => "one") => {
  const kept = new Map(
    ids.map((deliveryId): [string, Kept] => [
      deliveryId,
      {
        delivery: claimed({ deliveryId, attempt: 0, receiverGroup: group(deliveryId) }),
        dueAt: 0,
        state: "waiting",
        tries: []
      }
    ])
  )
  const events: Array<string> = []
  const held = { broken: false, looks: 0 }
  const notified = Effect.runSync(Queue.sliding<void>(1))
  const of = ({ deliveryId }: ClaimedDelivery) => kept.get(deliveryId)!
  const service = DeliveryQueue.of({
    dispatch: () =>
      Effect.sync(() => {
        held.looks++
        if (held.broken) throw new Error("the database is gone")
        return 0
      }),
    claim: (busy, perGroup, most) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const groups = new Map(busy)
        const due = [...kept.values()]
          .filter((k) => {
            const n = groups.get(k.delivery.receiverGroup) ?? 0
            if (k.state !== "waiting" || k.dueAt > now || n >= perGroup) return false
            groups.set(k.delivery.receiverGroup, n + 1)
            return true
          })
          .slice(0, most)
        return due.map((k) => {
          k.state = "held"
          return (k.delivery = { ...k.delivery, attempt: k.delivery.attempt + 1 })
        })
      }),
    finish: (c, outcome) =>
      Effect.sync(() => {
        of(c).state = outcome._tag
        events.push(`${c.deliveryId} ${outcome._tag}`)
      }),
    retry: (c, met, delay) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        Object.assign(of(c), { state: "waiting", dueAt: now + delay })
        of(c).tries.push(met)
      }),
    release: (c) =>
      Effect.sync(() => {
        Object.assign(of(c), { state: "waiting", dueAt: 0, delivery: { ...c, attempt: c.attempt - 1 } })
        events.push(`${c.deliveryId} released`)
      }),
    wait: (ms) => Effect.asVoid(Effect.timeoutOption(Queue.take(notified), ms))
  })
  return { kept, events, held, service }
}

const dispatcher = (queue: DeliveryQueue["Service"], webhook: Channel) =>
  Effect.provide(
    Effect.map(Dispatcher, (d) => d),
    Dispatcher.layer.pipe(
      Layer.provide(Layer.succeed(DeliveryQueue, queue)),
      Layer.provide(Layer.succeed(Channels, { webhook, email: webhook, telegram: webhook }))
    )
  )

it.effect("a delivery is tried after 5 s, 20 s, 80 s, ..., and its last attempt is the tenth", () =>
  Effect.gen(function* () {
    const at: Array<number> = []
    const { events, kept, service } = memory(["a", "b"])
    kept.get("b")!.delivery = claimed({ deliveryId: "b", attempt: 9 })
    const { progress, run } = yield* dispatcher(service, ({ deliveryId }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (deliveryId === "a") at.push(now / 1000)
        return failed("UNREACHABLE", "x")
      })
    )
    const fiber = yield* Effect.forkChild(run)
    yield* TestClock.adjust("3 hours")
    assert.lengthOf(at, 7)
    for (const [n, expected] of [5, 20, 80, 320, 1280, 5120].entries()) {
      const wait = at[n + 1]! - at[n]!
      assert.isAtLeast(wait, expected * 0.8, `wait ${n + 1}`)
      assert.isAtMost(wait, expected * 1.2 + 1, `wait ${n + 1}`) // an idle loop looks every second
    }
    assert.deepStrictEqual(events, ["b Failed"])
    assert.lengthOf(kept.get("a")!.tries, 7)
    assert.deepStrictEqual(yield* progress, { sending: 0, sent: 0, failed: 1, skipped: 0 })
    const told = ["retried", "failed", "sent"].map((outcome) =>
      counted("pugmark_deliveries_total", { channel: "webhook", outcome })
    )
    assert.deepStrictEqual(yield* Effect.all(told), [7, 1, 0])
    yield* Fiber.interrupt(fiber)
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
)

it.effect(
  "a channel with a defect costs its delivery an attempt, under a code of its own, and delays no other delivery",
  () =>
    Effect.gen(function* () {
      const { events, kept, service } = memory(["bad", "good"])
      const { run } = yield* dispatcher(service, ({ deliveryId }) =>
        deliveryId === "bad" ? Effect.die(new Error("a defect")) : Effect.succeed(sent("ok"))
      )
      const fiber = yield* Effect.forkChild(run)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(events, ["good Sent"])
      assert.deepInclude(kept.get("bad"), { state: "waiting" })
      assert.strictEqual(kept.get("bad")!.tries[0]!.code, "PROGRAM_DEFECT")
      assert.match(remedies.PROGRAM_DEFECT, /defect of Pugmark/)
      assert.notMatch(remedies.PROGRAM_DEFECT, /worker ended/)
      yield* Fiber.interrupt(fiber)
    })
)

it.effect("what is settled before it is tried reaches no channel", () =>
  Effect.gen(function* () {
    const { events, kept, service } = memory(["a"])
    kept.get("a")!.delivery = claimed({ deliveryId: "a", attempt: 0, isEnabled: null, action: null })
    const { run } = yield* dispatcher(service, () => Effect.die("reached"))
    const fiber = yield* Effect.forkChild(run)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(events, ["a Skipped"])
    yield* Fiber.interrupt(fiber)
  })
)

it.effect(
  "a receiver that never answers holds four places of its own receiver group; the others go on, and at most 128 are under way",
  () =>
    Effect.gen(function* () {
      const ids = Array.from({ length: 400 }, (_, n) => `d${n}`)
      const { events, service } = memory(ids, (id) =>
        Number(id.slice(1)) < 200 ? "stuck" : `group ${Number(id.slice(1)) % 50}`
      )
      let underWay = 0,
        most = 0
      const { progress, run } = yield* dispatcher(service, ({ receiverGroup }) =>
        Effect.suspend(() => {
          most = Math.max(most, ++underWay)
          return receiverGroup === "stuck" ? Effect.never : Effect.as(Effect.sleep("100 millis"), sent("ok"))
        }).pipe(Effect.ensuring(Effect.sync(() => underWay--)))
      )
      const fiber = yield* Effect.forkChild(run)
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(
        events.filter((e) => e.endsWith("Sent")),
        200
      )
      assert.strictEqual((yield* progress).sending, 4)
      assert.isAtMost(most, 128)
      const stopping = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(stopping)
    })
)

it.effect(
  "told to stop it lets attempts end for three seconds, gives back the others, and begins no more",
  () =>
    Effect.gen(function* () {
      const { events, kept, service } = memory(["quick", "slow", "later"], (id) => id)
      kept.get("later")!.dueAt = 1500
      const { run } = yield* dispatcher(service, ({ deliveryId }) =>
        Effect.as(Effect.sleep(deliveryId === "slow" ? "1 minute" : "2 seconds"), sent("ok"))
      )
      const fiber = yield* Effect.forkChild(run)
      yield* TestClock.adjust("1 second")
      const stopping = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(stopping)
      assert.deepStrictEqual(events, ["quick Sent", "slow released"])
      assert.deepInclude(kept.get("slow")!.delivery, { attempt: 0 })
      assert.strictEqual(kept.get("later")!.state, "waiting")
      const exit = yield* Fiber.await(fiber)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
    })
)

it.effect("when the database fails it waits a second and goes on", () =>
  Effect.gen(function* () {
    const { events, held, service } = memory(["a"])
    held.broken = true
    const { run } = yield* dispatcher(service, () => Effect.succeed(sent("ok")))
    const fiber = yield* Effect.forkChild(run)
    yield* TestClock.adjust("10 seconds")
    assert.isAtMost(held.looks, 12)
    assert.isAtLeast(held.looks, 5)
    assert.deepStrictEqual(events, [])
    held.broken = false
    yield* TestClock.adjust("3 seconds")
    assert.deepStrictEqual(events, ["a Sent"])
    yield* Fiber.interrupt(fiber)
  })
)
