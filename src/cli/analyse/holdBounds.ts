// The bounds of a run, held to a file; on one's own machine those of policy can be lifted.
import { Effect } from "effect"
import { type Bound, boundsOf, daysOf, explainBound } from "../../domain/analysis/bounds.ts"
import type { ComputedResult, SandboxJob } from "../../domain/analysis/SandboxJob.ts"
import { CommandFailed } from "../outcome.ts"
import type { AnalyseOptions } from "./analyseOptions.ts"

/** Bounds that are a server's policy; the others keep a result within the memory of a machine. */
const POLICY_BOUNDS: ReadonlySet<Bound["code"]> = new Set(["subjects", "days", "comparison_days"])

const remedies: Partial<Record<Bound["code"], string>> = {
  subjects: "Say which: --individuals A,B; --beyond-limits takes them all",
  days: "Say which part: --from and --to; --beyond-limits takes it whole",
  comparison_days: "Shorten --comparison; --beyond-limits takes it whole",
  areas: "Leave some out of the file of --areas",
  fixes: "--max-fixes N takes more"
}

const inOneLine = (bound: Bound): string => {
  const whose = bound.subject === undefined ? "" : `${bound.subject}: `,
    remedy = remedies[bound.code]
  return `${whose}${explainBound(bound)}${remedy === undefined ? "" : ` ${remedy}`}`
}

/**
 * Holds a file to what a run on a server may ask for at most, in the same words. Returns the bounds of policy
 * that are crossed with `--beyond-limits`: the result has to say them.
 */
export const holdBounds = (
  { isBeyondLimits, maxFixes, module, to }: AnalyseOptions,
  job: SandboxJob,
  areas: number
): Effect.Effect<ReadonlyArray<Bound>, CommandFailed> => {
  // a period that is the file's ends just after its last fix: that millisecond is no day of its own
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
  const held = crossed.filter(({ code }) => !isBeyondLimits || !POLICY_BOUNDS.has(code))
  return held.length === 0
    ? Effect.succeed(crossed)
    : Effect.fail(
        new CommandFailed({
          message: held.map(inOneLine).join("\n")
        })
      )
}

/** Adds the bounds that a result is beyond to its warnings, first of all, and to its provenance. */
export const sayBeyondLimits = (computed: ComputedResult, crossed: ReadonlyArray<Bound>): ComputedResult => {
  if (crossed.length === 0) return computed
  const { document } = computed
  return {
    ...computed,
    document: {
      ...document,
      warnings: [
        {
          code: "beyond_limits",
          level: "notice",
          subject: null,
          text: `${crossed.map(explainBound).join(" ")} Computed beyond the limits of a run, with --beyond-limits.`,
          counts: Object.fromEntries(crossed.map(({ code, value }) => [code, value]))
        },
        ...document.warnings
      ],
      provenance: {
        ...document.provenance,
        beyond_limits: Object.fromEntries(crossed.map(({ code, limit, value }) => [code, { limit, value }]))
      }
    }
  }
}
