// A module as clients read it: all that a form of its options and the flags of a command need.
import type * as Schema from "effect/Schema"
import type { AnalysisModule } from "./AnalysisModule.ts"
import { jsonSchemaOf } from "./option.ts"

/**
 * comparisonKinds are the comparisons of a run: with another period, with seasons, or with another herd over
 * the same dates.
 */
export const comparisonKinds = ["period", "seasons", "herd"] as const
/** ComparisonKind is the kind of a comparison. */
type ComparisonKind = (typeof comparisonKinds)[number]

/** The member of the parameters that asks for each kind. */
const comparisonMembers = {
  period: "comparison",
  seasons: "seasons",
  herd: "herd_b_entity_ids"
} as const satisfies Readonly<Record<ComparisonKind, string>>

/** A module of the catalogue without what only the server needs. */
interface ModuleDescription<Key extends string = string> {
  readonly key: Key
  readonly label: string
  readonly summary: string
  readonly version: string
  readonly limits: Readonly<Record<string, number>>
  readonly options: Readonly<Record<string, Schema.Json>>
  readonly comparisons: ReadonlyArray<ComparisonKind>
  readonly asks_about_areas: boolean
}

/** Describes a module of the catalogue. */
export const describeModule = <Key extends string>({
  comparisons,
  defaults,
  key,
  label,
  limits,
  options,
  summary,
  version
}: AnalysisModule<Key>): ModuleDescription<Key> => ({
  key,
  label,
  summary,
  version,
  limits,
  options: jsonSchemaOf(options, { ...defaults }),
  comparisons: comparisonKinds.filter((kind) => Object.hasOwn(comparisons, comparisonMembers[kind])),
  asks_about_areas: limits["areas"] !== undefined
})
