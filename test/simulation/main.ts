// `npm run simulate -- --seeds 10000 --from 1`: stories from seeds, one after the other in this process.
//   --seeds N    how many (1000)
//   --from S     the first seed (1)
//   --trace      everything that happened, for one seed that fails
import { parseArgs } from "node:util"
import { simulate } from "./simulate.ts"

const { values } = parseArgs({ options: { seeds: { type: "string", default: "1000" }, from: { type: "string", default: "1" }, trace: { type: "boolean", default: false } } })
const seeds = Number(values.seeds), from = Number(values.from)
if (!Number.isInteger(seeds) || seeds < 1 || !Number.isInteger(from) || from < 0) {
  process.stderr.write("usage: npm run simulate -- [--seeds N] [--from S] [--trace]\n")
  process.exit(2)
}

/** Between two lines of progress. */
const EVERY_MS = 5000

const began = performance.now(), failed: Array<number> = []
const sums = { events: 0, superseded: 0, late: 0, commits: 0, crashes: 0, faults: 0, lanes: 0, slices: 0, halves: 0, virtualMs: 0 }
let told = began
for (let seed = from; seed < from + seeds; seed++) {
  const outcome = simulate(seed)
  for (const name of Object.keys(sums) as ReadonlyArray<keyof typeof sums>) sums[name] += outcome[name]
  if (values.trace) process.stdout.write(outcome.trace.join("\n") + "\n")
  if (outcome.violations.length > 0) {
    failed.push(seed)
    process.stdout.write(`seed ${seed} breaks something:\n${outcome.violations.map((v) => `  ${v}\n`).join("")}  again: npm run simulate -- --from ${seed} --seeds 1 --trace\n`)
  }
  if (performance.now() - told > EVERY_MS) {
    told = performance.now()
    process.stderr.write(`${seed - from + 1} of ${seeds}, ${failed.length} failed\n`)
  }
}
const seconds = (performance.now() - began) / 1000
process.stdout.write(`${seeds} seeds from ${from}: ${sums.events} events (${sums.superseded} superseded), ${sums.late} late facts, ${sums.commits} commits, ${sums.lanes} lanes of ${sums.slices} turns, ${sums.halves} half ticks, ${sums.crashes} crashes, ${sums.faults} faults, ` +
  `${Math.round(sums.virtualMs / 3_600_000)} hours in ${seconds.toFixed(0)} s: ${failed.length === 0 ? "no violation" : `${failed.length} seeds broke something: ${failed.join(" ")}`}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
