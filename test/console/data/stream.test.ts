// The live stream where the network says nothing: neither that it is there nor that it is gone.
import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import { type Entry, follow } from "../../../src/console/data/stream.ts"

/** What a browser opens: it says what it is told to, and no more. */
class Source extends EventTarget {
  static readonly opened: Array<Source> = []
  readonly address: string
  isOpen = true

  constructor(address: string) {
    super()
    this.address = address
    Source.opened.push(this)
  }

  close(): void {
    this.isOpen = false
  }

  says(event: string, data: object, lastEventId = ""): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }))
  }
}

const SECOND = 1000

beforeEach(() => {
  vi.useFakeTimers()
  Source.opened.length = 0
  const page = new EventTarget()
  vi.stubGlobal("EventSource", Source)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("isSecureContext", false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that follows a project whose stream stands at entry 7. */
const listening = (isWorthwhile = () => Promise.resolve(true)) => {
  const heard: Array<Entry["type"]> = []
  const leave = follow("user", "project", ({ type }) => void heard.push(type), isWorthwhile)
  Source.opened[0]!.says("hello", { last_id: "7" })
  return { heard, leave, opened: Source.opened }
}

it("is lost when nothing is heard of it for 40 s, and is opened again where it was", async () => {
  const { heard, leave, opened } = listening()
  opened[0]!.says("alert.created", {}, "9")
  await vi.advanceTimersByTimeAsync(39 * SECOND)
  assert.deepStrictEqual(heard, ["open", "alert.created"])
  await vi.advanceTimersByTimeAsync(SECOND)
  assert.deepStrictEqual(heard, ["open", "alert.created", "lost"])
  assert.isFalse(opened[0]!.isOpen)
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  assert.lengthOf(opened, 2)
  assert.match(opened[1]!.address, /&last_event_id=9$/)
  leave()
})

it("is opened again though nobody answers whether that is worthwhile", async () => {
  const { leave, opened } = listening(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(40 * SECOND)
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  assert.lengthOf(opened, 1)
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  assert.lengthOf(opened, 2)
  leave()
})

it("that the browser opened again by itself is given its time anew", async () => {
  const { heard, leave, opened } = listening()
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  opened[0]!.says("hello", { last_id: "8" })
  await vi.advanceTimersByTimeAsync(15 * SECOND)
  assert.deepStrictEqual(heard, ["open", "open"])
  assert.isTrue(opened[0]!.isOpen)
  leave()
})

it("is there for as long as the server says every 15 s that it is alive, and is left alone once it was left", async () => {
  const { heard, leave, opened } = listening()
  for (let beat = 0; beat < 20; beat++) {
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    opened[0]!.says("alive", {})
  }
  assert.deepStrictEqual(heard, ["open"])
  leave()
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  assert.deepStrictEqual(heard, ["open"])
  assert.lengthOf(opened, 1)
})
