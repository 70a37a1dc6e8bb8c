// The one door, over a memory: what is handed over to be stored, and what becomes of what cannot be read.
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect } from "effect"
import * as TestClock from "effect/testing/TestClock"
import { ingestLimits } from "../../src/domain/intake/ingestLimits.ts"
import type { Delivery, Message, Receiver, Submission } from "../../src/intake/ports.ts"
import { itemSchema, receive } from "../../src/intake/receive.ts"

const NOW = Date.UTC(2026, 4, 1, 12)
const credential = { sourceId: "s", tokenHash: new Uint8Array(32) }
const source = { credential, adapterKey: "generic_http", config: {} } as const

const fix = (device: string, minutes = 0) => ({ device, time: NOW + minutes * 60_000, lat: 51, lon: 10 })

const request = (body: unknown): Message => ({
  body: typeof body === "string" ? body : JSON.stringify(body),
  contentType: "application/json",
  query: "",
  topic: "",
  retained: false,
  receivedAt: null
})

const heard = (body: unknown, receivedAt: number): Message => ({
  ...request(body),
  topic: "herd/a",
  receivedAt
})

const from = (...messages: ReadonlyArray<Message>): Delivery => ({ source, messages })

/** What was stored, and what was done, in order. */
const scene = (isAway = false) => {
  const stored: Array<ReadonlyArray<Submission>> = [],
    done: Array<string> = []
  const receiver: Receiver<number, "away"> = {
    maxFutureMs: 300_000,
    store: (submissions) =>
      Effect.suspend(() => {
        if (isAway) return Effect.fail("away" as const)
        stored.push(submissions)
        done.push("stored")
        return Effect.succeed(submissions.length)
      }),
    traceMessage: ({ sourceId }, receivedAt, { code }) =>
      Effect.sync(() => done.push(`${code} of ${sourceId} at ${receivedAt - NOW}`))
  }
  return {
    stored,
    done,
    /** Received at noon. */
    deliver: (...deliveries: ReadonlyArray<Delivery>) =>
      Effect.andThen(TestClock.setTime(NOW), receive(receiver, deliveries))
  }
}

const verdictsOf = ({ verdicts }: Submission) =>
  verdicts.map((v) =>
    v._tag === "Report" ? `${v.device} ${(v.at - NOW) / 60_000}` : `${v.code} ${v.pointer}`
  )

describe("the door of intake", () => {
  it.effect("hands over the items of a request in their order, a bad one refused alone", () =>
    Effect.gen(function* () {
      const { deliver, done, stored } = scene()
      const items = [
        fix("a"),
        { ...fix("b"), lat: "north" },
        fix("c", 6),
        "x",
        { ...fix("a\0") },
        fix("d", 5)
      ]
      const received = yield* deliver(from(request(items)))
      assert.deepStrictEqual(received, { stored: 1, unread: [] })
      const [[submission] = []] = stored
      assert.deepStrictEqual(verdictsOf(submission!), [
        "a 0",
        "ITEM_INVALID /lat",
        "TIMESTAMP_INVALID /time",
        "ITEM_INVALID ",
        "ITEM_INVALID /device",
        "d 5"
      ])
      assert.deepStrictEqual(submission!.raw, items)
      assert.deepInclude(submission, { credential, receivedAt: NOW })
      assert.deepStrictEqual(done, ["stored"])
    })
  )

  it.effect.each([
    ["nested too deep", "too_deep", "TOO_DEEP", "[".repeat(ingestLimits.depth + 1)],
    ["too many", "too_large", "TOO_MANY_ITEMS", `[${"1,".repeat(ingestLimits.items)}1]`],
    ["too much in one", "too_large", "TOO_MANY_VALUES", `[[${"1,".repeat(ingestLimits.pieces + 1)}1]]`],
    ["no JSON", "malformed", "PAYLOAD_DECODE_FAILED", "{"]
  ] as const)("stores nothing of what is %s, and leaves a trace", ([, reason, code, body]) =>
    Effect.gen(function* () {
      const { deliver, done, stored } = scene()
      const { unread } = yield* deliver(from(request(body)))
      assert.lengthOf(stored.flat(), 0)
      assert.deepStrictEqual(done, ["stored", `${code} of s at 0`])
      assert.lengthOf(unread, 1)
      assert.deepInclude(unread[0]!.message, { reason, code })
      assert.include(body, unread[0]!.message.text)
    })
  )

  it.effect("takes what was heard together as one, each message judged by its own arrival", () =>
    Effect.gen(function* () {
      const { deliver, done, stored } = scene()
      yield* deliver(
        from(heard(fix("a", 3), NOW - 60_000), heard("{", NOW), heard([fix("b"), fix("c", 5)], NOW - 1000))
      )
      const [[submission, ...others] = []] = stored
      assert.lengthOf(others, 0)
      assert.deepStrictEqual(verdictsOf(submission!), ["a 3", "b 0", "TIMESTAMP_INVALID /time"])
      assert.deepStrictEqual(submission!.raw, [fix("a", 3), fix("b"), fix("c", 5)])
      assert.strictEqual(submission!.receivedAt, NOW)
      assert.deepStrictEqual(submission!.begins, [0, 1])
      assert.deepStrictEqual(done, ["stored", "PAYLOAD_DECODE_FAILED of s at 0"])
    })
  )

  it.effect("traces nothing where nothing could be stored: all of it comes again", () =>
    Effect.gen(function* () {
      const { deliver, done } = scene(true)
      const failed = yield* Effect.flip(deliver(from(heard(fix("a"), NOW), heard("{", NOW))))
      assert.strictEqual(failed, "away")
      assert.deepStrictEqual(done, [])
    })
  )

  it.effect("counts a request without items, and no message without any", () =>
    Effect.gen(function* () {
      const { deliver, stored } = scene()
      yield* deliver(from(request([])))
      yield* deliver(from(heard([], NOW)))
      assert.deepStrictEqual(
        stored.map((submissions) => submissions.map(verdictsOf)),
        [[[]], []]
      )
    })
  )

  it.effect("judges what was kept by the arrival of each, and hands over all sources together", () =>
    Effect.gen(function* () {
      const { deliver, stored } = scene()
      const kept = (sourceId: string, ...items: ReadonlyArray<ReturnType<typeof fix>>): Delivery => ({
        credential: { ...credential, sourceId },
        items,
        receivedAt: items.map(({ time }) => time - 240_000)
      })
      yield* deliver(kept("one", fix("a", -60), fix("a", -50)), kept("other", fix("b", 90)))
      assert.deepStrictEqual(
        stored.map((submissions) => submissions.map((s) => [s.credential.sourceId, ...verdictsOf(s)])),
        [
          [
            ["one", "a -60", "a -50"],
            ["other", "b 90"]
          ]
        ]
      )
    })
  )

  it("holds items against a schema that is one", () => {
    const ajv = new Ajv2020()
    assert.isTrue(ajv.validateSchema(itemSchema), ajv.errorsText())
  })
})
