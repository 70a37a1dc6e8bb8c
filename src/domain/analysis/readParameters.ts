// From the parameters of a request to what is asked: members checked, `options` opened, defaults filled in;
// and back, as a run keeps them. What needs the database (who the subjects are, how many fixes they have) is
// not known here.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { brokenMembers } from "../brokenMembers.ts"
import { isObject, type JsonObject } from "../isObject.ts"
import { memberAt } from "../jsonPointer.ts"
import { formatInstant } from "../time.ts"
import type { AnalysisModule, BrokenParameter } from "./AnalysisModule.ts"
import { takesNull } from "./members.ts"
import { type RequestedRun, type Plan, planOf, type Selector } from "./Plan.ts"
import type { Period } from "./Tracks.ts"

type Given = JsonObject
type Refused = ReadonlyArray<BrokenParameter>

/** Times in epoch ms. */
interface Span {
  readonly time_from: number
  readonly time_to: number
}

/** The members of every module, decoded; what is asked of one alone stands beside them. */
interface Request extends Given, Span {
  readonly entity_ids?: ReadonlyArray<string>
  readonly group_id?: string
  readonly entity_type_id?: string
  readonly feature_ids?: ReadonlyArray<string>
  readonly comparison?: Span | null
  readonly herd_b_entity_ids?: ReadonlyArray<string>
}

const broken = (pointer: string, code: string, detail: string): BrokenParameter => ({ pointer, code, detail })

/** The members after the period may be sent in an object of their own; null stands for what is not sent. */
const open = ({ options: own }: AnalysisModule, given: Given): Result.Result<Given, Refused> => {
  const { options = {}, ...members } = given
  if (!isObject(options)) return Result.fail([broken("/options", "INVALID_TYPE", "Options are an object.")])
  const wrong = Object.keys(options).flatMap((name) =>
    !Object.hasOwn(own, name)
      ? [broken(memberAt("/options", name), "UNKNOWN_MEMBER", "There is no such option.")]
      : Object.hasOwn(members, name)
        ? [broken(`/options/${name}`, "GIVEN_TWICE", "The option is given beside `options` too.")]
        : []
  )
  if (wrong.length > 0) return Result.fail(wrong)
  const isNullable = (name: string) =>
    name === "comparison" || (Object.hasOwn(own, name) && takesNull(own[name]!))
  return Result.succeed(
    Object.fromEntries(
      Object.entries({ ...members, ...options }).filter(([name, value]) => value !== null || isNullable(name))
    )
  )
}

const selectorNames = ["entity_ids", "group_id", "entity_type_id"] as const

const checkSelector = (given: Given): Refused => {
  const named = selectorNames.filter((name) => given[name] !== undefined)
  return named.length === 1
    ? []
    : [
        broken(
          `/${named[1] ?? "entity_ids"}`,
          "ONE_SELECTOR",
          "Say who it is about in exactly one way: entity_ids, group_id or entity_type_id."
        )
      ]
}

const checkPeriod = (at: string, { time_from, time_to }: Span): Refused =>
  time_from < time_to
    ? []
    : [broken(`${at}/time_to`, "RANGE_INVALID", "The period ends before it begins, or is empty.")]

const checkComparisons = ({ comparisons }: AnalysisModule, given: Given): Refused => {
  const [, second] = Object.keys(comparisons).filter((name) => (given[name] ?? null) !== null)
  return second === undefined
    ? []
    : [broken(`/${second}`, "ONE_COMPARISON", "Compare with one: another period, seasons, or another herd.")]
}

/** Reads who is asked about where nothing else is; refusals as those of a run. */
export const readSelector = (given: {
  readonly entity_ids?: ReadonlyArray<string>
  readonly group_id?: string
  readonly entity_type_id?: string
}): Result.Result<Selector, Refused> => {
  const wrong = checkSelector(given)
  return wrong.length > 0 ? Result.fail(wrong) : Result.succeed(selectorOf(given))
}

const selectorOf = ({
  entity_ids,
  entity_type_id,
  group_id
}: Pick<Request, (typeof selectorNames)[number]>): Selector =>
  entity_ids !== undefined
    ? { entity_ids: [...new Set(entity_ids)] }
    : group_id !== undefined
      ? { group_id }
      : { entity_type_id: entity_type_id! } // one of them is there

const periodsOf = (main: Span, other: Span | null): ReadonlyArray<Period> => [
  { key: "main", from: main.time_from, to: main.time_to },
  ...(other === null ? [] : [{ key: "comparison" as const, from: other.time_from, to: other.time_to }])
]

/** Reads the parameters of a request; refusals are every broken member, with pointers from `parameters` on. */
export const readParameters = (module: AnalysisModule, given: Given): Result.Result<RequestedRun, Refused> =>
  Result.flatMap(open(module, given), (opened): Result.Result<RequestedRun, Refused> => {
    const decoded = module.decode(opened)
    if (Result.isFailure(decoded))
      return Result.fail([...brokenMembers(decoded.failure.issue), ...checkSelector(opened)])
    const request = decoded.success as Request // what the schema of every module has
    const comparison = request.comparison ?? null
    const parameters = {
      ...module.defaults,
      ...Object.fromEntries(
        Object.keys(module.defaults).flatMap((name) =>
          request[name] === undefined ? [] : [[name, request[name]]]
        )
      )
    }
    const wrong = [
      ...checkSelector(opened),
      ...checkPeriod("", request),
      ...(comparison === null ? [] : checkPeriod("/comparison", comparison)),
      ...checkComparisons(module, opened),
      ...module.check(parameters)
    ]
    if (wrong.length > 0) return Result.fail(wrong)
    const { feature_ids, herd_b_entity_ids } = request
    const herdB = herd_b_entity_ids === undefined ? null : [...new Set(herd_b_entity_ids)]
    return Result.succeed({
      selector: selectorOf(request),
      parameters,
      herdB,
      featureIds: feature_ids === undefined ? null : [...new Set(feature_ids)],
      // another herd is looked at over the same dates
      periods: periodsOf(request, herdB === null ? comparison : request)
    })
  })

const spanOf = ({ from, to }: Period) => ({ time_from: formatInstant(from), time_to: formatInstant(to) })

/**
 * Returns the parameters as a run shows them: complete, subjects as ids, times as RFC 3339. `readParameters`
 * takes them back.
 */
export const storedParameters = (
  { comparisons, options }: AnalysisModule,
  { featureIds, herdB, parameters, periods: [main, comparison] }: RequestedRun,
  subjectIds: ReadonlyArray<string>
): JsonObject => ({
  entity_ids: subjectIds,
  ...spanOf(main!),
  ...(featureIds === null ? {} : { feature_ids: featureIds }),
  // a default that stands for what is not asked is no value of its member
  ...Object.fromEntries(
    Object.entries(parameters).filter(([name, value]) => {
      const member = options[name] ?? comparisons[name]
      return member === undefined || Schema.is(member)(value)
    })
  ),
  ...(herdB !== null
    ? { herd_b_entity_ids: herdB }
    : comparison === undefined
      ? {}
      : { comparison: spanOf(comparison) })
})

/**
 * Returns the plan of a run that a release queued which kept no plans, of its parameters as it kept them;
 * null: they cannot be read any more.
 */
export const planOfStoredParameters = (
  module: AnalysisModule,
  kept: JsonObject,
  subjectIds: ReadonlyArray<string>
): Plan | null =>
  Result.match(readParameters(module, kept), {
    onSuccess: (asked) => planOf(asked, subjectIds),
    onFailure: () => null
  })
