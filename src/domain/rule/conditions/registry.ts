// The list of condition kinds, one line each: the name by which documents call it, and the file that is the
// kind. Everything else that is said of all kinds is derived from it. A kind that is not here can be saved
// only if it is reserved, and never enabled.
import type { Trigger } from "../Trigger.ts"
import type { Names, Part } from "../words/words.ts"
import type { Crossing, Level, Setting } from "./Condition.ts"
import type {
  Compared,
  ConditionEvidence,
  ConditionKind,
  ConditionNeeds,
  Figured,
  Found,
  Named,
  Reading,
  Sample,
  Selects,
  Told
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
export type KindName = keyof Registry

// Each is bound to its name, so that a kind under another name than its own does not compile.
type Written = { readonly [K in KindName]: Registry[K]["schema"]["Type"] & { readonly type: K } }
type Seen = { readonly [K in KindName]: Parameters<Registry[K]["tell"]>[0] & Found & { readonly type: K } }
type Kinds = { readonly [K in KindName]: ConditionKind<Written[K], Seen[K]> }

/** A condition as a document says it. */
export type Condition<K extends KindName = KindName> = { readonly [P in K]: Written[P] }[K]

/** A condition as it was found at a moment. */
export type Finding<K extends KindName = KindName> = { readonly [P in K]: Seen[P] }[K]

export const kinds: Kinds = registry

export const isKindName = (name: unknown): name is KindName =>
  typeof name === "string" && Object.hasOwn(kinds, name)

/** In the order of the registry. */
export const kindNames: ReadonlyArray<KindName> = Object.keys(kinds).filter(isKindName)

// What is asked of a condition or a finding of any kind; each goes to the part of the same name.

export const namesIn = <K extends KindName>(c: Condition<K>): ReadonlyArray<Named> => kinds[c.type].names(c)

export const selectsOf = <K extends KindName>(c: Condition<K>): Selects | null => kinds[c.type].selects(c)

export const needsOf = <K extends KindName>(c: Condition<K>, trigger: Trigger): Partial<ConditionNeeds> =>
  kinds[c.type].needs(c, trigger)

export const comparedIn = <K extends KindName>(c: Condition<K>): Compared | null => kinds[c.type].compares(c)

export const compileCondition = <K extends KindName>(
  c: Condition<K>,
  setting: Setting
): Level<Finding<K>> | Crossing<Finding<K>> => kinds[c.type].compile(c, setting)

export const exampleOf = <K extends KindName>(c: Condition<K>): Sample => kinds[c.type].example(c)

export const explain = <K extends KindName>(found: Finding<K>, wanted: boolean, at: number): string =>
  kinds[found.type].explain(found, wanted, at)

export const sayCondition = <K extends KindName>(c: Condition<K>, names: Names): ReadonlyArray<Part> =>
  kinds[c.type].say(c, names)

export const figureOf = <K extends KindName>(c: Condition<K>, names: Names): Figured | null =>
  kinds[c.type].figure(c, names)

/** Its figure first, ages at the moment `at` (epoch ms); none where the two are not of one kind. */
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

export const write = <K extends KindName>(found: Finding<K>, at: number | null): object =>
  kinds[found.type].write(found, at)

export const tell = <K extends KindName>(found: Finding<K>): Told => kinds[found.type].tell(found)

export const evidenceIn = <K extends KindName>(found: Finding<K>): ConditionEvidence =>
  kinds[found.type].evidence(found)
