// One connection to a broker with mosquitto's limits: which version of MQTT is spoken, what is stored
// together, what is acknowledged when, and when a broker is given up.
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import * as mqtt from "mqtt"
import { once } from "node:events"
import { bePatient } from "../../src/listeners/mqtt/bePatient.ts"
import { makeArrivals } from "../../src/listeners/mqtt/arrivals.ts"
import { connectMqtt } from "../../src/listeners/mqtt/connectMqtt.ts"
import { explainBroker, orOlder } from "../../src/listeners/mqtt/explainBroker.ts"
import { storeInOrder } from "../../src/listeners/mqtt/storeInOrder.ts"
import { type Heard, type Listening, NotTaken } from "../../src/listeners/ports.ts"
import { type Manners, openQueueingBroker, type QueueingBroker } from "../support/outside/queueingBroker.ts"
import { until } from "../support/until.ts"

const CLIENT = "pugmark-test"

const sourceOf = ({ url }: QueueingBroker, topics: ReadonlyArray<string> = ["herd/#"]): Listening => ({
  id: "test",
  edition: "1",
  adapterKey: "generic_mqtt",
  config: {},
  broker: { url, topics },
  password: null,
  tokenHash: new Uint8Array(32)
})

const burst = (n: number) => Array.from({ length: n }, (_, i) => ({ topic: "herd/1", payload: String(i) }))

/** A connection that keeps what it is told; `hold`: what each group waits for. */
const listening = Effect.fnUntraced(function* (
  broker: QueueingBroker,
  hold: Effect.Effect<void, NotTaken> = Effect.void
) {
  const groups: Array<ReadonlyArray<Heard>> = [],
    protocols: Array<string | null> = []
  const fiber = yield* Effect.forkScoped(
    connectMqtt(
      sourceOf(broker),
      (protocol) => Effect.sync(() => void protocols.push(protocol)),
      (group) => {
        groups.push(group)
        return hold
      }
    )
  )
  return {
    groups,
    protocols,
    fiber,
    texts: () => groups.flat().map(({ payload }) => Buffer.from(payload).toString()),
    connected: until(
      Effect.sync(() => protocols.length),
      (n) => n > 0
    )
  }
})

/** What becomes of a connection that cannot last. */
const fate = Effect.fnUntraced(function* (manners: Manners) {
  const broker = yield* openQueueingBroker(manners)
  const { fiber } = yield* listening(broker)
  const exit = yield* Fiber.await(fiber)
  const error = Exit.isFailure(exit)
    ? exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error
    : undefined
  return { code: error?.code, detail: error?.detail, tried: broker.tried() }
})

describe("the version of MQTT", () => {
  it.live("is 5; a broker that refuses it, or hangs up, is asked in 3.1.1", () =>
    Effect.gen(function* () {
      for (const [manners, spoken, tried] of [
        [{}, "5", [5]],
        [{ speaks: [4] }, "3.1.1", [5, 4]],
        [{ speaks: [4], otherwise: "hangs up" }, "3.1.1", [5, 4]]
      ] as const) {
        const broker = yield* openQueueingBroker(manners)
        const { connected, protocols } = yield* listening(broker)
        yield* connected
        assert.deepStrictEqual([protocols, broker.tried()], [[spoken], tried])
      }
    })
  )

  it("is older also where the broker answers in 5 that it does not speak it (MQTT 5, 3.2.2.2: 0x84)", () => {
    const refused = (code: number) => orOlder(explainBroker(Object.assign(new Error("refused"), { code })))
    assert.deepStrictEqual(
      [1, 132, 134, 151].map((code) => refused(code).code),
      ["OLDER_PROTOCOL", "OLDER_PROTOCOL", "CONNACK_134", "CONNACK_151"]
    )
  })

  it.live("is not asked for again where the broker refuses something else, which is said in words", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* fate({ refuses: { connect: 134 } }), {
        code: "CONNACK_134",
        detail: "The broker does not accept user name and password.",
        tried: [5]
      })
      assert.deepStrictEqual(yield* fate({ refuses: { topic: "herd/#" } }), {
        code: "SUBSCRIPTION_REFUSED",
        detail: "The broker refuses herd/#.",
        tried: [5]
      })
      assert.deepStrictEqual(yield* fate({ speaks: [] }), {
        code: "CONNACK_1",
        detail: "The broker speaks neither MQTT 5 nor 3.1.1.",
        tried: [5, 4]
      })
    })
  )

  it.live("5 brings the reason why a broker ends a connection", () =>
    Effect.gen(function* () {
      const broker = yield* openQueueingBroker()
      const { connected, fiber } = yield* listening(broker)
      yield* connected
      broker.say(CLIENT, { cmd: "disconnect", reasonCode: 142 })
      const exit = yield* Fiber.await(fiber)
      assert.include(JSON.stringify(exit), "Session taken over")
    })
  )
})

