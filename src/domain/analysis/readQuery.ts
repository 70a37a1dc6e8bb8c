// The parameters of an analysis as they come in a query: every value a text, a list as a repeated key, an
// object as JSON.
import * as Result from "effect/Result"
import { isObject } from "../isObject.ts"
import type { BrokenParameter } from "./AnalysisModule.ts"
import { allModules } from "./catalogue.ts"
import { feature_ids, kindOf, period, selectors } from "./members.ts"
import type { Members } from "./option.ts"

/** Members of every module, each once. */
const all: Members = Object.assign(
  {},
  selectors,
  period,
  ...allModules.map(({ options }) => options),
  ...allModules.map(({ comparisons }) => comparisons),
  { feature_ids }
)
const objects = ["options", "parameters"]

/** The members that a query may carry. */
export const queryMembers: ReadonlyArray<string> = [...Object.keys(all), ...objects]

const kindOfMember = (name: string) =>
  objects.includes(name) ? "json" : Object.hasOwn(all, name) ? kindOf(all[name]!) : "text"

/** Members that are lists: a key may be repeated. */
export const isList = (name: string): boolean => kindOfMember(name) === "list"

type Texts = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

const json = (name: string, text: string): Result.Result<unknown, BrokenParameter> =>
  Result.mapError(
    Result.try(() => JSON.parse(text) as unknown),
    () => ({ pointer: `/${name}`, code: "INVALID", detail: "This parameter is JSON." })
  )

const read = (
  name: string,
  value: string | ReadonlyArray<string>
): Result.Result<unknown, BrokenParameter> => {
  const texts = typeof value === "string" ? [value] : value
  if (isList(name)) return Result.succeed(texts)
  if (texts.length !== 1)
    return Result.fail({
      pointer: `/${name}`,
      code: "GIVEN_TWICE",
      detail: "This parameter is given more than once."
    })
  const [text = ""] = texts
  if (kindOfMember(name) === "json") return json(name, text)
  // what is no number is left as it is, and refused as the member of a body would be
  return Result.succeed(
    kindOfMember(name) === "number" && text.trim() !== "" && Number.isFinite(Number(text))
      ? Number(text)
      : text
  )
}

/** Reads the members of a query as those of a body; refusals name the parameter. */
export const readQuery = (
  query: Texts
): Result.Result<Readonly<Record<string, unknown>>, ReadonlyArray<BrokenParameter>> => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, read(name, value)] as const]
  )
  const wrong = given.flatMap(([, value]) => (Result.isFailure(value) ? [value.failure] : []))
  if (wrong.length > 0) return Result.fail(wrong)
  const { parameters, ...members } = Object.fromEntries(
    given.flatMap(([name, value]) => (Result.isSuccess(value) ? [[name, value.success]] : []))
  )
  if (parameters === undefined) return Result.succeed(members)
  return isObject(parameters) && Object.keys(members).length === 0
    ? Result.succeed(parameters)
    : Result.fail([
        {
          pointer: "/parameters",
          code: "INVALID",
          detail: "Send one JSON object in `parameters`, or its members one by one."
        }
      ])
}
