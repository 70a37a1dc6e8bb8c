// A worker that reads a file: its answer, and its end where nothing more is heard of it.
import "../../support/words.ts"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { SILENCE_MS, WatchedWorker } from "../../../src/console/workers/WatchedWorker.ts"

/** A worker whose words the test says. */
class Spoken extends EventTarget {
  readonly asked: Array<unknown> = []
  isEnded = false
  postMessage(request: unknown): void {
    this.asked.push(request)
  }
  terminate(): void {
    this.isEnded = true
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent("message", { data }))
  }
}

const ask = () => {
  const worker = new Spoken(),
    heard: Array<number> = []
  const watched = new WatchedWorker<string, string>(worker, (done) => void heard.push(done))
  const answer = watched.ask("look").then(
    (text) => text,
    (error: unknown) => `refused: ${(error as Error).message}`
  )
  return { worker, heard, watched, answer }
}

describe("a watched worker", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("answers, and its progress is heard", async () => {
    const { answer, heard, worker } = ask()
    worker.say({ _tag: "Progress", done: 5 })
    worker.say({ _tag: "Done", answer: "text" })
    assert.strictEqual(await answer, "text")
    assert.deepStrictEqual([worker.asked, heard], [["look"], [5]])
  })

  it("is ended after 30 seconds without a word, and not while it comes on", async () => {
    const { answer, worker } = ask()
    for (let round = 1; round < 4; round++) {
      vi.advanceTimersByTime(SILENCE_MS - 1)
      worker.say({ _tag: "Progress", done: round })
    }
    assert.isFalse(worker.isEnded)
    vi.advanceTimersByTime(SILENCE_MS)
    assert.isTrue(worker.isEnded)
    assert.include(await answer, "nothing more could be read for 30 seconds")
  })

  it("says why a file is not read, that it crashed, and that it was closed", async () => {
    const failed = ask()
    failed.worker.say({ _tag: "Failed", message: "a.kmz: is cut off", trouble: null })
    assert.strictEqual(await failed.answer, "refused: a.kmz: is cut off")
    const crashed = ask()
    crashed.worker.dispatchEvent(new Event("error"))
    assert.include(await crashed.answer, "cannot be read in this browser")
    const closed = ask()
    closed.watched.close()
    assert.include(await closed.answer, "Reading was stopped")
  })
})
