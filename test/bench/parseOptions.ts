// What `npm run bench` was asked for, from the arguments of the command line.
import { parseArgs } from "node:util"
import { type FloodRun, floodRuns } from "./flood/floodRuns.ts"

const MEASURES = [
  "raw",
  "pipeline",
  "calm",
  "half",
  "fences",
  "single",
  "sleeping",
  "underway",
  "engines",
  "ruletest",
  "movement",
  "grazing",
  "isolation",
  "attack",
  "login",
  "map",
  "websocket"
] as const
const NAMED = [...MEASURES, "flood", "memory", "console", "rulepage", "resultpage", "traces"] as const
export type Measure = (typeof NAMED)[number]

const COMPARED = ["raw", "pipeline", "calm", "single"] as const
/** ComparedMeasure is a measure that `--compare` takes of two commits. */
export type ComparedMeasure = (typeof COMPARED)[number]

/** USAGE is the text for arguments that are not understood. */
export const USAGE = `usage: npm run bench -- [--only ${NAMED.join(",")}] [--seconds N]
         [--runs ${floodRuns.join(",")}] [--scale N] [--limit N] [--entities N,N] [--json] [--profile DIR]
       npm run bench -- --compare REV [--only ${COMPARED.join(",")}] [--rounds N] [--seconds N] [--json]
         REV: any commit of git, measured in turns with this checkout`

/** BenchOptions are the options with their defaults. */
export interface BenchOptions {
  readonly measures: ReadonlySet<string>
  /** null: this checkout alone is measured */
  readonly compare: {
    readonly revision: string
    readonly measures: ReadonlyArray<ComparedMeasure>
    readonly rounds: number
  } | null
  /** how long each measure runs */
  readonly seconds: number
  readonly json: boolean
  /** where a CPU profile of the server goes */
  readonly profile: string | undefined
  readonly flood: {
    readonly runs: ReadonlyArray<FloodRun>
    readonly scale: number
    readonly limitSeconds: number
  }
  /** how many move on the map of the console: one run each */
  readonly entities: ReadonlyArray<number>
}

const read = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: "string" },
        compare: { type: "string" },
        rounds: { type: "string", default: "5" },
        seconds: { type: "string", default: "6" },
        json: { type: "boolean", default: false },
        profile: { type: "string" },
        runs: { type: "string", default: floodRuns.join(",") },
        scale: { type: "string", default: "1" },
        limit: { type: "string", default: "180" },
        entities: { type: "string", default: "2000,10000" }
      }
    }).values
  } catch {
    return null
  }
}

/** Returns the options; null for arguments that make no sense. */
export const parseOptions = (args: ReadonlyArray<string>): BenchOptions | null => {
  const values = read(args)
  if (values === null) return null
  const { compare: revision, json, profile } = values
  const known: ReadonlyArray<string> = revision === undefined ? NAMED : COMPARED
  const asked = values.only?.split(",") ?? (revision === undefined ? MEASURES : COMPARED)
  const runs = floodRuns.filter((run) => values.runs.split(",").includes(run))
  const rounds = Number(values.rounds),
    seconds = Number(values.seconds),
    scale = Number(values.scale),
    limitSeconds = Number(values.limit),
    entities = values.entities.split(",").map(Number)
  const makesSense =
    asked.every((name) => known.includes(name)) &&
    values.runs.split(",").length === runs.length &&
    [seconds, scale, limitSeconds, ...entities].every((n) => n > 0) &&
    Number.isInteger(rounds) &&
    rounds > 0 &&
    (revision === undefined || profile === undefined)
  return makesSense
    ? {
        measures: new Set(asked),
        compare:
          revision === undefined
            ? null
            : { revision, rounds, measures: COMPARED.filter((measure) => asked.includes(measure)) },
        seconds,
        json,
        profile,
        flood: { runs, scale, limitSeconds },
        entities
      }
    : null
}
