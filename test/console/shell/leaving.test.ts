// What has no way back goes after a while, and can be kept until then.
import { afterEach, assert, beforeEach, it, vi } from "@effect/vitest"
import { clearSession } from "../../../src/console/data/signOut.ts"
import { keep, leave, leaveAll, leaveNow, LEAVES_AFTER_MS } from "../../../src/console/shell/leaving.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("goes once its time is over, and not before", () => {
  const gone: Array<string> = []
  leave("a", async () => void gone.push("a"))
  vi.advanceTimersByTime(LEAVES_AFTER_MS - 1)
  assert.deepStrictEqual(gone, [])
  vi.advanceTimersByTime(1)
  assert.deepStrictEqual(gone, ["a"])
})

it("stays if it is kept, and goes at once and only once if it is told to", () => {
  const gone: Array<string> = []
  leave("b", async () => void gone.push("b"))
  leave("c", async () => void gone.push("c"))
  keep("b")
  void leaveNow("c")
  void leaveNow("nobody")
  assert.deepStrictEqual(gone, ["c"])
  vi.advanceTimersByTime(2 * LEAVES_AFTER_MS)
  assert.deepStrictEqual(gone, ["c"])
})

it("goes at once when whoever wanted it gone goes, and stays for whoever comes after", async () => {
  const gone: Array<string> = []
  leave("d", async () => void gone.push("d"))
  await leaveAll()
  assert.deepStrictEqual(gone, ["d"])
  leave("e", async () => void gone.push("e"))
  vi.stubGlobal("sessionStorage", { clear: () => {} })
  clearSession()
  vi.unstubAllGlobals()
  vi.advanceTimersByTime(2 * LEAVES_AFTER_MS)
  assert.deepStrictEqual(gone, ["d"])
})
