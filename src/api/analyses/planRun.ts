// Plans a run from the parameters of a request: reads them, finds the subjects within the caller's scope,
// checks the areas and the limits.
import { Effect, Result, Struct } from "effect"
import type { Estimate } from "../../contract/schemas/analysisEstimate.ts"
import { Invalid, type Issue } from "../../contract/http/errors.ts"
import type { Visibility } from "../../domain/access/Visibility.ts"
import { boundsOf, daysOf, explainBound, memberOf } from "../../domain/analysis/bounds.ts"
import { catalogue, type ModuleKey } from "../../domain/analysis/catalogue.ts"
import { judgeAreas } from "../../domain/analysis/judgeAreas.ts"
import { type RequestedRun, periodsOf, planOf, type Selector } from "../../domain/analysis/Plan.ts"
import { storedParameters, readParameters } from "../../domain/analysis/readParameters.ts"
import type { PlannedRun } from "../../store/analyses/changeRuns.ts"
import type { Runs } from "../../store/analyses/Runs.ts"

/** `RunPlan` is a run as it would be queued, and the estimate of what it reads. */
interface RunPlan {
  readonly run: Pick<PlannedRun, "module" | "parameters" | "subjectIds" | "plan">
  readonly estimate: Estimate
}

/** `MAX_COUNTED_SUBJECTS` bounds the subjects whose fixes are counted: more exceed the limit anyway. */
const MAX_COUNTED_SUBJECTS = 200

const herdsOf = ({ herdB, selector }: RequestedRun): ReadonlyArray<Selector> =>
  herdB === null ? [selector] : [selector, { entity_ids: herdB }]

/**
 * Returns issues for ids that do not exist in the project. With a limited scope they are treated like ids
 * outside of it, which are left out (specification 4.2); only callers who see the whole project get the
 * issues.
 */
const unknownIds = (
  asked: RequestedRun,
  herds: ReadonlyArray<ReadonlyArray<{ readonly id: string }>>,
  given: Readonly<Record<string, unknown>>
): ReadonlyArray<Issue> =>
  herdsOf(asked).flatMap((selector, at) => {
    if (!("entity_ids" in selector)) return []
    const member = at === 0 ? "entity_ids" : "herd_b_entity_ids",
      found = new Set(herds[at]!.map(({ id }) => id))
    const sent = given[member] as ReadonlyArray<string> // it was read as a list of ids
    return selector.entity_ids
      .filter((id) => !found.has(id))
      .map((id) => ({
        pointer: `/${member}/${sent.indexOf(id)}`,
        code: "UNKNOWN_REFERENCE",
        detail: `There is no such entity in this project: ${id}.`
      }))
  })

/** Where an issue lies: in a body below `parameters`, in a query the parameter itself. */
type Place = (pointer: string) => string

/** Returns the pointer of an issue in a body. */
export const inBody: Place = (pointer) => `/parameters${pointer}`
/** Returns the pointer of an issue in a query. */
export const inQuery: Place = (pointer) => pointer

/**
 * Plans a run. Fails with 422 for invalid parameters, and with the estimate where a limit is exceeded.
 * `maxFixes` is the setting `ANALYSIS_MAX_FIXES`.
 */
export const planRun = Effect.fn("planRun")(function* (
  runs: Runs["Service"],
  projectId: string,
  visibility: Visibility,
  key: ModuleKey,
  given: Readonly<Record<string, unknown>>,
  maxFixes: number,
  place: Place
) {
  const module = catalogue[key]
  const read = readParameters(module, given)
  if (Result.isFailure(read))
    return yield* Invalid.of(
      read.failure.map((issue): Issue => ({ ...issue, pointer: place(issue.pointer) }))
    )
  const asked = read.success

  const herds = yield* Effect.forEach(herdsOf(asked), (selector) =>
    runs.subjects(projectId, visibility, selector)
  )
  const unknown = visibility === null ? unknownIds(asked, herds, given) : []
  if (unknown.length > 0)
    return yield* Invalid.of(unknown.map((issue) => ({ ...issue, pointer: place(issue.pointer) })))
  const both = herds.flat()
  const subjects = both.filter((s, at) => both.findIndex((o) => o.id === s.id) === at)
  if (herds.some((herd) => herd.length === 0))
    return yield* Invalid.at(place("/entity_ids"), "NO_SUBJECTS", "Nobody that you may see is chosen.")
  if (subjects.length < both.length)
    return yield* Invalid.at(place("/herd_b_entity_ids"), "IN_BOTH_HERDS", "An animal is in both herds.")

  const { featureIds, periods } = asked
  const areas =
    featureIds === null ? null : judgeAreas(featureIds, yield* runs.features(projectId, featureIds))
  const subjectIds = subjects.map(({ id }) => id)
  const plan = planOf(asked, subjectIds)
  const counted = yield* runs.count(
    projectId,
    subjects
      .slice(0, MAX_COUNTED_SUBJECTS)
      .map((subject, at) => ({ ...subject, periods: periodsOf(plan, plan.subjects[at]!) })),
    Math.max(maxFixes, module.limits.fixes_per_subject)
  )
  const days = periods.map((p) => daysOf(p.from, p.to))
  const bounds = boundsOf(
    module.limits,
    {
      subjects: subjects.length,
      days: days[0]!,
      comparisonDays: days[1] ?? null,
      areas: featureIds?.length ?? null,
      fixes: counted
    },
    maxFixes
  )
  const estimate: Estimate = {
    module: key,
    subjects: counted,
    subject_count: subjects.length,
    fixes: counted.reduce((sum, s) => sum + s.fixes, 0),
    days: days[0]!,
    ...(areas === null ? {} : { areas: areas.taken }),
    bounds,
    refused_features: areas?.refused ?? []
  }

  const crossed = bounds.filter((b) => b.crossed)
  const issues: ReadonlyArray<Issue> = [
    ...estimate.refused_features.map(({ code, detail, id }) => ({
      pointer: place(`/feature_ids/${featureIds?.indexOf(id) ?? 0}`),
      code,
      detail
    })),
    ...crossed.map((b) => ({
      pointer: place(memberOf(b.code)),
      code: "BOUND_CROSSED",
      detail: explainBound(b)
    }))
  ]
  if (issues.length > 0)
    return yield* new Invalid({
      ...Struct.pick(Invalid.of(issues), ["code", "errors"]),
      detail: Invalid.of(issues).detail ?? "",
      estimate
    })
  const herd = herds[0]!.map(({ id }) => id)
  return {
    run: { module: key, plan, subjectIds, parameters: storedParameters(module, asked, herd) },
    estimate
  } satisfies RunPlan
})
