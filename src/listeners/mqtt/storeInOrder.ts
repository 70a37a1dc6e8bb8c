// What a connection brings is stored a group at a time and acknowledged in its order, while reading goes on:
// the broker's other words come through, and what waits together is one transaction. Reading halts only while
// more waits than may be in memory.
import { Clock, Effect, Queue } from "effect"
import type { IPublishPacket, MqttClient } from "mqtt"
import type { Heard, NotTaken, Take } from "../ports.ts"
import { makeArrivals } from "./arrivals.ts"

/** Messages that are stored together. */
const MAX_BATCH_MESSAGES = 1000
/**
 * Where several messages waited, what follows has this long to gather: a broker that lets few be under way
 * sends them at once.
 */
const BATCH_WINDOW = "2 millis"

/**
 * Messages that may wait, or be in the middle of being stored; with MQTT 5 the broker is told (Receive
 * Maximum).
 */
export const MAX_QUEUED_MESSAGES = 20_000
/** Bytes of them, above which nothing more is read. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024

interface Waiting {
  readonly heard: Heard
  /** what the broker knows it by; null: nothing is to be said about it */
  readonly id: number | null
}

/** A client that waits for us before it reads on. */
interface Halt {
  readonly isOver: () => boolean
  readonly readOn: () => void
}

/** To the client: it reads on, and leaves the acknowledgement to us. */
const acknowledgedLater = new Error("acknowledged when it is stored")

/** PUBACK of four bytes, which say the same in MQTT 3.1.1 and 5. */
const puback = (id: number): ReadonlyArray<number> => [0x40, 2, id >> 8, id & 0xff]

/**
 * Takes over what a client hears, before it connects. `run` stores it until it is interrupted or something is
 * not taken; `isHalted`: whether the client waits for that, and hears nothing of its broker.
 */
export const storeInOrder = Effect.fnUntraced(function* (client: MqttClient, take: Take) {
  const clock = yield* Clock.Clock,
    arrivalOf = makeArrivals()
  const queue = yield* Queue.unbounded<Waiting>()
  let messages = 0,
    bytes = 0,
    halt: Halt | null = null

  const isFull = (): boolean => messages >= MAX_QUEUED_MESSAGES || bytes >= MAX_QUEUED_BYTES

  client.handleMessage = ({ messageId, payload: came, qos, retain, topic }: IPublishPacket, done) => {
    const payload = typeof came === "string" ? Buffer.from(came) : came
    messages++
    bytes += payload.length
    const heard: Heard = {
      topic,
      payload,
      retained: retain,
      at: arrivalOf(topic, clock.currentTimeMillisUnsafe())
    }
    Queue.offerUnsafe(queue, { id: qos === 1 ? messageId! : null, heard })
    // QoS 2 was not requested: the client's own way, one by one
    if (qos === 2) halt = { isOver: () => messages === 0, readOn: done }
    else if (isFull()) halt = { isOver: () => !isFull(), readOn: () => done(acknowledgedLater) }
    else done(acknowledgedLater)
  }

  const acknowledge = (group: ReadonlyArray<Waiting>): void => {
    const acknowledgements = group.flatMap(({ id }) => (id === null ? [] : puback(id)))
    if (acknowledgements.length > 0 && client.connected) client.stream.write(Buffer.from(acknowledgements))
    messages -= group.length
    for (const {
      heard: { payload }
    } of group)
      bytes -= payload.length
    if (halt?.isOver() !== true) return
    const { readOn } = halt
    halt = null
    readOn()
  }

  const run: Effect.Effect<never, NotTaken> = Queue.takeBetween(queue, 1, MAX_BATCH_MESSAGES).pipe(
    Effect.tap((group) => take(group.map(({ heard }) => heard))),
    Effect.tap((group) => Effect.sync(() => acknowledge(group))),
    Effect.flatMap((group) => (group.length > 1 ? Effect.sleep(BATCH_WINDOW) : Effect.void)),
    Effect.forever
  )
  return { run, isHalted: () => halt !== null }
})
