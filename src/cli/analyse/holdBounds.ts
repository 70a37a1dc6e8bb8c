// The bounds of a run, held to a file.
import { Effect } from "effect"
import { type Bound, boundsOf, daysOf, explainBound } from "../../domain/analysis/bounds.ts"
import type { SandboxJob } from "../../domain/analysis/SandboxJob.ts"
import { CommandFailed } from "../outcome.ts"
import type { AnalyseOptions } from "./analyseOptions.ts"

const remedies: Partial<Record<Bound["code"], string>> = {
  subjects: "Say which: --individuals A,B",
  days: "Say which part: --from and --to",
  comparison_days: "Shorten --comparison",
  areas: "Leave some out of the file of --areas",
  fixes: "--max-fixes N takes more"
}

const inOneLine = (bound: Bound): string => {
  const whose = bound.subject === undefined ? "" : `${bound.subject}: `,
    remedy = remedies[bound.code]
  return `${whose}${explainBound(bound)}${remedy === undefined ? "" : ` ${remedy}`}`
}

/** What a run on a server may ask for at most holds here too, in the same words. */
export const holdBounds = (
  { maxFixes, module, to }: AnalyseOptions,
  job: SandboxJob,
  areas: number
): Effect.Effect<void, CommandFailed> => {
  // a period that is the file's ends just after its last fix: that millisecond is nobody's day
  const days = job.periods.map((p) => daysOf(p.from, p.key === "main" && to === null ? p.to - 1 : p.to))
  const fixes = job.subjects.map(({ id }, subject) => ({
    id,
    fixes: job.tracks.reduce((sum, t) => (t.subject === subject ? sum + t.time.length : sum), 0)
  }))
  const crossed = boundsOf(
    module.limits,
    {
      subjects: job.subjects.length,
      days: days[0]!,
      comparisonDays: days[1] ?? null,
      areas: module.limits["areas"] === undefined ? null : areas,
      fixes
    },
    maxFixes
  ).filter((bound) => bound.crossed)
  return crossed.length === 0
    ? Effect.void
    : Effect.fail(
        new CommandFailed({
          message: crossed.map(inOneLine).join("\n")
        })
      )
}
