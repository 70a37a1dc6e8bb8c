// When a delivery is tried again, and what is settled before it is tried.
import { assert, describe, it } from "@effect/vitest"
import { outcomeWithoutSending } from "../../../src/domain/automation/ClaimedDelivery.ts"
import { remedies } from "../../../src/domain/automation/DeliveryCode.ts"
import { MAX_DELIVERY_ATTEMPTS, retryDelay } from "../../../src/domain/automation/retryDelay.ts"
import { claimed, event } from "./examples.ts"

describe("a delivery that failed", () => {
  it("is tried ten times over about twenty hours, each wait four times the one before and six hours at most", () => {
    const waits = Array.from({ length: MAX_DELIVERY_ATTEMPTS }, (_, n) => retryDelay(n + 1, 0.5, 0))
    assert.deepStrictEqual(waits, [
      5_000,
      20_000,
      80_000,
      320_000,
      1_280_000,
      5_120_000,
      20_480_000,
      21_600_000,
      21_600_000,
      null
    ])
    assert.approximately(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600_000, 19.6, 0.1)
  })

  it("comes back a fifth earlier or later by chance", () => {
    assert.strictEqual(retryDelay(1, 0, 0), 4_000)
    assert.strictEqual(retryDelay(1, 1, 0), 6_000)
    assert.strictEqual(retryDelay(9, 1, 0), 25_920_000)
  })

  it("waits as long as the receiver asks, an hour at most, and never less than its turn", () => {
    assert.strictEqual(retryDelay(1, 0.5, 60_000), 60_000)
    assert.strictEqual(retryDelay(1, 0.5, 86_400_000), 3_600_000)
    assert.strictEqual(retryDelay(5, 0.5, 60_000), 1_280_000)
    assert.isNull(retryDelay(10, 0.5, 60_000))
  })
})

describe("before it is tried, a delivery", () => {
  it("goes on when nothing speaks against it", () => {
    assert.isNull(outcomeWithoutSending(claimed()))
    assert.isNull(outcomeWithoutSending(claimed({ attempt: 10 })))
  })

  it.each([
    ["AUTOMATION_REMOVED", { isEnabled: null, action: null }],
    ["ACTION_REMOVED", { action: null }],
    ["AUTOMATION_DISABLED", { isEnabled: false }],
    ["SUPERSEDED", { event: { ...event, superseded: true } }]
  ] as const)("is skipped: %s", (code, changes) => {
    assert.deepInclude(outcomeWithoutSending(claimed(changes)), { _tag: "Skipped", code })
  })

  it("whose last attempt ended with the worker has failed", () => {
    assert.deepInclude(outcomeWithoutSending(claimed({ attempt: 11 })), {
      _tag: "Failed",
      code: "INTERRUPTED",
      final: true
    })
  })

  it("that a person asked for goes out although the automation is disabled or the event was superseded, but not without an action", () => {
    assert.isNull(
      outcomeWithoutSending(
        claimed({ isAsked: true, isEnabled: false, event: { ...event, superseded: true } })
      )
    )
    assert.deepInclude(outcomeWithoutSending(claimed({ isAsked: true, action: null })), {
      code: "ACTION_REMOVED"
    })
  })

  it("has a remedy for every code", () => {
    for (const [code, remedy] of Object.entries(remedies)) assert.match(remedy, /^[A-Z].*\.$/, code)
  })
})
