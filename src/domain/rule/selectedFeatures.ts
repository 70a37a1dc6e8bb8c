// Warnings about the features that a rule's conditions read: there are none, or no subject can be inside
// them.
import type { FeatureType } from "../tracking/featureTypes.ts"
import { namesIn, selectsOf } from "./conditions/registry.ts"
import type { CanonicalDocument } from "./Document.ts"
import { conditionsIn } from "./leaves.ts"

/** SampledFeature is a feature without its shape. */
export interface SampledFeature {
  readonly id: string
  readonly name: string
  readonly featureType: FeatureType
  /** the type of its geometry */
  readonly type: string
  /** a line or point without a radius, or several: only a position exactly on it is inside */
  readonly isBare: boolean
}

/** FeatureQuery tells which features are needed: those named, and whether also some of each type. */
export interface FeatureQuery {
  readonly ids: ReadonlyArray<string>
  readonly ofEachType: boolean
}

/** FeatureDoubt is a warning about the features of one condition. */
interface FeatureDoubt {
  /** JSON Pointer into the document */
  readonly pointer: string
  readonly code: "FEATURE_WITHOUT_RADIUS" | "NO_FEATURE_SELECTED"
  readonly detail: string
}

/** MAX_NAMED_FEATURES bounds the features that a warning names. */
export const MAX_NAMED_FEATURES = 3

const kindOf: Readonly<Record<string, string>> = {
  Point: "a point",
  MultiPoint: "points",
  LineString: "a line",
  MultiLineString: "lines"
}

const looks = ({ conditions }: CanonicalDocument) =>
  conditionsIn(conditions, "/conditions").flatMap(({ condition, pointer }) => {
    const select = selectsOf(condition)
    const ids = namesIn(condition).flatMap((one) => (one.kind === "feature" ? [one.id] : []))
    return select === null ? [] : [{ select, pointer, ids }]
  })

/** Returns which features `doubtsAboutFeatures` needs; null: the document reads no feature. */
export const featureQueryOf = (document: CanonicalDocument): FeatureQuery | null => {
  const all = looks(document)
  return all.length === 0
    ? null
    : {
        ids: [...new Set(all.flatMap(({ ids }) => ids))],
        ofEachType: all.some(({ ids }) => ids.length === 0)
      }
}

const withoutRadius = (bare: ReadonlyArray<SampledFeature>): string => {
  const named = bare
    .slice(0, MAX_NAMED_FEATURES)
    .map(({ name, type }) => `${JSON.stringify(name)} (${kindOf[type] ?? "lines and points"})`)
    .join(", ")
  const [has, it] = bare.length === 1 ? ["has", "it"] : ["have", "them"]
  return (
    `${named}${bare.length > MAX_NAMED_FEATURES ? " and others" : ""} ${has} no radius, so only a position exactly ` +
    `on ${it} is inside: give ${it} radius_m in the attributes (metres), or draw an area`
  )
}

/** Returns at most one warning for each condition. Missing features are refused elsewhere. */
export const doubtsAboutFeatures = (
  document: CanonicalDocument,
  features: ReadonlyArray<SampledFeature>
): ReadonlyArray<FeatureDoubt> => {
  const asked = features.map((one) => ({ ...one, revision: 0, changedAt: 0 }))
  return looks(document).flatMap(({ ids, pointer, select }): ReadonlyArray<FeatureDoubt> => {
    const selected = select(asked)
    if (selected.size > 0) {
      const bare = features.filter(({ id, isBare }) => isBare && selected.has(id))
      if (bare.length === 0) return []
      return [{ pointer, code: "FEATURE_WITHOUT_RADIUS", detail: withoutRadius(bare) }]
    }
    const areUnknown = ids.length > 0 && !features.some(({ id }) => ids.includes(id))
    if (areUnknown) return []
    const what =
      ids.length > 0
        ? "the fences and areas that it names are of another type than it asks for"
        : "the project has no fence or area that it looks at"
    return [
      {
        pointer,
        code: "NO_FEATURE_SELECTED",
        detail: `${what}, so nobody is ever inside: draw one, or choose another type or others`
      }
    ]
  })
}