describe("messages", () => {
  it.live(
    "that wait while a group is stored are the next group, and each is acknowledged after its group and in order",
    () =>
      Effect.gen(function* () {
        const broker = yield* openQueueingBroker(),
          gate = yield* Deferred.make<void>()
        const { connected, groups, texts } = yield* listening(broker, Deferred.await(gate))
        yield* connected
        broker.flood(burst(1))
        yield* until(
          Effect.sync(() => groups.length),
          (n) => n === 1
        )
        broker.flood(burst(3000).slice(1))
        // all are under way: the broker was told that there is room
        assert.deepStrictEqual([broker.dropped(), broker.acknowledged(CLIENT)], [0, []])
        yield* Deferred.succeed(gate, undefined)
        yield* until(
          Effect.sync(() => broker.acknowledged(CLIENT).length),
          (n) => n === 3000
        )
        assert.deepStrictEqual(
          texts(),
          burst(3000).map(({ payload }) => payload)
        )
        assert.isTrue(broker.acknowledged(CLIENT).every((inOrder) => inOrder))
        assert.isAtMost(Math.max(...groups.map((group) => group.length)), 1000)
        assert.isAtMost(groups.length, 60)
      })
  )

  it.live("in MQTT 3.1.1 come as the broker lets them, and what its queue does not hold is lost there", () =>
    Effect.gen(function* () {
      const broker = yield* openQueueingBroker({ speaks: [4] })
      const { connected, groups, texts } = yield* listening(broker)
      yield* connected
      broker.flood(burst(3000))
      assert.strictEqual(broker.dropped(), 3000 - 20 - 1000)
      yield* until(
        Effect.sync(() => broker.acknowledged(CLIENT).length),
        (n) => n === 1020
      )
      assert.deepStrictEqual(
        texts(),
        burst(1020).map(({ payload }) => payload)
      )
      assert.isAtMost(groups.length, 510)
    })
  )

  it.live("of a group that is not taken are not acknowledged, and come again in the next connection", () =>
    Effect.gen(function* () {
      const broker = yield* openQueueingBroker()
      const first = yield* listening(
        broker,
        Effect.fail(new NotTaken({ detail: "the database does not answer" }))
      )
      yield* first.connected
      broker.flood(burst(50))
      assert.include(
        JSON.stringify(yield* Fiber.await(first.fiber)),
        "What came could not be stored: the database does not answer."
      )
      assert.deepStrictEqual(broker.acknowledged(CLIENT), [])
      const second = yield* listening(broker)
      yield* until(
        Effect.sync(() => broker.acknowledged(CLIENT).length),
        (n) => n === 50
      )
      assert.deepStrictEqual(
        second.texts(),
        burst(50).map(({ payload }) => payload)
      )
    })
  )

  it.live("with one topic never come at the same moment, for what has no time of its own gets this one", () =>
    Effect.gen(function* () {
      const arrivalOf = makeArrivals()
      assert.deepStrictEqual(
        [
          arrivalOf("a", 1000),
          arrivalOf("a", 1000),
          arrivalOf("b", 1000),
          arrivalOf("a", 1001),
          arrivalOf("a", 5000)
        ],
        [1000, 1001, 1000, 1002, 5000]
      )
      const broker = yield* openQueueingBroker()
      const { connected, groups } = yield* listening(broker)
      yield* connected
      broker.flood(burst(100))
      yield* until(
        Effect.sync(() => groups.flat().length),
        (n) => n === 100
      )
      assert.strictEqual(new Set(groups.flat().map(({ at }) => at)).size, 100)
    })
  )
})

