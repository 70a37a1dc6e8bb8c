import { assert, it } from "@effect/vitest"
import { trackWindow } from "../../../../src/console/pages/event/trackWindow.ts"

const MINUTE = 60_000,
  HOUR = 60 * MINUTE
const time = Date.parse("2026-05-14T09:03:20Z")

it("a way beside an event goes on for an hour at least, and for twelve at most", () => {
  assert.strictEqual(trackWindow(time, time), HOUR)
  assert.strictEqual(trackWindow(time, time + 30 * MINUTE), HOUR)
  assert.strictEqual(trackWindow(time, time + 11.99 * HOUR), 12 * HOUR)
  assert.strictEqual(trackWindow(time, time + 400 * HOUR), 12 * HOUR)
})

it("ends at whole ten minutes between: a page that stays open asks for six ways an hour, and none ends before now", () => {
  const ends = new Set<number>()
  for (let now = time + 2 * HOUR; now < time + 3 * HOUR; now += 5000) {
    const end = time + trackWindow(time, now)
    assert.isAtLeast(end, now)
    ends.add(end)
  }
  assert.deepStrictEqual(
    [...ends].map((end) => new Date(end).toISOString().slice(11, 16)),
    ["11:10", "11:20", "11:30", "11:40", "11:50", "12:00", "12:10"]
  )
})
