import { assert, describe, it } from "@effect/vitest"
import "../../../support/words.ts"
import { grouped, held, type Lists } from "../../../../src/console/pages/alerts/grouped.ts"
import type { Alert } from "../../../../src/console/data/alerts.ts"

const alert = (id: string, status: Alert["status"], hour: number, entity_name = id) =>
  ({ id, status, entity_name, created_at: `2026-05-14T${String(hour).padStart(2, "0")}:00:00.000Z` }) as Alert

const lists: Lists = {
  open: [alert("c", "open", 12, "Alma"), alert("a", "open", 8)],
  acknowledged: [alert("b", "acknowledged", 10, "Alma")],
  resolved: [alert("d", "resolved", 1)]
}

const shown = (of: ReturnType<typeof grouped>) =>
  of.map(({ alerts, name }) => `${name}: ${alerts.map(({ id }) => id).join(" ")}`)

describe("the inbox in groups", () => {
  it("shows what was done below what waits; one status alone where that is asked for", () => {
    assert.deepStrictEqual(shown(grouped("time", "open", lists)), [
      "Open: c a",
      "Acknowledged: b",
      "Resolved: d"
    ])
    assert.deepStrictEqual(shown(grouped("time", "acknowledged", lists)), ["Acknowledged: b"])
    assert.deepStrictEqual(shown(grouped("animal", "open", lists)), ["Alma: c b", "a: a"])
    assert.deepStrictEqual(shown(grouped("animal", "resolved", lists)), ["d: d"])
  })

  it("keeps an alert that somebody looks at where it was, whatever became of it", () => {
    assert.deepStrictEqual(shown(grouped("time", "open", held(lists, "b", "open"))), [
      "Open: c b a",
      "Resolved: d"
    ])
    assert.strictEqual(held(lists, "b", "acknowledged"), lists)
    assert.strictEqual(held(lists, "gone", "open"), lists)
  })
})
