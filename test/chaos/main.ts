// `npm run chaos -- --rounds 20 --seed 1`: rounds of killing the service, by turns with and without its database,
// a line a round; then floods, killed in their midst, with what each kill met; then the fault table: what was
// broken under a service, what it answered, what was lost; then `--copies 10` kills while rows are copied.
// `--engines 3 --rounds 20 --seconds 180` plays rounds of so many engine processes on one database instead; of what
// happens to them `--faults kill,stop` leaves some.
// `--faults no`, `--floods 0`, `--copies 0` or `--rounds 0` leaves one of them out, `--faults clock` plays the
// faults of that name. The exit code is 1 when anything was lost, doubled, left in pieces or answered as it must
// not be.
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { randomInt } from "node:crypto"
import { parseArgs } from "node:util"
import { describeCopies, killWhileCopying } from "./copyRound.ts"
import { faults } from "./faults.ts"
import { describeFlood, describeLeft, type FloodReport, playFlood, wholeFlood } from "./floodRound.ts"
import { describeEngines, engineFaults, type EngineReport, playEngines } from "./engineRound.ts"
import { everythingLab, programLab } from "./lab.ts"
import { describeFault, playFault } from "./playFault.ts"
import { describeReport, playRound, type Report } from "./round.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "20" },
    floods: { type: "string", default: "4" },
    copies: { type: "string", default: "10" },
    engines: { type: "string", default: "0" },
    seconds: { type: "string", default: "180" },
    seed: { type: "string", default: String(randomInt(1_000_000)) },
    faults: { type: "string", default: "yes" }
  }
})

const playRounds = Effect.fnUntraced(function* (rounds: number, seed: number) {
  process.stdout.write(`${rounds} rounds from seed ${seed}\n`)
  const labs = [yield* programLab, yield* everythingLab]
  const reports: Array<Report> = []
  for (let round = 0; round < rounds; round++) {
    // seeds far apart: a round draws from the numbers after its own
    const report = yield* playRound(labs[round % labs.length]!, seed + round * 1000)
    process.stdout.write(`round ${String(round + 1).padStart(2)}  ${describeReport(report)}\n`)
    reports.push(report)
  }
  const sum = (of: (r: Report) => number) => reports.reduce((total, r) => total + of(r), 0)
  const broken = reports.filter((r) => r.violations.length > 0)
  process.stdout.write(
    `${rounds} rounds, ${sum((r) => r.kills + r.killsAtStart)} kills, ${sum((r) => r.fixes)} ` +
      `fixes, ${sum((r) => r.events)} events, ${sum((r) => r.seconds).toFixed(0)} s: ` +
      `${broken.length === 0 ? "nothing lost, nothing doubled" : `${broken.length} rounds broke something (seeds ${broken.map((r) => r.seed).join(", ")})`}\n`
  )
  if (broken.length > 0) process.exitCode = 1
})

const playEngineRounds = Effect.fnUntraced(function* (engines: number, rounds: number, seed: number) {
  const kinds = engineFaults.filter(
    (kind) => values.faults === "yes" || values.faults.split(",").includes(kind)
  )
  const reports: Array<EngineReport> = []
  for (let round = 0; round < rounds; round++) {
    const report = yield* playEngines(engines, seed + round * 100_000, Number(values.seconds), kinds)
    process.stdout.write(`round ${String(round + 1).padStart(2)}  ${describeEngines(report)}\n`)
    reports.push(report)
    if (report.violations.length > 0) process.exitCode = 1
  }
  const all = { ...reports[0]!, takeovers: reports.flatMap((r) => r.takeovers), violations: [] }
  const sum = (of: (r: EngineReport) => number) => reports.reduce((total, r) => total + of(r), 0)
  process.stdout.write(
    `all rounds  ${describeEngines({
      ...all,
      faults: sum((r) => r.faults),
      fixes: sum((r) => r.fixes),
      events: sum((r) => r.events),
      refused: sum((r) => r.refused),
      violations: reports.flatMap((r) => r.violations),
      seconds: sum((r) => r.seconds)
    })}\n`
  )
})

const playFloods = Effect.fnUntraced(function* (floods: number, seed: number) {
  process.stdout.write(`${floods} floods from seed ${seed}\n`)
  const reports: Array<FloodReport> = []
  for (let round = 0; round < floods; round++) {
    // a database of its own: what every flood leaves is looked through to the last event
    const report = yield* Effect.scoped(
      Effect.gen(function* () {
        return yield* playFlood(
          yield* round % 2 === 0 ? programLab : everythingLab,
          seed + round * 1000,
          wholeFlood
        )
      })
    )
    process.stdout.write(`flood ${String(round + 1).padStart(2)}  ${describeFlood(report)}\n`)
    reports.push(report)
  }
  const broken = reports.filter((r) => r.violations.length > 0)
  process.stdout.write(
    `${floods} floods: ${describeLeft(reports.flatMap((r) => r.left))}: ` +
      `${broken.length === 0 ? "nothing lost, nothing doubled" : `${broken.length} floods broke something (seeds ${broken.map((r) => r.seed).join(", ")})`}\n`
  )
  if (broken.length > 0) process.exitCode = 1
})

const playFaults = Effect.fnUntraced(function* (seed: number) {
  for (const [i, fault] of faults.entries()) {
    if (values.faults !== "yes" && !fault.what.includes(values.faults)) continue
    const report = yield* Effect.scoped(playFault(fault, seed + i))
    process.stdout.write(
      `${report === null ? `${fault.what}\n    cannot be made on this machine: it takes a root who may mount` : describeFault(report)}\n`
    )
    if (report !== null && report.violations.length > 0) process.exitCode = 1
  }
})

const playCopies = Effect.fnUntraced(function* (kills: number, seed: number) {
  const report = yield* Effect.scoped(killWhileCopying(kills, seed))
  process.stdout.write(`${describeCopies(report)}\n`)
  if (report.violations.length > 0) process.exitCode = 1
})

const program = Effect.gen(function* () {
  const rounds = Number(values.rounds),
    floods = Number(values.floods),
    copies = Number(values.copies),
    engines = Number(values.engines),
    seed = Number(values.seed)
  if (engines > 0) return yield* playEngineRounds(engines, rounds, seed)
  if (rounds > 0) yield* playRounds(rounds, seed)
  if (floods > 0) yield* playFloods(floods, seed)
  if (values.faults !== "no") yield* playFaults(seed)
  if (copies > 0) yield* playCopies(copies, seed)
}).pipe(Effect.scoped)

NodeRuntime.runMain(program)
