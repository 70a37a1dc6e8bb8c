// Clocks that are set: what is told of it, and which one time goes on by.
import { assert, describe, it } from "@effect/vitest"
import { type ClockAgreement, compareClocks } from "../../../src/domain/system/clocks.ts"

const HOUR = 3_600_000,
  AT = Date.parse("2026-05-01T00:00:00Z")
const unmet: ClockAgreement = { aheadMs: null, machineMs: 0 }

/** A look at a moment, in ms since the first: the steady clock then shows just that. */
const look = (
  known: ClockAgreement,
  steady: number,
  off: { readonly machine?: number; readonly database?: number } = {}
) =>
  compareClocks(known, {
    steady,
    database: AT + steady + (off.database ?? 0),
    machine: AT + steady + (off.database ?? 0) + (off.machine ?? 0)
  })

describe("time", () => {
  it("is the database's from the first look on, whatever the machine's clock says, and that it says something else is told", () => {
    assert.deepStrictEqual(look(unmet, 0), [{ aheadMs: AT, machineMs: 0 }, []])
    assert.deepStrictEqual(look(unmet, 0, { machine: -24 * HOUR }), [
      { aheadMs: AT, machineMs: -24 * HOUR },
      [{ _tag: "MachineDiffers", aheadMs: -24 * HOUR }]
    ])
  })

  it("goes on undisturbed when the machine's clock is set; that is told once, and once when it is set right", () => {
    const [before] = look(unmet, 0)
    const [during, told] = look(before, 5000, { machine: HOUR })
    assert.deepStrictEqual([during.aheadMs, told], [AT, [{ _tag: "MachineDiffers", aheadMs: HOUR }]])
    const [still, again] = look(during, 10_000, { machine: HOUR + 900 })
    assert.deepStrictEqual([still, again], [during, []])
    assert.deepStrictEqual(look(still, 15_000, { machine: 2 * HOUR })[1], [
      { _tag: "MachineDiffers", aheadMs: 2 * HOUR }
    ])
    assert.deepStrictEqual(look(still, 15_000), [before, [{ _tag: "MachineAgrees" }]])
  })

  it("follows the database's clock when that is set, with the machine's or without", () => {
    const [before] = look(unmet, 0)
    assert.deepStrictEqual(look(before, 5000, { database: -HOUR }), [
      { aheadMs: AT - HOUR, machineMs: 0 },
      [{ _tag: "DatabaseSet", byMs: -HOUR }]
    ])
    assert.deepStrictEqual(look(before, 5000, { database: HOUR, machine: -HOUR })[1], [
      { _tag: "DatabaseSet", byMs: HOUR },
      { _tag: "MachineDiffers", aheadMs: -HOUR }
    ])
  })

  it("does not jitter: two seconds are agreement", () => {
    const [before] = look(unmet, 0)
    for (const off of [-2000, -1, 1, 2000])
      assert.deepStrictEqual(look(before, 5000, { database: off, machine: -off }), [before, []])
  })
})
