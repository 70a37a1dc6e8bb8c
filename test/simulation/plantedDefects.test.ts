// Each planted defect is found by one of the first stories: a simulation that finds nothing would prove nothing.
import { assert, describe, it } from "vitest"
import { defects, wideDefects } from "./defects.ts"
import { simulate, WIDE } from "./simulate.ts"

/** Stories that a defect may go unseen in. */
const PATIENCE = 60

const finds = (all: typeof defects, from: number, patience: number) => {
  for (const [what, defect] of Object.entries(all)) {
    it(`finds that ${what}`, () => {
      let seed = 1
      while (seed <= patience && simulate(from + seed, defect).violations.length === 0) seed++
      assert.isAtMost(seed, patience)
    }, 60_000)
  }
}

describe("the simulation", () => {
  finds(defects, 0, PATIENCE)
  // what takes two owners at one time in one lane is rare
  finds(wideDefects, WIDE, 2 * PATIENCE)
})
