// The parts of a rule document's schema: lists of ids, tags of unions, whole numbers, metric names.
import * as Schema from "effect/Schema"
import { Uuid } from "../schemas.ts"
import { metricKeyPattern } from "../tracking/Metric.ts"

/** EXAMPLE_ID is the id in examples of the schema. */
const EXAMPLE_ID = "0190b1d4-7d1c-7000-8000-000000000001"

/** Makes the schema of a list of ids, at least one. */
export const idList = (title: string, description: string) =>
  Schema.Array(Uuid)
    .check(Schema.isMinLength(1), Schema.isMaxLength(1000))
    .annotate({ title, description, examples: [[EXAMPLE_ID]] })

/** Makes the schema of the member that tells the branches of a union apart. */
export const kindTag = <const T extends string>(value: T) =>
  Schema.Literal(value).annotate({ title: "Kind", description: "Tells this kind from the others" })

/**
 * MetricKey is the name of a metric. It starts with a letter, so that no name can be a property that every
 * object has.
 */
export const MetricKey = Schema.String.check(Schema.isPattern(metricKeyPattern))

/** Makes the schema of a whole number between two bounds, both included. */
export const wholeNumber = (minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum }))
