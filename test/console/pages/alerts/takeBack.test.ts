import { assert, describe, it } from "@effect/vitest"
import { canTakeBack } from "../../../../src/console/pages/alerts/TakeBack.tsx"
import type { Alert } from "../../../../src/console/data/alerts.ts"

const AT = Date.parse("2026-05-14T10:00:00.000Z")
type Step = Alert["steps"][number]

const step = (from: Alert["status"], to: Alert["status"], by = "ines", note: string | null = null): Step => ({
  at: new Date(AT).toISOString(),
  actor: { kind: "user", id: by, name: by },
  from,
  to,
  note
})
const can = (steps: ReadonlyArray<Step>, after = 1000) =>
  canTakeBack({ steps }, { now: AT + after, user: "ines" })

describe("what somebody did about an alert", () => {
  it("is offered to be taken back for a minute, if it is their own", () => {
    assert.isTrue(can([step("open", "acknowledged")]))
    assert.isFalse(can([step("open", "acknowledged", "erik")]))
    assert.isFalse(can([step("open", "acknowledged")], 60_000))
    assert.isFalse(can([]))
  })

  it("is not where the program noted something, or it was taken back", () => {
    assert.isFalse(can([step("open", "open")]))
    assert.isFalse(can([step("open", "acknowledged"), step("acknowledged", "open", "ines", "taken back")]))
    assert.isTrue(can([step("acknowledged", "open", "ines", "It is not over.")]))
  })
})
