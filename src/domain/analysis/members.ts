// The members of parameters that modules share, and how each is written where everything is text.
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { InstantInput, Uuid } from "../schemas.ts"
import { PLAUSIBLE_SPEED_MPS, SPEED_PRESETS } from "./livestock.ts"
import { option } from "./option.ts"

/** Returns the schema of a number above a minimum. */
export const numberAbove = (exclusiveMinimum: number, maximum: number) =>
  Schema.Finite.check(Schema.isGreaterThan(exclusiveMinimum), Schema.isLessThanOrEqualTo(maximum))
/** Returns the schema of a number between two bounds. */
export const numberBetween = (minimum: number, maximum: number) =>
  Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

/** Several ids. */
const ids = Schema.Array(Uuid).check(Schema.isMinLength(1), Schema.isMaxLength(1000))

/** selectors name the subjects of an analysis; a request has exactly one of the three. */
export const selectors = {
  entity_ids: ids,
  group_id: Uuid.annotate({ description: "A group, with those below it" }),
  entity_type_id: Uuid
}

/** period are the members of a period. */
export const period = { time_from: InstantInput, time_to: InstantInput }

/** The chosen areas, of a module that asks about areas. */
export const feature_ids = ids

/** Another period to compare with. */
export const comparison = Schema.Struct(period)

/** Another herd to compare with, over the same dates. */
export const herd_b_entity_ids = ids

const { livestock, wildlife } = PLAUSIBLE_SPEED_MPS

/** Options of every module that cleans tracks and counts cells. */
export const sharedOptions = {
  gap_hours: option(numberAbove(0, 8784), {
    title: "A gap is longer than",
    unit: "h",
    description: "An interval longer than this is a gap, not movement",
    warning: { code: "gaps", text: "A warning is given when gaps take too much of the period." }
  }),
  max_speed_mps: option(Schema.NullOr(numberAbove(0, 1000)), {
    title: "Fastest believed",
    unit: "m/s",
    description: "Fixes that only a faster animal could have sent are left out and counted",
    automatic: `${wildlife} for wildlife, ${livestock} for livestock`,
    presets: SPEED_PRESETS,
    warning: { code: "impossible_speed", text: "A warning counts the fixes that are left out." }
  }),
  cell_m: option(numberBetween(1, 100_000), {
    title: "Cell",
    unit: "m",
    description: "Side of the cells of residence and hotspots",
    warning: {
      code: "cell_below_accuracy",
      text: "A notice is given when the cell is smaller than the fixes are accurate."
    }
  })
}

/** Whether a member can be sent as null. */
export const takesNull = (member: Schema.ConstraintDecoder<unknown>): boolean => Schema.is(member)(null)

const shapesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(shapesOf) : [ast]

/** Returns how a member is written as text in a query or on a command line; a list as several words. */
export const kindOf = (member: Schema.Constraint): "number" | "list" | "json" | "text" => {
  const shapes = shapesOf(SchemaAST.toEncoded(member.ast))
  if (shapes.some(SchemaAST.isNumber)) return "number"
  const list = shapes.find(SchemaAST.isArrays)
  if (list === undefined) return shapes.some(SchemaAST.isObjects) ? "json" : "text"
  return list.rest.flatMap(shapesOf).some(SchemaAST.isObjects) ? "json" : "list"
}
