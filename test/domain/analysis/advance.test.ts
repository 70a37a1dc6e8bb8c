// The table of a run's states. That the statements keep to it, row by row of specification 3.3, is shown in
// `test/store/analyses/runTable.test.ts`.
import { assert, describe, it } from "vitest"
import {
  advance,
  INITIAL_STATUS,
  isOver,
  runMoves,
  runStatuses,
  type RunMove,
  type RunStatus
} from "../../../src/domain/analysis/advance.ts"

const steps: ReadonlyArray<readonly [from: RunStatus, move: RunMove, to: RunStatus]> = [
  ["queued", "begin", "running"],
  ["queued", "refuse", "failed"],
  ["queued", "cancel", "cancelled"],
  ["running", "complete", "completed"],
  ["running", "fail", "failed"],
  ["running", "cancel", "running"],
  ["running", "stop", "cancelled"]
]

describe("a run", () => {
  it("begins as queued", () => assert.strictEqual(INITIAL_STATUS, "queued"))

  for (const [from, move, to] of steps)
    it(`goes from ${from} to ${to} by ${move}`, () => assert.strictEqual(advance(from, move), to))

  it("goes nowhere else", () => {
    const others = runStatuses.flatMap((from) =>
      runMoves
        .filter((move) => !steps.some(([f, m]) => f === from && m === move))
        .map((move) => [from, move] as const)
    )
    assert.lengthOf(others, runStatuses.length * runMoves.length - steps.length)
    for (const [from, move] of others) assert.isNull(advance(from, move), `${from} by ${move}`)
  })

  it("is over when it is completed, failed or cancelled, and reaches one of these from everywhere", () => {
    assert.deepStrictEqual(runStatuses.filter(isOver), ["completed", "failed", "cancelled"])
    const ends = (from: RunStatus): boolean =>
      isOver(from) ||
      runMoves.some((move) => {
        const to = advance(from, move)
        return to !== null && to !== from && ends(to)
      })
    assert.isTrue(runStatuses.every(ends))
  })
})
