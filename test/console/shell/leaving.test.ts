// What has no way back goes after a while, and can be kept until then.
import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import { keep, leave, leaveNow, LEAVES_AFTER_MS } from "../../../src/console/shell/leaving.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("goes once its time is over, and not before", () => {
  const gone: Array<string> = []
  leave("a", () => gone.push("a"))
  vi.advanceTimersByTime(LEAVES_AFTER_MS - 1)
  assert.deepStrictEqual(gone, [])
  vi.advanceTimersByTime(1)
  assert.deepStrictEqual(gone, ["a"])
})

it("stays if it is kept, and goes at once and only once if it is told to", () => {
  const gone: Array<string> = []
  leave("b", () => gone.push("b"))
  leave("c", () => gone.push("c"))
  keep("b")
  leaveNow("c")
  leaveNow("nobody")
  assert.deepStrictEqual(gone, ["c"])
  vi.advanceTimersByTime(2 * LEAVES_AFTER_MS)
  assert.deepStrictEqual(gone, ["c"])
})
