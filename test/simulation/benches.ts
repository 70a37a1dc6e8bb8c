// Rules from chance on the bench: for each seed a past and two rules, tested from a moment in it, and the events
// of the tests beside those that the engine had made of the same records.
import { Arbitrary, Effect } from "effect"
import type { RuleRow } from "../../src/engine/ports.ts"
import { type Benched, benched, BenchStory } from "../support/engine/benched.ts"

/** How large what is drawn may become: seeds have short pasts and long ones. */
const SIZES = { least: 8, most: 80 }

const stories = Arbitrary.schema(BenchStory)

/** The same for the same seed. */
export const benchStoryOf = (seed: number): BenchStory => {
  const size = SIZES.least + (seed % (SIZES.most - SIZES.least + 1))
  const [story] = Effect.runSync(Effect.orDie(Arbitrary.sampleEffect(stories, { seed, size, count: 1 })))
  return story!
}

export interface BenchOutcome {
  readonly rules: number
  /** rules that fired, and how often */
  readonly fired: number
  readonly events: number
  /** one for each rule whose test is not what the engine made */
  readonly differences: ReadonlyArray<string>
}

/** The first event that one has and the other has not; null: they have the same. */
const firstDifference = ({ failures, made, rule, tested }: Benched): string | null => {
  const at = [...made, null].findIndex((line, i) => line !== (tested[i] ?? null))
  const document = JSON.stringify(rule.document)
  if (failures.length > 0) return `the test of ${document} failed: ${failures.join(", ")}`
  return at < 0
    ? null
    : `${document}\n    the engine: ${made[at] ?? "no more"}\n    the bench:  ${tested[at] ?? "no more"}`
}

/** `asTested`: what is tested in the place of a rule. */
export const tellBench = (seed: number, asTested?: (rule: RuleRow) => RuleRow): BenchOutcome => {
  const all = benched(benchStoryOf(seed), asTested)
  return {
    rules: all.length,
    fired: all.filter(({ made }) => made.length > 0).length,
    events: all.reduce((sum, { made }) => sum + made.length, 0),
    differences: all.flatMap((one) => firstDifference(one) ?? [])
  }
}

/** Tells so many, one seed after the other, and writes what came of them; whether all agreed. */
export const tellBenches = (from: number, count: number, write: (text: string) => void): boolean => {
  const began = performance.now(),
    differing: Array<number> = []
  let rules = 0,
    fired = 0,
    events = 0
  for (let seed = from; seed < from + count; seed++) {
    const told = tellBench(seed)
    rules += told.rules
    fired += told.fired
    events += told.events
    if (told.differences.length === 0) continue
    differing.push(seed)
    write(
      `seed ${seed} differs:\n${told.differences.map((d) => `  ${d}\n`).join("")}  ` +
        `again: npm run simulate -- --benches 1 --from ${seed}\n`
    )
  }
  const seconds = (performance.now() - began) / 1000
  write(
    `${count} benches from ${from}: ${rules} rules, ${fired} of them fired, ${events} events in ` +
      `${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} a second: ` +
      `${differing.length === 0 ? "no difference" : `${differing.length} differ: ${differing.join(" ")}`}\n`
  )
  return differing.length === 0
}
