// From the parameters of a request to what is asked: members checked, `options` opened, defaults filled in.
// What needs the database (who the subjects are, how many fixes they have) is not known here.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { brokenMembers } from "../brokenMembers.ts"
import { InstantInput, Uuid } from "../fields.ts"
import { formatInstant } from "../time.ts"
import type { ModuleKey } from "./catalogue.ts"
import * as grazing from "./modules/grazing.ts"
import * as movement from "./modules/movement.ts"
import type { Period } from "./Tracks.ts"
import { isObject, type JsonObject } from "../isObject.ts"
import { memberAt } from "../jsonPointer.ts"

/** Who is asked about: exactly one way to say it. */
export type Selector =
  | { readonly entity_ids: ReadonlyArray<string> }
  | { readonly group_id: string }
  | { readonly entity_type_id: string }

interface AskedOf {
  readonly selector: Selector
  /** `main` first */
  readonly periods: ReadonlyArray<Period>
}
export interface AskedMovement extends AskedOf {
  readonly module: "movement"
  readonly parameters: movement.MovementParameters
}
export interface AskedGrazing extends AskedOf {
  readonly module: "grazing"
  readonly parameters: grazing.GrazingParameters
  readonly featureIds: ReadonlyArray<string>
  readonly herdB: ReadonlyArray<string> | null
}
export type Asked = AskedMovement | AskedGrazing

const optional = Struct.map(Schema.optionalKey)
const period = { time_from: InstantInput, time_to: InstantInput }

const MovementRequest = Schema.Struct({
  ...optional(movement.selectors),
  ...period,
  ...optional(movement.options),
  comparison: Schema.optionalKey(Schema.NullOr(movement.comparison))
})
const GrazingRequest = Schema.Struct({
  ...optional(movement.selectors),
  ...period,
  ...optional(grazing.options),
  feature_ids: Schema.Array(Uuid).check(Schema.isMinLength(1), Schema.isMaxLength(1000)),
  comparison: Schema.optionalKey(Schema.NullOr(grazing.comparisons.comparison)),
  seasons: Schema.optionalKey(grazing.comparisons.seasons),
  herd_b_entity_ids: Schema.optionalKey(grazing.comparisons.herd_b_entity_ids)
})

const strict = { errors: "all", onExcessProperty: "error" } as const
const decodeMovement = Schema.decodeUnknownResult(MovementRequest, strict)
const decodeGrazing = Schema.decodeUnknownResult(GrazingRequest, strict)

type Given = JsonObject

/** A member that cannot be taken; `pointer` is a JSON Pointer into the parameters. */
export interface BrokenParameter {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}
type Refused = ReadonlyArray<BrokenParameter>

const broken = (pointer: string, code: string, detail: string): BrokenParameter => ({ pointer, code, detail })

