// Who made the step that an alert stands by, as its steps tell it.
import { assert, describe, it } from "@effect/vitest"
import "../../../support/words.ts"
import { wasFirst } from "../../../../src/console/pages/alerts/wasFirst.ts"
import type { Alert } from "../../../../src/console/data/alerts.ts"

type Made = Alert["steps"][number]

const ME = "00000000-0000-7000-8000-00000000000a",
  INES = "00000000-0000-7000-8000-00000000000b"

const step = (to: Made["to"], actor: Partial<Made["actor"]>, note: string | null = null): Made => ({
  at: "2026-05-14T09:00:00.000Z",
  actor: { kind: "user", id: INES, name: "Ines", ...actor },
  from: to === "acknowledged" ? "open" : "acknowledged",
  to,
  note
})
const mine = { id: ME, name: "Erik" }

describe("somebody else was first", () => {
  it("is said of a step that another person made, and that the note was not kept where there was one", () => {
    const resolved = { steps: [step("acknowledged", mine), step("resolved", {}, "Theirs.")] }
    assert.strictEqual(
      wasFirst(resolved, "resolve", "The gate was open.", ME),
      "Ines resolved it first; your note was not kept."
    )
    assert.strictEqual(wasFirst(resolved, "resolve", undefined, ME), "Ines resolved it first.")
    assert.strictEqual(
      wasFirst({ steps: [step("acknowledged", {})] }, "acknowledge", undefined, ME),
      "Ines has it already."
    )
  })

  it("is not said of one's own step", () => {
    assert.isNull(wasFirst({ steps: [step("acknowledged", mine)] }, "acknowledge", undefined, ME))
    assert.isNull(
      wasFirst({ steps: [step("resolved", mine, "The gate was open.")] }, "resolve", "The gate was open.", ME)
    )
    assert.isNull(wasFirst({ steps: [] }, "reopen", "She is out again.", ME))
  })

  it("is said of one's own step of before, which keeps its own note", () => {
    const before = { steps: [step("resolved", mine, "In another tab.")] }
    assert.strictEqual(
      wasFirst(before, "resolve", "The gate was open.", ME),
      "You resolved it first; your note was not kept."
    )
  })

  it("names who has no name, and programs; a token of one's own is not oneself", () => {
    const by = (actor: Partial<Made["actor"]>) =>
      wasFirst({ steps: [step("acknowledged", actor)] }, "acknowledge", undefined, ME)
    assert.strictEqual(by({ name: null }), "A member without a name has it already.")
    assert.strictEqual(by({ kind: "token", id: ME, name: null }), "A program has it already.")
  })

  it("looks at the step that moved the alert, not at what the program noted since", () => {
    const noted: Made = {
      ...step("acknowledged", { kind: "system", id: null, name: null }),
      from: "acknowledged"
    }
    assert.strictEqual(
      wasFirst({ steps: [step("acknowledged", {}), noted] }, "acknowledge", undefined, ME),
      "Ines has it already."
    )
  })
})
