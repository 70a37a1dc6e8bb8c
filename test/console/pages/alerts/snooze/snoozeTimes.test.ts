// Until when people snooze: by their own day, wherever they are.
import { assert, it } from "@effect/vitest"
import "../../../../support/words.ts"
import { snoozeTimes } from "../../../../../src/console/pages/alerts/snooze/snoozeTimes.ts"

const times = (now: string, zone: string) =>
  snoozeTimes(Date.parse(now), zone).map(({ until, word }) => `${word}: ${new Date(until).toISOString()}`)

it("mornings are those of the project's zone, the shortest time first", () => {
  assert.deepStrictEqual(times("2026-05-13T22:30:00Z", "Europe/Stockholm"), [
    "For an hour: 2026-05-13T23:30:00.000Z",
    "For four hours: 2026-05-14T02:30:00.000Z",
    "Until tomorrow morning: 2026-05-15T04:00:00.000Z",
    "Until Monday morning: 2026-05-18T04:00:00.000Z",
    "For a week: 2026-05-21T04:00:00.000Z"
  ])
})

it("on a Sunday tomorrow is Monday, and on a Monday the next one is a week away", () => {
  const words = (now: string) => snoozeTimes(Date.parse(now), "UTC").map(({ word }) => word)
  assert.notInclude(words("2026-05-17T12:00:00Z"), "Until Monday morning")
  assert.deepStrictEqual(words("2026-05-18T12:00:00Z").slice(2), [
    "Until tomorrow morning",
    "Until Monday morning"
  ])
})
