// Which of the items that came in together is the one of a record.
import { assert, describe, it } from "@effect/vitest"
import { takenAt } from "../../../../src/console/pages/traffic/takenAt.ts"

const NOON = Date.parse("2026-11-24T12:00:00Z")
const item = (lag: number | null) => ({ received_at: "2026-11-24T12:00:00.400Z", lag_seconds: lag })

describe("the item of a record", () => {
  it("is the one that was true at its moment, also among many that came at once", () => {
    const items = [item(0.4), item(60.4), item(null), item(120.4)]
    assert.strictEqual(takenAt(items, NOON - 60_000), 1)
    assert.strictEqual(takenAt(items, NOON - 119_500), 3)
  })
  it("is none where none was true then", () => {
    assert.strictEqual(takenAt([item(0), item(null)], NOON - 60_000), -1)
    assert.strictEqual(takenAt([], NOON), -1)
  })
})
