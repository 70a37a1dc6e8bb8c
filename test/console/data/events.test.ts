import { assert, it } from "@effect/vitest"
import { nextLook } from "../../../src/console/data/events.ts"

const now = Date.parse("2026-05-14T09:00:00Z")
const queued = (seconds: number | null) => ({
  status: "queued" as const,
  next_attempt_at: seconds === null ? null : new Date(now + seconds * 1000).toISOString()
})
const ended = { status: "failed" as const, next_attempt_at: null }

it("what became of a delivery is looked at while one is queued, in seconds or when it is tried next", () => {
  assert.isFalse(nextLook([], now))
  assert.isFalse(nextLook([ended], now))
  assert.strictEqual(nextLook([ended, queued(null)], now), 3000)
  assert.strictEqual(nextLook([queued(-20)], now), 3000)
  assert.strictEqual(nextLook([queued(600), queued(20)], now), 20_000)
  assert.strictEqual(nextLook([queued(6000)], now), 60_000)
})
