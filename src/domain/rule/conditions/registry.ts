// The list of condition kinds, one line each: the name in documents, and the file of the kind. Everything
// else about all kinds is derived from it. A kind that is not here can be saved only if it is reserved, and
// never enabled.
import type { Trigger } from "../Trigger.ts"
import type { Message } from "../../../words/message.ts"
import { englishText } from "../words/english.ts"
import type { Names } from "../words/phrases.ts"
import type { Crossing, Level, Setting } from "./Condition.ts"
import type {
  ComparedMetric,
  ConditionEvidence,
  ConditionKind,
  ConditionNeeds,
  ConditionFigure,
  FindingBase,
  ConditionReference,
  Reading,
  Sample,
  Selects,
  ConditionSummary
} from "./ConditionKind.ts"
import { noData } from "./noData.ts"
import { spatial } from "./spatial.ts"
import { threshold } from "./threshold.ts"
import { windowAggregate } from "./windowAggregate.ts"

const registry = {
  threshold,
  spatial,
  no_data: noData,
  window: windowAggregate
}

type Registry = typeof registry
/** KindName is the name of a kind in documents. */
export type KindName = keyof Registry

// Each is bound to its name, so that a kind under another name than its own does not compile.
type Written = { readonly [K in KindName]: Registry[K]["schema"]["Type"] & { readonly type: K } }
type Seen = {
  readonly [K in KindName]: Parameters<Registry[K]["summarize"]>[0] & FindingBase & { readonly type: K }
}
type Kinds = { readonly [K in KindName]: ConditionKind<Written[K], Seen[K]> }

/** Condition is a condition as a document writes it. */
export type Condition<K extends KindName = KindName> = { readonly [P in K]: Written[P] }[K]

/** Finding is a condition as it was evaluated at a moment. */
export type Finding<K extends KindName = KindName> = { readonly [P in K]: Seen[P] }[K]

/** All kinds by name. */
export const kinds: Kinds = registry

/** Whether a name is that of a kind that runs. */
export const isKindName = (name: unknown): name is KindName =>
  typeof name === "string" && Object.hasOwn(kinds, name)

/** The names in the order of the registry. */
export const kindNames: ReadonlyArray<KindName> = Object.keys(kinds).filter(isKindName)

// Functions over conditions or findings of any kind; each calls the part of the same name.

/** Returns the features and metrics that a condition names. */
export const namesIn = <K extends KindName>(c: Condition<K>): ReadonlyArray<ConditionReference> =>
  kinds[c.type].names(c)

/** Returns how a condition selects features; null: it reads none. */
export const selectsOf = <K extends KindName>(c: Condition<K>): Selects | null => kinds[c.type].selects(c)

/** Returns what has to be in memory before a condition is evaluated. */
export const needsOf = <K extends KindName>(c: Condition<K>, trigger: Trigger): Partial<ConditionNeeds> =>
  kinds[c.type].needs(c, trigger)

/** Returns the line a condition draws in a chart of a metric; null: none. */
export const comparedMetricOf = <K extends KindName>(c: Condition<K>): ComparedMetric | null =>
  kinds[c.type].compares(c)

/** Compiles a condition. */
export const compileCondition = <K extends KindName>(
  c: Condition<K>,
  setting: Setting
): Level<Finding<K>> | Crossing<Finding<K>> => kinds[c.type].compile(c, setting)

/** Returns what a device may send to make a condition true. */
export const exampleOf = <K extends KindName>(c: Condition<K>): Sample => kinds[c.type].example(c)

/** Says in words why a finding is not as `wanted`. */
export const explain = <K extends KindName>(found: Finding<K>, wanted: boolean, at: number): Message =>
  kinds[found.type].explain(found, wanted, at)

/** Returns a condition as a part of the sentence about its rule; `path`: JSON Pointer to it in the document. */
export const conditionMessage = <K extends KindName>(c: Condition<K>, names: Names, path: string): Message =>
  kinds[c.type].message(c, names, path)

/** Returns the number that a condition compares; null: it compares none. */
export const figureOf = <K extends KindName>(c: Condition<K>, names: Names): ConditionFigure | null =>
  kinds[c.type].figure(c, names)

/**
 * Returns what a finding read, its figure first, ages at the moment `at` (epoch ms); empty if finding and
 * condition are of different kinds.
 */
export const readingsOf = <K extends KindName>(
  found: Finding<K>,
  condition: Condition,
  names: Names,
  at: number
): ReadonlyArray<Reading> => {
  if (condition.type !== found.type) return []
  const own = condition as Condition<K> // of one name they are of one kind
  const figure = figureOf(own, names)
  const others = kinds[found.type].readings(found, own)
  if (figure === null) return others
  const { absent, label, limit, op, unit } = figure
  const value = figure.value(Object.fromEntries(evidenceIn(found).values ?? []), at)
  const missing = found.missing ?? (value === null ? absent : undefined)
  return [{ label, value, op, limit, unit, ...(missing === undefined ? {} : { missing }) }, ...others]
}

/** Returns a finding as clients read it. */
export const write = <K extends KindName>(found: Finding<K>, at: number | null): object => ({
  ...kinds[found.type].write(found, at),
  ...(found.missing === undefined ? {} : { missing: englishText(found.missing) })
})

/** Returns what titles and charts say of a finding. */
export const summarize = <K extends KindName>(found: Finding<K>): ConditionSummary =>
  kinds[found.type].summarize(found)

/** Returns what an event stores of a finding. */
export const evidenceIn = <K extends KindName>(found: Finding<K>): ConditionEvidence =>
  kinds[found.type].evidence(found)
