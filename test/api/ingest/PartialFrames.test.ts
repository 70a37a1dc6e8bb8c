// Bytes of frames that are not whole: what is counted of them, and how long they may take.
import { assert, describe, it } from "@effect/vitest"
import { defaultWebsocketLimits } from "../../../src/api/ingest/WebsocketLimits.ts"
import { PartialFrame } from "../../../src/api/ingest/PartialFrames.ts"
import { UnauthenticatedConnections } from "../../../src/api/ingest/UnauthenticatedConnections.ts"

const makeFrame = (isKnown = true, maxBytes = 1000_000) => {
  const state = { bytes: 0, isOver: false, isPaused: false }
  const frame = new PartialFrame(isKnown, (bytes) => (state.bytes += bytes) <= maxBytes, {
    get isPaused() {
      return state.isPaused
    },
    terminate: () => {
      state.isOver = true
    }
  })
  return { frame, state }
}

describe("a frame that is not whole", () => {
  it("is counted by what has come of it, and no more once it is whole", () => {
    const { frame, state } = makeFrame()
    frame.arrive(60_000)
    frame.arrive(50_000)
    assert.strictEqual(state.bytes, 110_000)
    frame.finish(100_000)
    assert.isAtMost(state.bytes, 10_000, "what is left is of the next one")
    frame.finish(9000)
    frame.arrive(500)
    frame.release()
    assert.deepStrictEqual([state.bytes, state.isOver], [0, false])
  })

  it("ends the connection that it comes on where there is no room, or where nobody knows yet whose it is", () => {
    const crowded = makeFrame(true, 1000)
    crowded.frame.arrive(2000)
    assert.isTrue(crowded.state.isOver)
    const stranger = makeFrame(false)
    stranger.frame.arrive(4000)
    stranger.frame.check(defaultWebsocketLimits, 0)
    assert.isFalse(stranger.state.isOver)
    stranger.frame.arrive(200)
    stranger.frame.check(defaultWebsocketLimits, 0)
    assert.isTrue(stranger.state.isOver)
  })

  it("has a deadline, which does not run while nothing of the connection is read", () => {
    const { frame, state } = makeFrame()
    frame.arrive(10)
    frame.check(defaultWebsocketLimits, 0)
    frame.arrive(10)
    frame.check(defaultWebsocketLimits, 100_000)
    state.isPaused = true
    frame.checkDeadline(defaultWebsocketLimits, 130_000)
    assert.isFalse(state.isOver)
    state.isPaused = false
    frame.checkDeadline(defaultWebsocketLimits, 250_000)
    assert.isFalse(state.isOver)
    frame.checkDeadline(defaultWebsocketLimits, 251_000)
    assert.isTrue(state.isOver)
  })
})

describe("connections of strangers", () => {
  it("give way, the longest silent first, of the same address where that has its share", () => {
    const over: Array<string> = []
    const strangers = new UnauthenticatedConnections(3, 2)
    const add = (address: string, name: string) => strangers.add(address, () => over.push(name))
    add("10.0.0.1", "a")
    const leave = add("10.0.0.2", "b")
    add("10.0.0.2", "c")
    assert.deepStrictEqual(over, [])
    add("10.0.0.2", "d")
    assert.deepStrictEqual(over, ["b"])
    leave()
    add("10.0.0.3", "e")
    assert.deepStrictEqual(over, ["b", "a"])
    assert.strictEqual(strangers.size, 3)
  })
})
