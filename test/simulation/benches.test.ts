// Tests of generated rules beside what the engine fired, which was fed the same records: many of them, from seeds.
import { spawnSync } from "node:child_process"
import { assert, describe, it } from "vitest"
import type { RuleDocument } from "../../src/domain/rule/Document.ts"
import { benchStoryOf, tellBench } from "./benches.ts"
import { casesOf, REPEATED, STORY } from "../support/stories.ts"

const SEEDS = casesOf(50),
  PATIENCE = 50

describe("the bench beside the engine", () => {
  it(`${SEEDS} seeds are told without a difference, and in most of them something fires`, REPEATED, () => {
    let fired = 0,
      rules = 0
    for (let seed = 1; seed <= SEEDS; seed++) {
      const told = tellBench(seed)
      assert.deepStrictEqual(
        told.differences,
        [],
        `seed ${seed}; again: npm run simulate -- --benches 1 --from ${seed}`
      )
      rules += told.rules
      fired += told.fired
    }
    assert.isAbove(rules, 2 * SEEDS)
    assert.isAbove(fired, SEEDS)
  })

  it("a seed is the same story each time, its neighbour another one", () => {
    assert.deepStrictEqual(benchStoryOf(7), benchStoryOf(7))
    assert.notDeepEqual(benchStoryOf(7), benchStoryOf(8))
  })

  const changed =
    (change: (document: RuleDocument) => Partial<RuleDocument>) =>
    (document: RuleDocument): RuleDocument => ({ ...document, ...change(document) })
  it.each([
    ["holds for a second longer", changed((d) => ({ for_seconds: (d.for_seconds ?? 0) + 1 }))],
    ["reminds sooner", changed(() => ({ cooldown_seconds: 1 }))],
    ["asks the opposite", changed((d) => ({ conditions: { not: d.conditions } }))]
  ])("finds a test that %s than the engine", (_, asTested) => {
    let seed = 1
    while (seed <= PATIENCE && tellBench(seed, asTested).differences.length === 0) seed++
    assert.isAtMost(seed, PATIENCE)
  })

  it("`--benches` tells them, says how many a second, and takes no option of the stories", STORY, () => {
    const told = (...given: ReadonlyArray<string>) =>
      spawnSync(process.execPath, ["test/simulation/main.ts", ...given], { encoding: "utf8" })
    const five = told("--benches", "5", "--from", "7")
    assert.match(
      five.stdout,
      /^5 benches from 7: 36 rules, \d+ of them fired, \d+ events in \d+ s, [\d.]+ a second: no difference$/m
    )
    assert.strictEqual(five.status, 0)
    assert.strictEqual(told("--benches", "0").status, 2)
    assert.strictEqual(told("--benches", "5", "--processes", "2").status, 2)
  })
})
