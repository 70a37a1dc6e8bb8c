// What the parts of a rule document are made of: lists of ids, tags of unions, whole numbers, metric names.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"
import { metricKeyPattern } from "../tracking/Metric.ts"

const EXAMPLE_ID = "0190b1d4-7d1c-7000-8000-000000000001"

/** A list of ids, one at the least. */
export const ids = (title: string, description: string) =>
  Schema.Array(Uuid)
    .check(Schema.isMinLength(1), Schema.isMaxLength(1000))
    .annotate({ title, description, examples: [[EXAMPLE_ID]] })

/** What a union tells its branches apart by. */
export const tag = <const T extends string>(value: T) =>
  Schema.Literal(value).annotate({ title: "Kind", description: "Tells this kind from the others" })

/** Metric names start with a letter, so that no name can be a property every object has. */
export const MetricKey = Schema.String.check(Schema.isPattern(metricKeyPattern))

/** A whole number between two bounds, both in it. */
export const whole = (minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum }))
