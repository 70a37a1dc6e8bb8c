// Each planted defect is found by one of the first stories: a simulation that finds nothing would prove nothing.
// @module-tag story
import { assert, describe, it } from "vitest"
import { defects, wideDefects, outageDefects } from "./defects.ts"
import { moveDefects } from "./moveDefects.ts"
import { simulate, WIDE, OUTAGES } from "./simulate.ts"

/** Stories that a defect may go unseen in. */
const PATIENCE = 60

/**
 * The first story in which a defect was seen, of those that are seen late. It is told first, which saves the
 * ones before it; where it shows nothing any more, they are all told.
 */
const SEEN: Readonly<Record<string, number>> = {
  "two owners commit: nobody asks for the epoch or the place in the log": 43,
  "a claim does not raise the epoch: who owned a partition before commits to it as well": 133,
  "deadlines of other engines are loaded": 21,
  "timers of a lost partition still go off": 33,
  "timers are not restored": 25,
  "what devices said last is forgotten": 156,
  "states that a failed commit decided are kept": 52,
  "records of the window under way are not known": 27,
  "half ticks are forgotten after a restart": 51,
  "half ticks count as whole ones": 51,
  "whoever had the log before goes on in its lanes: nobody asks for the epoch, or where the lanes are": 22,
  "everybody waits while a project is in a lane": 45,
  "a commit is as large as the log is long": 14,
  "a record proves nothing of the other ways of who reports by several": 1164
}

const finds = (all: typeof defects, from: number, patience: number) => {
  for (const [what, defect] of Object.entries(all)) {
    it(`finds that ${what}`, () => {
      const isSeen = (seed: number) => simulate(from + seed, defect).violations.length > 0
      if (SEEN[what] !== undefined && isSeen(SEEN[what])) return
      let seed = 1
      while (seed <= patience && !isSeen(seed)) seed++
      assert.isAtMost(seed, patience)
    }, 60_000)
  }
}

describe("the simulation", () => {
  finds(defects, 0, PATIENCE)
  finds(moveDefects, 0, PATIENCE)
  // what takes two owners at one time in one lane is rare
  finds(wideDefects, WIDE, 2 * PATIENCE)
  finds(outageDefects, OUTAGES, PATIENCE)

  it("knows where defects were seen only of those there are", () => {
    const known = { ...defects, ...moveDefects, ...wideDefects, ...outageDefects }
    assert.deepStrictEqual(
      Object.keys(SEEN).filter((what) => known[what] === undefined),
      []
    )
  })
})
