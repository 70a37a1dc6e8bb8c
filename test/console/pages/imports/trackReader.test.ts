// The reader of files ends a worker that comes no further, and says so; progress keeps it alive.
import "../../../support/words.ts"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { TrackReader, Unread } from "../../../../src/console/pages/imports/TrackReader.ts"
import { SILENCE_MS } from "../../../../src/console/workers/WatchedWorker.ts"

/** A worker that answers nothing by itself. */
class SilentWorker extends EventTarget {
  static last: SilentWorker
  isEnded = false
  constructor() {
    super()
    SilentWorker.last = this
  }
  postMessage() {}
  terminate() {
    this.isEnded = true
  }
  say(data: unknown) {
    this.dispatchEvent(new MessageEvent("message", { data }))
  }
}

describe("the reader of a file", () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal("Worker", SilentWorker)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it("ends its worker after 30 seconds without progress, and says why", async () => {
    const heard: Array<number> = []
    const reader = new TrackReader((done) => void heard.push(done))
    const answer = reader.ask<"Next">({ _tag: "Next" }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
    SilentWorker.last.say({ _tag: "Progress", done: 7 })
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
    assert.deepStrictEqual([heard, SilentWorker.last.isEnded], [[7], false])
    await vi.advanceTimersByTimeAsync(1)
    assert.isTrue(SilentWorker.last.isEnded)
    const error = await answer
    assert.instanceOf(error, Unread)
    assert.strictEqual(error.message, "Reading was given up: nothing more could be read for 30 seconds.")
  })

  it("gives the answer of its worker", async () => {
    const answer = new TrackReader(() => undefined).ask<"Hash">({ _tag: "Hash", file: new File([], "a.csv") })
    SilentWorker.last.say({ _tag: "Done", answer: "abc" })
    assert.strictEqual(await answer, "abc")
    await vi.advanceTimersByTimeAsync(2 * SILENCE_MS)
    assert.isFalse(SilentWorker.last.isEnded)
  })
})
