// The grazing analysis at its bounds: what a run takes by default, and what a year of a hundred animals takes
// where more is allowed.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { boundsOf, DEFAULT_MAX_FIXES, explainBound } from "../../src/domain/analysis/bounds.ts"
import { grazing } from "../../src/domain/analysis/modules/grazing.ts"
import type { Line } from "./report.ts"

interface Taken {
  readonly seconds: number
  readonly processor: number
  readonly peakMb: number
  /** share of the herd's time in any area */
  readonly inside: number
}

const run = (animals: number, areas: number, fixes: number): Taken =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, "grazingRun.ts"), ...[animals, areas, fixes].map(String)],
      { encoding: "utf8" }
    )
  ) as Taken // its own line

const { limits } = grazing
/** Half an hour between two fixes. */
const YEAR = limits.days * 48

/** What a request for the year of the whole herd is told, with the setting as it comes. */
const refusal = (): string =>
  boundsOf(
    limits,
    {
      subjects: limits.subjects,
      days: limits.days,
      comparisonDays: null,
      areas: limits["areas"]!,
      fixes: Array.from({ length: limits.subjects }, (_, n) => ({ id: String(n), fixes: YEAR }))
    },
    DEFAULT_MAX_FIXES
  )
    .filter((bound) => bound.crossed)
    .map(explainBound)
    .join(" ")

const EXPECTED =
  `The subjects have ${limits.subjects * YEAR} fixes in the period, and a run ` +
  `takes ${DEFAULT_MAX_FIXES}. Choose fewer subjects or a shorter period.`

export const grazingLines = (): ReadonlyArray<Line> => {
  const full = run(limits.subjects, limits["areas"]!, DEFAULT_MAX_FIXES / limits.subjects),
    year = run(limits.subjects, limits["areas"]!, YEAR)
  return [
    {
      key: "grazing",
      label: "grazing analysis of 500,000 fixes, 100 animals, 50 areas, one thread",
      value: full.seconds,
      unit: "s",
      digits: 2,
      target: { below: 15 }
    },
    { key: "grazing_memory", label: "  peak memory of its process", value: full.peakMb, unit: "MB" },
    {
      key: "grazing_refused",
      label: "a year of them is refused by default, with its number and what to do",
      value: refusal() === EXPECTED ? 1 : 0,
      unit: "",
      target: { atLeast: 1 }
    },
    {
      key: "grazing_year",
      label: `with ANALYSIS_MAX_FIXES raised, ${(limits.subjects * YEAR).toLocaleString("en-US")} fixes`,
      value: year.seconds,
      unit: "s",
      digits: 2,
      target: { below: 60 }
    },
    {
      key: "grazing_year_processor",
      label: "  processor time, garbage collection beside included",
      value: year.processor,
      unit: "s",
      digits: 2
    },
    {
      key: "grazing_year_memory",
      label: "  peak memory of its process",
      value: year.peakMb,
      unit: "MB",
      target: { below: 2000 }
    },
    {
      key: "grazing_year_inside",
      label: "  share of the time in any area",
      value: year.inside,
      unit: "",
      digits: 2
    }
  ]
}
