// What an analysis module says of itself: what it may be asked, how much of it, and what its thread computes
// with. A module is one file in `modules`, its mathematics in the sandbox, and a line in `catalogue.ts`.
import * as Schema from "effect/Schema"
import type { Limits } from "./bounds.ts"
import { comparison, feature_ids, period, selectors } from "./members.ts"
import type { Members } from "./option.ts"
import type { Plan } from "./Plan.ts"
import type { LoadedTracks, SandboxJob } from "./SandboxJob.ts"

/** A member that cannot be taken; `pointer` is a JSON Pointer into the parameters. */
export interface BrokenParameter {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** The words of `pugmark analyse KEY`, which asks a module about files. */
interface CommandWords {
  /** a line in the list of commands */
  readonly summary: string
  readonly example: string
  readonly description: string
  /** the title of its report */
  readonly title: string
  /** what the animals of a file are, unless it is said */
  readonly entityType: string
  /** the flags of a module beside those of its options: what it compares with, and what files give it */
  readonly flags: Readonly<Record<string, { readonly value?: string; readonly says: string }>>
}

/** A module as its file writes it; `P` are its options, complete. */
interface Definition<Key extends string, P extends object> {
  readonly key: Key
  readonly label: string
  /** what it computes, in a sentence */
  readonly summary: string
  /** `method_version` of its runs: a new one wherever the same fixes give other numbers */
  readonly version: `${Key}/${number}`
  readonly limits: Limits
  readonly options: Members
  /** Members that compare with something; at most one of them can be asked. */
  readonly comparisons: Members
  readonly defaults: P
  /** Returns the faults of options that are valid one by one but not together. */
  readonly check?: (parameters: P) => ReadonlyArray<BrokenParameter>
  /** Returns the members that its job has in addition to those of every job. */
  readonly more?: (plan: Plan, loaded: LoadedTracks) => object
  readonly command: CommandWords
}

/** AnalysisModule is any module, with its options untyped. */
export interface AnalysisModule<Key extends string = string> extends Omit<
  Definition<Key, object>,
  "check" | "more"
> {
  readonly decode: (given: unknown) => ReturnType<ReturnType<typeof decoderOf>>
  readonly check: (parameters: object) => ReadonlyArray<BrokenParameter>
  /** The job of a plan. */
  readonly job: (plan: Plan, loaded: LoadedTracks) => SandboxJob
}

const optional = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Schema.optionalKey(schema)]))

const decoderOf = ({
  comparisons,
  limits,
  options
}: Pick<Definition<string, object>, "comparisons" | "limits" | "options">) => {
  const members: Members = {
    ...optional(selectors),
    ...period,
    ...optional(options),
    ...(limits["areas"] === undefined ? {} : { feature_ids }),
    // null: compared with nothing
    ...optional({
      ...comparisons,
      ...("comparison" in comparisons ? { comparison: Schema.NullOr(comparison) } : {})
    })
  }
  return Schema.decodeUnknownResult(Schema.Struct(members), { errors: "all", onExcessProperty: "error" })
}

/** Makes a module of its definition. */
export const defineModule = <const Key extends string, P extends object>({
  check,
  more,
  ...definition
}: Definition<Key, P>): AnalysisModule<Key> => ({
  ...definition,
  decode: decoderOf(definition),
  // parameters are made of the defaults and by the schemas of the module itself
  check: (parameters) => check?.(parameters as P) ?? [],
  job: (plan, loaded) => {
    const { areas: _, ...common } = loaded
    return {
      ...common,
      module: definition.key,
      methodVersion: definition.version,
      periods: plan.periods,
      // a plan of a release that had an option less
      parameters: { ...definition.defaults, ...plan.parameters },
      ...more?.(plan, loaded)
    }
  }
})
