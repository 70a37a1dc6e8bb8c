// What this run of `npm run bench` was asked for; the program ends with its usage where that makes no sense.
import { type BenchOptions, type Measure, parseOptions, USAGE } from "./parseOptions.ts"

const given = (): BenchOptions => {
  const options = parseOptions(process.argv.slice(2))
  if (options !== null) return options
  console.error(USAGE)
  process.exit(2)
}

export const { compare: compared, entities, flood, json, measures, profile, seconds } = given()

/** Whether one of these measures was asked for. */
export const wants = (...names: ReadonlyArray<Measure>) => names.some((name) => measures.has(name))