describe("a broker that is healthy", () => {
  /** A client that stores nothing, as if the database did not answer. */
  const stuck = (broker: QueueingBroker) =>
    Effect.gen(function* () {
      const client = yield* Effect.acquireRelease(
        Effect.sync(() =>
          mqtt.connect(broker.url, {
            clientId: CLIENT,
            protocolVersion: 5,
            reconnectPeriod: 0,
            properties: { receiveMaximum: 20_000 },
            manualConnect: true
          })
        ),
        (client) => Effect.sync(() => void client.end(true))
      )
      const { isHalted, run } = yield* storeInOrder(client, () => Effect.never)
      bePatient(client, isHalted)
      yield* Effect.forkScoped(run)
      const errors: Array<string> = []
      client.on("error", ({ message }) => void errors.push(message))
      client.connect()
      yield* Effect.promise(() => once(client as unknown as NodeJS.EventEmitter, "connect"))
      return { client, isHalted, errors }
    })
  const next = (client: mqtt.MqttClient, event: "packetreceive" | "packetsend", cmd: string) =>
    Effect.callback<void>(
      (resume) =>
        void client.on(event, (packet) => {
          if (packet.cmd === cmd) resume(Effect.void)
        })
    )

  it.live("is heard while messages are stored: PINGRESP comes through", () =>
    Effect.gen(function* () {
      const broker = yield* openQueueingBroker()
      const { client, errors } = yield* stuck(broker)
      yield* Effect.promise(() => client.subscribeAsync("herd/#", { qos: 1 }))
      broker.flood(burst(500))
      const pong = yield* Effect.forkChild(next(client, "packetreceive", "pingresp"))
      yield* Effect.yieldNow
      client.sendPing()
      yield* Fiber.join(pong)
      assert.deepStrictEqual([broker.acknowledged(CLIENT), errors], [[], []])
    })
  )

  it.live("is not left because its answer stands behind messages that nobody reads", () =>
    Effect.gen(function* () {
      const broker = yield* openQueueingBroker()
      const { client, errors, isHalted } = yield* stuck(broker)
      yield* Effect.promise(() => client.subscribeAsync("herd/#", { qos: 1 }))
      const megabyte = Buffer.alloc(1024 * 1024, " ")
      broker.flood(Array.from({ length: 20 }, () => ({ topic: "herd/1", payload: megabyte })))
      yield* until(Effect.sync(isHalted), (halted) => halted)
      client.sendPing()
      client.onKeepaliveTimeout() // what the client does when nothing came in time
      assert.isTrue(client.connected)
      assert.deepStrictEqual(errors, [])
    })
  )

  it.live("is told apart from one that says nothing any more, which is left", () =>
    Effect.gen(function* () {
      const broker = yield* openQueueingBroker({ mute: true })
      const { client, errors } = yield* stuck(broker)
      client.onKeepaliveTimeout() // the greeting came: it is asked
      assert.deepStrictEqual(errors, [])
      client.onKeepaliveTimeout()
      assert.deepStrictEqual(errors, ["Keepalive timeout"])
    })
  )

  it.live("fills no memory: beyond 16 MiB nothing is read, and all of it is stored in the end", () =>
    Effect.gen(function* () {
      const broker = yield* openQueueingBroker(),
        gate = yield* Deferred.make<void>()
      const { connected, groups } = yield* listening(broker, Deferred.await(gate))
      yield* connected
      const megabyte = Buffer.alloc(1024 * 1024, " ")
      broker.flood(Array.from({ length: 40 }, () => ({ topic: "herd/1", payload: megabyte })))
      yield* Deferred.succeed(gate, undefined)
      yield* until(
        Effect.sync(() => broker.acknowledged(CLIENT).length),
        (n) => n === 40
      )
      assert.isAtMost(Math.max(...groups.map((group) => group.length)), 16)
    })
  )
})
