// `npm run simulate -- --seeds 10000 --from 1`: stories from seeds, one after the other.
//   --seeds N      how many (1000, or as many as fit into --seconds)
//   --seconds T    no more are begun after so long
// --from S the first seed (1); `day`: one that follows from today's date (UTC), so that every day has stories
// nobody has told
//   --processes P  side by side (1): each tells every P-th story
//   --trace        everything that happened, for one seed that fails
// `npm run simulate -- --benches 1000 --from 1`: rules and pasts from seeds instead, the tests of the rules beside
// what the engine made of the same records (benches.ts); with --from alone
// Even seeds are of stories with one engine that has all partitions, odd ones of two to four that share them
// (withEngines.ts). Seeds from 10,000,000 on are of stories that may have floods too, those from 50,000,000 to 59,999,999 of stories in which
// ways in are not heard for a while (simulate.ts).
import { fork } from "node:child_process"
import { parseArgs } from "node:util"
import { seedOfDay } from "./seedOfDay.ts"

const usage = (): never => {
  process.stderr.write(
    "usage: npm run simulate -- [--seeds N] [--seconds T] [--from S|day] [--processes P] [--trace]\n" +
      "       npm run simulate -- --benches N [--from S|day]\n"
  )
  process.exit(2)
}

const given = () => {
  try {
    return parseArgs({
      options: {
        seeds: { type: "string" },
        seconds: { type: "string" },
        benches: { type: "string" },
        from: { type: "string", default: "1" },
        processes: { type: "string", default: "1" },
        trace: { type: "boolean", default: false },
        every: { type: "string", default: "1" }
      }
    }).values
  } catch {
    return usage()
  }
}

const numberFrom = (text: string, least: number): number => {
  const n = Number(text)
  return Number.isInteger(n) && n >= least ? n : usage()
}

const values = given(),
  seconds = values.seconds === undefined ? Infinity : numberFrom(values.seconds, 1)
const from = values.from === "day" ? seedOfDay(new Date()) : numberFrom(values.from, 0)
const seeds =
  values.seeds !== undefined ? numberFrom(values.seeds, 1) : seconds === Infinity ? 1000 : Infinity
const processes = numberFrom(values.processes, 1),
  every = numberFrom(values.every, 1)

/** Between two lines of progress. */
const EVERY_MS = 5000

const names = [
  "events",
  "superseded",
  "late",
  "commits",
  "lanes",
  "slices",
  "halves",
  "crashes",
  "faults",
  "claims",
  "refused",
  "virtualMs"
] as const

/** What a process has told. */
interface Told {
  readonly sums: Record<(typeof names)[number], number>
  stories: number
  readonly failed: Array<number>
}

const nothing = (): Told => ({
  sums: {
    events: 0,
    superseded: 0,
    late: 0,
    commits: 0,
    lanes: 0,
    slices: 0,
    halves: 0,
    crashes: 0,
    faults: 0,
    claims: 0,
    refused: 0,
    virtualMs: 0
  },
  stories: 0,
  failed: []
})

const began = performance.now()
const passed = () => (performance.now() - began) / 1000

const tellHere = async (): Promise<Told> => {
  const { simulate } = await import("./simulate.ts")
  const told = nothing()
  let said = began
  for (let seed = from; told.stories < seeds && passed() < seconds; seed += every) {
    const outcome = simulate(seed)
    told.stories++
    for (const name of names) told.sums[name] += outcome[name]
    if (values.trace) process.stdout.write(outcome.trace.join("\n") + "\n")
    if (outcome.violations.length > 0) {
      told.failed.push(seed)
      process.stdout.write(
        `seed ${seed} breaks something:\n${outcome.violations.map((v) => `  ${v}\n`).join("")}  ` +
          `again: npm run simulate -- --from ${seed} --seeds 1 --trace\n`
      )
    }
    if (performance.now() - said < EVERY_MS) continue
    said = performance.now()
    process.stderr.write(
      `${told.stories} of ${seeds === Infinity ? `${passed().toFixed(0)} of ${seconds} s` : seeds}, ${told.failed.length} failed\n`
    )
  }
  return told
}

/**
 * A story leaves thirty megabytes behind and keeps one of them: with as much room for what is new most of it
 * is gone before anything looks through it, which saves about a twentieth of the time.
 */
const ROOM = ["--min-semi-space-size=64", "--max-semi-space-size=64", "--use-largepages=silent"]

/** A process tells every so-many-th story, and says at its end what became of them. */
const tellBeside = (n: number): Promise<Told> =>
  new Promise((resolve, reject) => {
    const own = Math.ceil((seeds - n) / processes)
    if (own < 1) return resolve(nothing())
    const child = fork(
      import.meta.filename,
      [
        "--from",
        String(from + n),
        "--every",
        String(processes),
        ...(seeds === Infinity ? [] : ["--seeds", String(own)]),
        ...(seconds === Infinity ? [] : ["--seconds", String(seconds)]),
        ...(values.trace ? ["--trace"] : [])
      ],
      { execArgv: [...process.execArgv, ...ROOM] }
    )
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void child.kill(signal))
    child.on("message", (told) => resolve(told as Told))
    child.on("exit", (code) => reject(new Error(`a process ended with ${code}`)))
  })

const together = (all: ReadonlyArray<Told>): Told => {
  const sum = nothing()
  for (const { failed, stories, sums } of all) {
    sum.stories += stories
    sum.failed.push(...failed)
    for (const name of names) sum.sums[name] += sums[name]
  }
  return sum
}

if (values.from === "day") process.stdout.write(`the first seed of today is ${from}\n`)
if (values.benches !== undefined) {
  const count = numberFrom(values.benches, 1)
  if (values.seeds !== undefined || seconds !== Infinity || processes !== 1 || values.trace) usage()
  const { tellBenches } = await import("./benches.ts")
  process.exit(tellBenches(from, count, (text) => process.stdout.write(text)) ? 0 : 1)
}
const told =
  process.send !== undefined
    ? await tellHere()
    : together(await Promise.all(Array.from({ length: processes }, (_, n) => tellBeside(n))))
if (process.send !== undefined) process.send(told)
else {
  const { failed, stories, sums } = told,
    took = passed()
  process.stdout.write(
    `${stories} seeds from ${from}: ${sums.events} events (${sums.superseded} ` +
      `superseded), ${sums.late} late facts, ${sums.commits} commits, ` +
      `${sums.lanes} lanes of ${sums.slices} turns, ${sums.halves} half ticks, ${sums.crashes} ` +
      `crashes, ${sums.faults} faults, ${sums.claims} claims, ${sums.refused} refused commits, ` +
      `${Math.round(sums.virtualMs / 3_600_000)} hours in ${took.toFixed(0)} ` +
      `s, ${(stories / took).toFixed(1)} a second: ` +
      `${failed.length === 0 ? "no violation" : `${failed.length} seeds broke something: ${failed.toSorted((a, b) => a - b).join(" ")}`}\n`
  )
}
process.exitCode = told.failed.length === 0 ? 0 : 1
