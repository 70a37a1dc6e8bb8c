import { assert, describe, it } from "@effect/vitest"
import { splitNewItems } from "../../../../src/console/pages/alerts/useFrozenList.ts"
import type { Alert } from "../../../../src/console/data/alerts.ts"

const alert = (id: string, minute: number) =>
  ({ id, created_at: `2026-05-14T09:${String(minute).padStart(2, "0")}:00.000Z` }) as Alert
const idsOf = (some: ReadonlyArray<Alert>) => some.map(({ id }) => id).join(" ")

describe("a list that somebody is at", () => {
  const all = [alert("d", 40), alert("c", 30), alert("b", 20)]

  it("stands still: who comes waits above it", () => {
    const [shown, arrived] = splitNewItems(all, all[1]!.created_at)
    assert.deepStrictEqual([idsOf(shown), idsOf(arrived)], ["c b", "d"])
  })

  it("shows everybody once nobody is there", () => {
    const [shown, arrived] = splitNewItems(all, null)
    assert.deepStrictEqual([idsOf(shown), idsOf(arrived)], ["d c b", ""])
  })
})
