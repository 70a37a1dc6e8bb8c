import { assert, describe, it } from "vitest"
import {
  alertActions,
  alertStatuses,
  type AlertAction,
  type AlertStatus,
  nextStatus
} from "../../../src/domain/event/alertStatus.ts"

const table: ReadonlyArray<readonly [AlertStatus, AlertAction, AlertStatus | "unchanged" | "forbidden"]> = [
  ["open", "acknowledge", "acknowledged"],
  ["open", "resolve", "resolved"],
  ["open", "reopen", "unchanged"],
  ["acknowledged", "acknowledge", "unchanged"],
  ["acknowledged", "resolve", "resolved"],
  ["acknowledged", "reopen", "forbidden"],
  ["resolved", "acknowledge", "forbidden"],
  ["resolved", "resolve", "unchanged"],
  ["resolved", "reopen", "open"]
]

describe("open→acknowledged→resolved, open→resolved, resolved→open", () => {
  it.each(table)("%s, asked to %s: %s", (status, action, expected) => {
    const handled = nextStatus(status, action, "seen from the road")
    if (expected === "unchanged") assert.deepStrictEqual(handled, { _tag: "Unchanged" })
    else if (expected === "forbidden") assert.strictEqual(handled._tag, "Forbidden")
    else assert.deepStrictEqual(handled, { _tag: "Moved", to: expected })
  })

  it("has an answer for every status and action", () => {
    assert.strictEqual(table.length, alertStatuses.length * alertActions.length)
  })
})

describe("a note", () => {
  it.each([null, "", " \n\t"])("is required to reopen, and %j is none", (note) => {
    assert.deepStrictEqual(nextStatus("resolved", "reopen", note), { _tag: "NoteMissing" })
  })

  it("is not required for anything else", () => {
    const wanting = table.filter(
      ([status, action]) => nextStatus(status, action, null)._tag === "NoteMissing"
    )
    assert.deepStrictEqual(wanting, [["resolved", "reopen", "open"]])
  })
})

it("a refusal names the status the alert has", () => {
  assert.deepStrictEqual(nextStatus("acknowledged", "reopen", "why not"), {
    _tag: "Forbidden",
    detail: "the alert is acknowledged: it cannot become open"
  })
})