/** The members after the period may be sent in an object of their own; null stands for what is not sent. */
const open = (given: Given, optionNames: ReadonlyArray<string>): Result.Result<Given, Refused> => {
  const { options = {}, ...members } = given
  if (!isObject(options)) return Result.fail([broken("/options", "INVALID_TYPE", "Options are an object.")])
  const wrong = Object.keys(options).flatMap((name) =>
    !optionNames.includes(name)
      ? [broken(memberAt("/options", name), "UNKNOWN_MEMBER", "There is no such option.")]
      : Object.hasOwn(members, name)
        ? [broken(`/options/${name}`, "GIVEN_TWICE", "The option is given beside `options` too.")]
        : []
  )
  if (wrong.length > 0) return Result.fail(wrong)
  const nullable = ["max_speed_mps", "kde_bandwidth_m", "comparison"]
  return Result.succeed(
    Object.fromEntries(
      Object.entries({ ...members, ...options }).filter(
        ([name, value]) => value !== null || nullable.includes(name)
      )
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

const checkPeriod = (
  at: string,
  { time_from, time_to }: { readonly time_from: number; readonly time_to: number }
): Refused =>
  time_from < time_to
    ? []
    : [broken(`${at}/time_to`, "RANGE_INVALID", "The period ends before it begins, or is empty.")]

const selectorOf = (request: Partial<typeof MovementRequest.Type>): Selector =>
  request.entity_ids !== undefined
    ? { entity_ids: [...new Set(request.entity_ids)] }
    : request.group_id !== undefined
      ? { group_id: request.group_id }
      : { entity_type_id: request.entity_type_id! } // one of them is there

const periodsOf = (
  main: { readonly time_from: number; readonly time_to: number },
  other: { readonly time_from: number; readonly time_to: number } | null
): ReadonlyArray<Period> => [
  { key: "main", from: main.time_from, to: main.time_to },
  ...(other === null ? [] : [{ key: "comparison" as const, from: other.time_from, to: other.time_to }])
]

const only = <O extends object>(names: O, request: Given): Partial<O> =>
  Struct.pick(
    request,
    Object.keys(names).filter((name) => request[name] !== undefined)
  ) as Partial<O> // names of O alone

const readMovement = (given: Given): Result.Result<AskedMovement, Refused> => {
  const decoded = decodeMovement(given)
  if (Result.isFailure(decoded))
    return Result.fail([...brokenMembers(decoded.failure.issue), ...checkSelector(given)])
  const request = decoded.success
  const comparison = request.comparison ?? null
  const wrong = [
    ...checkSelector(given),
    ...checkPeriod("", request),
    ...(comparison === null ? [] : checkPeriod("/comparison", comparison))
  ]
  if (wrong.length > 0) return Result.fail(wrong)
  return Result.succeed({
    module: "movement",
    selector: selectorOf(request),
    periods: periodsOf(request, comparison),
    parameters: { ...movement.defaults, ...only(movement.defaults, request) }
  })
}

const readGrazing = (given: Given): Result.Result<AskedGrazing, Refused> => {
  const decoded = decodeGrazing(given)
  if (Result.isFailure(decoded))
    return Result.fail([...brokenMembers(decoded.failure.issue), ...checkSelector(given)])
  const request = decoded.success
  const comparison = request.comparison ?? null
  const compared = ["comparison", "seasons", "herd_b_entity_ids"].filter(
    (name) => (given[name] ?? null) !== null
  )
  const parameters = { ...grazing.defaults, ...only(grazing.defaults, request) }
  const wrong = [
    ...checkSelector(given),
    ...checkPeriod("", request),
    ...(comparison === null ? [] : checkPeriod("/comparison", comparison)),
    ...(compared.length < 2
      ? []
      : [
          broken(
            `/${compared[1]!}`,
            "ONE_COMPARISON",
            "Compare with one: another period, seasons, or another herd."
          )
        ]),
    ...(parameters.weighting === "equal" || parameters.weight_key !== null
      ? []
      : [
          broken(
            "/weight_key",
            "WEIGHT_KEY_MISSING",
            `The weighting ${parameters.weighting} needs the attribute that weighs.`
          )
        ])
  ]
  if (wrong.length > 0) return Result.fail(wrong)
  const herdB = request.herd_b_entity_ids === undefined ? null : [...new Set(request.herd_b_entity_ids)]
  return Result.succeed({
    module: "grazing",
    selector: selectorOf(request),
    parameters,
    herdB,
    featureIds: [...new Set(request.feature_ids)],
    // another herd is looked at over the same dates
    periods: periodsOf(request, herdB === null ? comparison : request)
  })
}

/** Reads the parameters of a request; refusals are every broken member, with pointers from `parameters` on. */
export const readParameters = (module: ModuleKey, given: Given): Result.Result<Asked, Refused> =>
  module === "movement"
    ? Result.flatMap(open(given, Object.keys(movement.options)), readMovement)
    : Result.flatMap(open(given, Object.keys(grazing.options)), readGrazing)

/**
 * The parameters as a run keeps them: complete, subjects as ids, times as RFC 3339. `readParameters` takes
 * them back.
 */
export const keptParameters = (
  asked: Asked,
  subjectIds: ReadonlyArray<string>
): Readonly<Record<string, unknown>> => {
  const [main, comparison] = asked.periods
  const compared =
    comparison === undefined
      ? {}
      : { comparison: { time_from: formatInstant(comparison.from), time_to: formatInstant(comparison.to) } }
  const period = {
    entity_ids: subjectIds,
    time_from: formatInstant(main!.from),
    time_to: formatInstant(main!.to)
  }
  if (asked.module === "movement") return { ...period, ...asked.parameters, ...compared }
  const { seasons, weight_key, ...options } = asked.parameters
  return {
    ...period,
    feature_ids: asked.featureIds,
    ...options,
    ...(weight_key === null ? {} : { weight_key }),
    ...(seasons.length === 0 ? {} : { seasons }),
    ...(asked.herdB === null ? compared : { herd_b_entity_ids: asked.herdB })
  }
}
