// The conditions of a rule document as a tree: leaves of the known and the reserved kinds, and `all`, `any`
// and `not` over them. Shapes only; what they mean is in `conditions`.
import * as Schema from "effect/Schema"
import { type Condition, kindNames, kinds } from "./conditions/registry.ts"

/** Kinds that can be saved but not run (specification 2.1). */
export const reservedKinds = ["near", "dwell", "crossed", "baseline", "correlation", "event_chain"] as const

/** Reserved is a condition of a reserved kind; the program reads its kind alone and keeps its other members. */
export interface Reserved {
  readonly type: (typeof reservedKinds)[number]
}

const reservedNames: ReadonlySet<unknown> = new Set(reservedKinds)
/** Whether a name is that of a reserved kind. */
export const isReservedName = (name: unknown): boolean => reservedNames.has(name)

const forbidden = Schema.optionalKey(Schema.Never)
const OpenReserved = Schema.StructWithRest(
  Schema.Struct({
    type: Schema.Literals(reservedKinds).annotate({
      title: "Kind",
      description: "A kind of condition that has a name and no meaning yet",
      examples: ["near"]
    }),
    all: forbidden,
    any: forbidden,
    not: forbidden
  }),
  [Schema.Record(Schema.String, Schema.Json)]
).annotate({
  identifier: "Reserved",
  title: "Reserved",
  description: "A kind the evaluator does not know yet, with any members: saved with a warning, never enabled"
})

/** Reserved is a condition of a reserved kind: its members are kept unchanged, and only its kind is read. */
export const Reserved: Schema.Codec<Reserved> = OpenReserved

/** ConditionNode is one condition, or `all`, `any`, `not` over conditions. */
export type ConditionNode =
  | Condition
  | Reserved
  | { readonly all: ReadonlyArray<ConditionNode> }
  | { readonly any: ReadonlyArray<ConditionNode> }
  | { readonly not: ConditionNode }

/** ConditionNode is a condition, or `all`, `any`, `not` over conditions. */
export const ConditionNode: Schema.Codec<ConditionNode> = Schema.suspend((): Schema.Codec<ConditionNode> =>
  Schema.Union([...kindNames.map((name) => kinds[name].schema), Reserved, All, Any, Not], { mode: "oneOf" })
).annotate({
  identifier: "Condition",
  title: "Condition",
  description: "One condition, or all, any, not over conditions"
})

const parts = (title: string, description: string) =>
  Schema.Array(ConditionNode)
    .check(Schema.isMinLength(1))
    .annotate({
      title,
      description,
      examples: [[{ type: "threshold", metric: "speed_kmh", op: ">", value: 40 }]]
    })

const All = Schema.Struct({ all: parts("All of", "Conditions that must all be true") }).annotate({
  identifier: "All",
  title: "All of",
  description: "True when all of its conditions are"
})

const Any = Schema.Struct({ any: parts("Any of", "Conditions of which one must be true") }).annotate({
  identifier: "Any",
  title: "Any of",
  description: "True when one of its conditions is"
})

const Not = Schema.Struct({ not: ConditionNode }).annotate({
  identifier: "Not",
  title: "Not",
  description: "True when its condition is false; the contrary of what is not known is not known either"
})
