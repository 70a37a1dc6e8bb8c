// Taking back a step: whose, for how long, and what stands afterwards.
import { assert, describe, it } from "@effect/vitest"
import type { AlertStatus } from "../../../src/domain/event/alertStatus.ts"
import { TAKE_BACK_NOTE, takeBack } from "../../../src/domain/event/takeBack.ts"

const ines = { kind: "user", id: "ines" }

/** Steps by Ines, a second apart, through these statuses; the names of those that take the one before back. */
const through = (...statuses: ReadonlyArray<AlertStatus | readonly [AlertStatus, "back"]>) => {
  const names = statuses.map((s) => (typeof s === "string" ? s : s[0]))
  return statuses.slice(1).map((s, i) => ({
    id: String(i + 1),
    at: (i + 1) * 1000,
    actorKind: "user",
    actorId: "ines" as string | null,
    from: names[i]!,
    to: names[i + 1]!,
    note: typeof s === "string" ? null : TAKE_BACK_NOTE
  }))
}
const last = (steps: ReturnType<typeof through>, now = 0) =>
  takeBack(steps, ines, steps.length * 1000, steps.length * 1000 + now)

describe("taking a step back", () => {
  it("gives the status before, and what stood then", () => {
    for (const [steps, to, acknowledged, resolved] of [
      [through("open", "acknowledged"), "open", null, null],
      [through("open", "resolved"), "open", null, null],
      [through("open", "acknowledged", "resolved"), "acknowledged", "1", null],
      [through("open", "acknowledged", "resolved", "open"), "resolved", "1", "2"],
      [through("open", "resolved", "open", "acknowledged", "resolved", "open"), "resolved", "3", "4"],
      [through("open", "acknowledged", "resolved", "open", "acknowledged"), "open", null, null]
    ] as const)
      assert.deepStrictEqual(last(steps), { _tag: "TakenBack", to, acknowledged, resolved })
  })

  it("looks through steps that were taken back before", () => {
    assert.deepStrictEqual(
      last(through("open", "acknowledged", "resolved", ["acknowledged", "back"], "resolved", "open")),
      { _tag: "TakenBack", to: "resolved", acknowledged: "1", resolved: "4" }
    )
    assert.deepStrictEqual(last(through("open", "acknowledged", ["open", "back"], "resolved")), {
      _tag: "TakenBack",
      to: "open",
      acknowledged: null,
      resolved: null
    })
    assert.deepStrictEqual(
      last(through("open", "acknowledged", "resolved", "open", ["resolved", "back"], "open")),
      { _tag: "TakenBack", to: "resolved", acknowledged: "1", resolved: "2" }
    )
  })

  it("looks past what the program noted without moving the alert", () => {
    const steps = through("open", "acknowledged", "acknowledged", "resolved", "open")
    assert.deepStrictEqual(last(steps), {
      _tag: "TakenBack",
      to: "resolved",
      acknowledged: "1",
      resolved: "3"
    })
  })

  it("ends with the minute", () => {
    const steps = through("open", "acknowledged")
    assert.strictEqual(last(steps, 60_000)._tag, "TakenBack")
    assert.deepInclude(last(steps, 60_001), { _tag: "Refused", code: "ALERT_UNDO_OVER" })
  })

  it("is refused for a step that another one followed, that is somebody else's, or that took one back", () => {
    const two = through("open", "acknowledged", "resolved")
    assert.deepInclude(takeBack(two, ines, 1000, 1000), { code: "ALERT_STEP_FOLLOWED" })
    for (const caller of [
      { kind: "user", id: "jo" },
      { kind: "token", id: "ines" }
    ])
      assert.deepInclude(takeBack(two, caller, 2000, 2000), { code: "ALERT_STEP_OF_ANOTHER" })
    assert.deepInclude(last(through("open", "acknowledged", ["open", "back"])), {
      code: "ALERT_STEP_TAKEN_BACK"
    })
  })

  it("knows no step that was never made", () => {
    assert.deepStrictEqual(takeBack([], ines, 0, 0), { _tag: "Unknown" })
    assert.deepStrictEqual(takeBack(through("open", "acknowledged"), ines, 1001, 1001), { _tag: "Unknown" })
  })
})
