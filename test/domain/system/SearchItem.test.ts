// Which of what was found is shown.
import { assert, describe, it } from "vitest"
import { bestOf } from "../../../src/domain/system/SearchItem.ts"

const item = (name: string, rank: number, at: string) =>
  ({ type: "entity", id: name, name, detail: null, severity: null, at, rank }) as const

describe("the best of what was found", () => {
  it("fits best, and is the newest of those that fit alike", () => {
    const found = [item("c", 2, "2026-01-03"), item("a", 0, "2026-01-01"), item("b", 2, "2026-01-04")]
    assert.deepStrictEqual(
      bestOf(found, 2).map(({ name }) => name),
      ["a", "b"]
    )
    assert.deepStrictEqual(Object.keys(bestOf(found, 1)[0]!), [
      "type",
      "id",
      "name",
      "detail",
      "severity",
      "at"
    ])
  })
})
