// What `npm run bench` was asked for on the command line.
import { parseArgs } from "node:util"
import { type FloodRun, floodRuns } from "./flood/flood.ts"

const MEASURES = [
  "raw",
  "pipeline",
  "calm",
  "half",
  "fences",
  "single",
  "sleeping",
  "underway",
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
type Measure = (typeof NAMED)[number]

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seconds: { type: "string", default: "6" },
    json: { type: "boolean", default: false },
    profile: { type: "string" },
    runs: { type: "string", default: floodRuns.join(",") },
    scale: { type: "string", default: "1" },
    limit: { type: "string", default: "180" },
    entities: { type: "string", default: "2000,10000" }
  }
})
/** How long each measure runs. */
export const seconds = Number(values.seconds)
export const { json, profile } = values
export const flood = {
  runs: floodRuns.filter((run) => values.runs.split(",").includes(run)),
  scale: Number(values.scale),
  limitSeconds: Number(values.limit)
}
/** How many move on the map of the console: one run each. */
export const entities = values.entities.split(",").map(Number)
const wanted = new Set<string>(values.only?.split(",") ?? MEASURES)
const strange = [
  ...[...wanted].filter((name) => !(NAMED as ReadonlyArray<string>).includes(name)),
  ...values.runs.split(",").filter((run) => !flood.runs.includes(run as FloodRun))
]
if (
  strange.length > 0 ||
  !(seconds > 0) ||
  !(flood.scale > 0) ||
  !(flood.limitSeconds > 0) ||
  !entities.every((n) => n > 0)
) {
  console.error(
    `usage: npm run bench -- [--only ${NAMED.join(",")}] [--seconds N] ` +
      `[--runs ${floodRuns.join(",")}] [--scale N] [--limit N] [--entities N,N] [--json] [--profile DIR]`
  )
  process.exit(2)
}
/** Whether one of these measures was asked for. */
export const wants = (...measures: ReadonlyArray<Measure>) => measures.some((m) => wanted.has(m))
